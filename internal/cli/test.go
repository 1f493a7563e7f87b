package cli

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/component"
	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost/runner"
	"openidea-plugin/mockhost/snapshot"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/plugin"
	"openidea-plugin/report"
)

func init() {
	register(command{order: 30, example: "openidea-plugin test notes", make: testCommand})
}

func testCommand(e *env) *cobra.Command {
	f := &testFlags{}
	cmd := &cobra.Command{
		Use:   "test [PATH...]",
		Short: "Run the plugin's component against a mock of the IDE",
		Long: `Runs the tests of each plugin (tests/*.test.toml) with its real component against a mock of the IDE: a project in
memory, grants, confirmation, Restricted Mode, limits, and the whole plugin API. Nothing is written to disk but
reports that you ask for and, with --update, snapshots in tests/snapshots.

PATH is a plugin's folder, a manifest, any file of a plugin (also a test file: it leads to its plugin), or a
folder to search; the default is the working directory. With --merge it is a report that another run wrote.

Exit status: 0 nothing failed, 1 tests failed or the manifest or a schema has errors, 2 the tests could not be
run (no component, a mistake in a test file), 130, 143 or 129 the run was interrupted (Ctrl-C, SIGTERM, its
terminal was closed).`,
		Example: `  openidea-plugin test
  openidea-plugin test plugins/notes --run denied --trace
  openidea-plugin test --output junit=tests.xml --output text
  openidea-plugin test --merge shard-1.json shard-2.json --output junit`,
	}
	f.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if err := f.read(e); err != nil {
			return err
		}
		if err := e.need(paths...); err != nil {
			return err
		}
		if f.merge {
			return e.mergeTests(cmd, f, paths)
		}
		if len(paths) == 0 {
			paths = []string{"."}
		}
		ctx := cmd.Context()
		if f.watch {
			return e.watchTests(ctx, f, paths)
		}
		return e.test(ctx, f, paths)
	}
	return cmd
}

// testRun collects what a run of test finds before anything is run.
type testRun struct {
	e      *env
	report report.TestRun
	suites []*runner.Suite
	// selected are the tests that run.
	selected runner.Selection
	// results are those of the suites.
	results []*runner.Result
	load    func(cwd string, m plugin.ManifestPath) (*plugin.Plugin, *plugin.ReadError)
	// failed are reasons why something could not be tested at all; hints belong to the last of them.
	failed []string
	// mistaken are the test files that have findings.
	mistaken map[string]bool
	// removed is how many snapshots were removed.
	removed int
	// inputs are the files that the run reads, and the folders of projects, absolute.
	inputs []string
	// configs finds the configurations of plugins.
	configs *config.Loader
}

// runtime makes what components run on.
func (e *env) runtime(ctx context.Context) (*component.Runtime, error) {
	rt, err := component.NewRuntime(ctx, component.Config{Background: true, CacheDir: e.cacheDir()})
	if err != nil {
		return nil, fmt.Errorf("the runtime did not start: %w", err)
	}
	return rt, nil
}

func (e *env) test(ctx context.Context, f *testFlags, paths []string) error {
	rt, err := e.runtime(ctx)
	if err != nil {
		return err
	}
	defer rt.Close(ctx)
	t, err := e.newTestRun(f, plugin.Load)
	if err != nil {
		return err
	}
	for _, m := range t.find(paths) {
		t.plugin(m, f.list, ready(ctx, rt, f))
	}
	return t.finish(ctx, rt, f)
}

// newTestRun begins a run; load reads a plugin.
func (e *env) newTestRun(f *testFlags, load func(cwd string, m plugin.ManifestPath) (*plugin.Plugin, *plugin.ReadError)) (*testRun, error) {
	t := &testRun{e: e, load: load, mistaken: map[string]bool{}}
	t.report.Command, t.report.Version, t.report.Seed = "test", Version, f.seed
	var err error
	t.configs, err = e.configs()
	return t, err
}

// find finds the manifests that paths lead to.
func (t *testRun) find(paths []string) []plugin.ManifestPath {
	found := plugin.Find(t.e.Dir, paths)
	t.report.Findings = found.Findings
	for _, err := range found.Errors {
		t.cannotRead(err)
	}
	return found.Manifests
}

// ready gets the code of a component ready to run.
func ready(ctx context.Context, rt *component.Runtime, f *testFlags) func(*component.Component) error {
	if f.list {
		return func(*component.Component) error { return nil }
	}
	return func(c *component.Component) error { return rt.Ready(ctx, c) }
}

// finish runs the tests of the plugins that were read, and prints what came of them.
func (t *testRun) finish(ctx context.Context, rt *component.Runtime, f *testFlags) error {
	if err := t.e.protect(f.outs, append(t.inputs, t.e.configFiles(t.configs)...)); err != nil {
		return err
	}
	t.selected = runner.Select(t.suites, f.match, f.part)
	if !f.list {
		t.obsolete(f)
	}
	t.useConfigs()
	t.report.Findings = diag.Cap(diag.Sort(t.report.Findings))
	if f.list {
		return t.list(f)
	}
	t.run(ctx, rt, f)
	unprinted := t.e.write(f.outs, t.e.printTests(&t.report, f))
	return cmp.Or(unprinted, t.status(f)) // which complains, whatever was printed
}

func (t *testRun) cannotRead(err *plugin.ReadError) {
	t.report.Errors = append(t.report.Errors, report.Error{Path: err.Path, Message: err.Reason})
	t.failed = append(t.failed, fmt.Sprintf("cannot read %s: %s", err.Path, err.Reason))
}

// plugin loads one plugin, applies the rules of its manifest and schemas, and reads its test files. code gets the code of a component ready to run. It
// gives the files and folders that the tests depend on.
func (t *testRun) plugin(m plugin.ManifestPath, listing bool, code func(*component.Component) error) (inputs []string) {
	p, readErr := t.load(t.e.Dir, m)
	if readErr != nil {
		t.cannotRead(readErr)
		return []string{m.File}
	}
	t.report.Plugins++
	t.report.Tools += len(p.Tools)
	for _, err := range p.Errors {
		t.cannotRead(err)
	}
	conf, _ := t.configs.For(p.Dir) // what cannot be read is said at the end
	findings := errorsBeforeTests(p, check.Options{Code: code, Configs: t.configs})
	t.report.Findings = append(t.report.Findings, findings...)
	broken, all := brokenTools(p, findings)
	s, mistakes, errs := runner.NewSuite(t.e.Dir, p, broken)
	s.SetCapabilities(conf.Capabilities)
	for _, err := range errs {
		t.report.Errors = append(t.report.Errors, report.Error{Message: err.Error()})
		t.failed = append(t.failed, err.Error())
	}
	t.report.Findings = append(t.report.Findings, mistakes...)
	for _, d := range mistakes {
		if d.Severity == diag.Error {
			t.mistaken[d.Span.File.Path] = true
		}
	}
	switch {
	case all: // the IDE would not take the plugin at all
	case !listing && len(p.Tools) > 0 && t.noComponent(p):
	default:
		t.suites = append(t.suites, s)
	}
	t.inputs = append(t.inputs, slices.DeleteFunc(slices.Clone(s.Inputs()), func(file string) bool { return file == filepath.Join(p.Dir, testfile.Folder) })...)
	inputs = append(s.Inputs(), filepath.Join(p.Dir, config.FileName))
	if conf.Path != "" {
		inputs = append(inputs, t.e.path(filepath.FromSlash(conf.Path)))
	}
	return inputs
}

// noComponent says what to do about a component that was not built.
func (t *testRun) noComponent(p *plugin.Plugin) bool {
	if w := p.Wasm(); w != nil {
		if w.ReadError != nil {
			t.cannotRead(w.ReadError)
		}
		return w.Component == nil
	}
	if p.WasmAt == nil || p.WasmAt.State != plugin.Missing {
		return true // a finding says it
	}
	path := p.WasmAt.Clean
	message := fmt.Sprintf("%s has no component: %s is not there, so build it first", p.ID(), filepath.ToSlash(filepath.Join(p.Path, path)))
	t.report.Errors = append(t.report.Errors, report.Error{Path: filepath.ToSlash(filepath.Join(p.Path, path)), Message: "the component is not there: build it first"})
	t.failed = append(t.failed, message+"\n  "+strings.Join(howToBuild(p.Dir, p.Path, path), "\n  "))
	return true
}

// beforeTests are the rules of components that keep a plugin from being tested; all other errors are those of the manifest and the schemas.
var beforeTests = []string{"wasm-format", "wasm-invalid"}

// useConfigs names the configurations in use, and reports what is wrong with them.
func (t *testRun) useConfigs() {
	used, unread := t.configs.Used()
	for _, err := range unread {
		t.cannotRead(err)
	}
	for _, c := range used {
		t.report.Configs = append(t.report.Configs, c.Path)
		t.report.Findings = append(t.report.Findings, c.Findings...)
		if c.Broken() {
			t.failed = append(t.failed, mistaken(c))
		}
	}
	t.e.nameConfigs(t.report.Configs)
}

func errorsBeforeTests(p *plugin.Plugin, o check.Options) []diag.Diagnostic {
	return slices.DeleteFunc(check.Plugin(p, o), func(d diag.Diagnostic) bool {
		rule := check.Find(d.Rule)
		return d.Severity != diag.Error || rule != nil && rule.Wasm && !slices.Contains(beforeTests, d.Rule)
	})
}

// brokenTools are the tools that findings speak of, with the reason why nothing is run for them. all: a finding speaks of the plugin as a whole.
func brokenTools(p *plugin.Plugin, findings []diag.Diagnostic) (broken map[string]string, all bool) {
	broken = map[string]string{}
	places := placesOf(p)
	told := map[*diag.SourceFile]bool{} // schemas, for which the last finding speaks: many tools may share one
	for _, tool := range p.Tools {
		if tool.Unread != nil {
			broken[tool.Name.Value] = "the schema of the tool cannot be read: " + tool.Unread.Reason
		}
	}
	for _, d := range slices.Backward(findings) {
		tools := places.at(d.Span)
		all = all || len(tools) == 0
		if told[d.Span.File] {
			continue
		}
		told[d.Span.File] = d.Span.File != places.manifest
		for _, tool := range tools {
			if broken[tool.Name.Value] == "" {
				broken[tool.Name.Value] = "the tool has errors: " + d.Message
			}
		}
	}
	return broken, all
}

// toolPlaces are the places of a plugin's tools: of schemas, and of the tables in the manifest, in order.
type toolPlaces struct {
	manifest *diag.SourceFile
	bySchema map[*diag.SourceFile][]*plugin.Tool
	starts   []int
	tools    []*plugin.Tool
}

func placesOf(p *plugin.Plugin) *toolPlaces {
	t := &toolPlaces{manifest: p.Manifest.File, bySchema: map[*diag.SourceFile][]*plugin.Tool{}}
	for _, tool := range p.Tools {
		if tool.Schema != nil && tool.Schema.File != t.manifest {
			t.bySchema[tool.Schema.File] = append(t.bySchema[tool.Schema.File], tool)
		}
		if start := tool.Table.Span.Start; start > 0 {
			t.starts = append(t.starts, start)
			t.tools = append(t.tools, tool)
		}
	}
	return t
}

// at are the tools that a place belongs to: those that use the schema, or the one in whose table it stands.
func (t *toolPlaces) at(at diag.Span) []*plugin.Tool {
	if at.File != t.manifest {
		return t.bySchema[at.File]
	}
	i, found := slices.BinarySearch(t.starts, at.Start)
	switch {
	case found:
		return t.tools[i : i+1]
	case i > 0:
		return t.tools[i-1 : i]
	}
	return nil
}

// list prints the tests that would run.
func (t *testRun) list(f *testFlags) error {
	t.report.Results = listed(t.suites, t.selected)
	unprinted := t.e.write(f.outs, []format{
		{"text", func(w io.Writer, _ bool) error { return report.TestList(w, t.report.Results) }},
		{"json", func(w io.Writer, _ bool) error { return report.TestJSON(w, &t.report) }},
	})
	if len(t.report.Findings) > 0 && slices.ContainsFunc(f.outs, func(o output) bool { return o.format == "text" }) {
		r := &t.report.Report
		if err := writeError("", report.Text(t.e.Err, r, report.TextOptions{Color: t.e.colored(t.e.ErrTerminal), Quiet: true})); err != nil {
			return err
		}
	}
	return cmp.Or(unprinted, t.status(f))
}

// run runs the suites.
func (t *testRun) run(ctx context.Context, rt *component.Runtime, f *testFlags) {
	if len(t.suites) == 0 {
		return
	}
	line := t.e.progress()
	defer line.end()
	t.results = runner.Run(ctx, rt, t.suites, runner.Options{
		Selected: t.selected, FailFast: f.failFast, Jobs: f.jobs, Seed: f.seed, Fuel: f.fuel, Update: f.update,
		Detail:   f.trace || slices.ContainsFunc(f.outs, func(o output) bool { return o.format == "json" }),
		Progress: line.tell,
	})
	t.report.Results = reported(t.results)
	for _, r := range t.results {
		if r.WriteError != nil {
			t.failed = append(t.failed, fmt.Sprintf("cannot write snapshots of %s: %s", r.ID, snapshot.Reason(r.WriteError)))
		}
	}
}

// status says how the run ends, and prints what kept it from its work.
func (t *testRun) status(f *testFlags) error {
	if words := t.snapshotWords(); words != "" && !t.e.quiet {
		fmt.Fprintln(t.e.Err, words)
	}
	for _, message := range t.failed {
		t.e.complain("%s", message)
	}
	switch n := len(t.mistaken); {
	case n == 1:
		t.e.complain("a test file has mistakes and was not run")
	case n > 1:
		t.e.complain("%d test files have mistakes and were not run", n)
	}
	failed := 0
	for _, r := range t.results {
		failed += r.Count(runner.Failed)
	}
	if f.match != nil && !f.list && len(t.suites) > 0 && len(runner.Select(t.suites, f.match, runner.Shard{})) == 0 {
		t.e.complain("no test matches --run %q\n  openidea-plugin test --list shows the tests", f.run)
		return exitStatus(ExitFailed)
	}
	switch {
	case len(t.failed) > 0 || len(t.mistaken) > 0:
		return exitStatus(ExitFailed)
	case failed > 0 || slices.ContainsFunc(t.report.Findings, func(d diag.Diagnostic) bool { return d.Severity == diag.Error }):
		return exitStatus(ExitFindings)
	}
	return nil
}
