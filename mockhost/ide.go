package mockhost

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"openidea-plugin/component"
	"openidea-plugin/component/wasi"
	"openidea-plugin/mockhost/files"
)

// Options say what an IDE is like. The zero value is a window with an empty local project, trusted, with a running MCP server.
type Options struct {
	// Project holds the files of the open project; they are copied. nil is an empty project.
	Project *files.Tree
	// NoProject: no project is open at all.
	NoProject bool
	// Open are the files that are open in the editor, in the order of the tabs; Active is the one that has the focus, "" for none.
	Open   []OpenFile
	Active string
	// Storage holds stored values by plugin id and key.
	Storage map[string]map[string]string
	// Restricted: the project is open in Restricted Mode.
	Restricted bool
	// Remote: the project is on a remote host.
	Remote bool
	// NoWindow: there is no project window.
	NoWindow bool
	// NoServer: the MCP server is off, so that stdio-command answers none. Tools are called all the same.
	NoServer bool
	// Confirm answers the question that a destructive tool asks, where the call says nothing; nil accepts. It may be called by several goroutines at once and take its
	// time; ctx ends with the call. Whatever is not Accept or Reject is Cancel.
	Confirm func(ctx context.Context, q Question) Answer
	// Dialogs are answers to dialogs, see DialogAnswer. A dialog that none of them is for is answered as the question of a destructive tool would be.
	Dialogs []DialogAnswer
	// Runs are the run configurations of the project, in the order in which plugins see them; nil are RunConfigurations.
	Runs []RunConfiguration
	// Limits of each call.
	Limits Limits
	// Clock is where the guests' clock begins; zero is 2026-01-01T00:00:00Z. Seed decides their random numbers.
	Clock time.Time
	Seed  uint64
	// Net, Process and Fetch answer net.fetch, process.run and vcs.fetch; where nil, such a call is aborted as unscripted. An error that says no kind ends the call
	// too; HostError makes one that the plugin gets.
	Net     func(ctx context.Context, r Request) (Response, error)
	Process func(ctx context.Context, c Command) (Output, error)
	Fetch   func(ctx context.Context, remote string) error
	// Mocks script host functions. CheckMocks finds what is wrong with them; a plugin that a wrong one is for cannot be called.
	Mocks []Mock
	// Watches are host calls to look out for.
	Watches []Watch
}

// OpenFile is a file that is open in the editor. Text is its text with unsaved changes; nil is the text on disk.
type OpenFile struct {
	Path string
	Text *string
}

// Limits bound a call. Zero values are the defaults of the mock host.
type Limits struct {
	// Fuel for one call, instantiation included in the first. Default 2,000,000,000.
	Fuel uint64
	// Deadline for one call, instantiation included in the first. Default 5 s.
	Deadline time.Duration
	// Memory of all memories of a component, in bytes. Default 256 MiB.
	Memory uint64
	// TableEntries, Handles and HostBytes: see component.Limits.
	TableEntries uint32
	Handles      int
	HostBytes    uint64
}

// Defaults of Limits.
const (
	DefaultFuel     = 2_000_000_000
	DefaultDeadline = 5 * time.Second
)

// Sizes that R1 sets, in bytes.
const (
	MaxArguments = 1 << 20
	MaxResult    = 4 << 20
)

// IDE is one mock IDE with one project. Its methods may be called concurrently. The calls of one plugin run one after another, since they share its instance; those of
// several plugins run beside each other. Nothing but a call of the same plugin waits for a call: tools are listed, plugins enabled and disabled and grants changed
// while calls run, and a call that has begun ends as it began.
type IDE struct {
	rt   *component.Runtime
	opts Options
	// patience is how long a call may take on the clock of the machine: Limits.Deadline, which bounds what passes on the guests' clock too.
	patience time.Duration

	mu      sync.Mutex // guards the plugins; never held while one runs
	plugins []*installed

	state   sync.Mutex // guards what follows; held inside a host function, never while one waits for the outside
	mocked  []int      // how often each mock answered
	told    []bool     // which of the answers to dialogs were given
	tree    *files.Tree
	initial *files.Tree // what the version control compares with
	editor  editor
	storage map[string]map[string]string
	runs    uint64
	clock   *wasi.FixedClock
}

// New makes an IDE. Its plugins run on rt, which several IDEs may share. Close frees what it holds.
func New(rt *component.Runtime, opts Options) *IDE {
	if opts.Clock.IsZero() {
		opts.Clock = wasi.DefaultTime
	}
	if opts.Limits.Fuel == 0 {
		opts.Limits.Fuel = DefaultFuel
	}
	if opts.Limits.Deadline == 0 {
		opts.Limits.Deadline = DefaultDeadline
	}
	if opts.Runs == nil {
		opts.Runs = RunConfigurations
	}
	tree := files.New(nil)
	if opts.Project != nil {
		tree = opts.Project.Clone()
	}
	ide := &IDE{rt: rt, opts: opts, patience: opts.Limits.Deadline, tree: tree, initial: tree.Clone(), storage: map[string]map[string]string{}, clock: wasi.NewFixedClock(opts.Clock), mocked: make([]int, len(opts.Mocks)), told: make([]bool, len(opts.Dialogs))}
	for plugin, values := range opts.Storage {
		ide.storage[plugin] = maps.Clone(values)
	}
	ide.editor.open(tree, opts.Open, opts.Active)
	return ide
}

// Install adds a plugin and enables it. Two plugins of one id are an error.
func (ide *IDE) Install(p Plugin) error {
	ide.mu.Lock()
	defer ide.mu.Unlock()
	if ide.find(p.ID) != nil {
		return fmt.Errorf("a plugin with the id %q is installed already", p.ID)
	}
	ide.plugins = append(ide.plugins, newInstalled(p))
	return nil
}

// SetEnabled enables or disables a plugin; its tools come and go at once, and a plugin that was disabled gets a new instance. It says whether there is such a plugin.
func (ide *IDE) SetEnabled(id string, enabled bool) bool {
	return ide.change(id, func(p *installed) {
		p.enabled = enabled
		p.stale = p.stale || !enabled
	})
}

// SetGrants changes what a plugin may do, from its next call on. It says whether there is such a plugin.
func (ide *IDE) SetGrants(id string, grants []string) bool {
	return ide.change(id, func(p *installed) { p.Grants = slices.Clone(grants) })
}

// Uninstall removes a plugin and says whether it was there. What it has stored stays.
func (ide *IDE) Uninstall(id string) bool {
	return ide.change(id, func(p *installed) {
		p.stale = true
		ide.plugins = slices.DeleteFunc(ide.plugins, func(other *installed) bool { return other == p })
	})
}

// change changes a plugin at once, whether it runs or not. An instance that is not to be used again ends now, or with the call that is inside of it.
func (ide *IDE) change(id string, change func(*installed)) bool {
	ide.mu.Lock()
	p := ide.find(id)
	if p != nil {
		change(p)
	}
	ide.mu.Unlock()
	if p == nil {
		return false
	}
	ide.retire(p)
	return true
}

func (ide *IDE) find(id string) *installed {
	for _, p := range ide.plugins {
		if p.ID == id {
			return p
		}
	}
	return nil
}

// Close ends all instances, each when the call inside of it has ended.
func (ide *IDE) Close(context.Context) {
	ide.mu.Lock()
	plugins := slices.Clone(ide.plugins)
	ide.mu.Unlock()
	for _, p := range plugins {
		p.turn <- struct{}{}
		p.discard()
		<-p.turn
	}
}

// Project is a copy of the project's files as they are now.
func (ide *IDE) Project() *files.Tree {
	ide.state.Lock()
	defer ide.state.Unlock()
	return ide.tree.Clone()
}

// Stored is a copy of a plugin's stored values as they are now.
func (ide *IDE) Stored(plugin string) map[string]string {
	ide.state.Lock()
	defer ide.state.Unlock()
	return maps.Clone(ide.storage[plugin])
}

// OpenTexts are the texts of the files that are open in the editor, by path.
func (ide *IDE) OpenTexts() map[string]string {
	ide.state.Lock()
	defer ide.state.Unlock()
	texts := map[string]string{}
	for _, d := range ide.editor.docs {
		texts[d.path] = d.text
	}
	return texts
}

// Now is the time on the guests' clock.
func (ide *IDE) Now() time.Time { return ide.clock.Now() }
