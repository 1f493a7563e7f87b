package cli

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"openidea-plugin/check"
	"openidea-plugin/component"
	"openidea-plugin/config"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/files"
	"openidea-plugin/mockhost/runner"
	"openidea-plugin/mockhost/testfile"
	"openidea-plugin/plugin"
	"openidea-plugin/report"
	"openidea-plugin/wit"
)

func init() {
	register(command{order: 40, example: `openidea-plugin call find_notes '{"text":"milk"}' --plugin notes --trace`, make: callCommand})
}

// callFlags are the flags of the command call.
type callFlags struct {
	plugin, project, confirm, command string
	outputs, grants                   []string
	noGrants, restricted              bool
	trace, times                      bool
	outs                              []output
}

func callCommand(e *env) *cobra.Command {
	f := &callFlags{}
	cmd := &cobra.Command{
		Use:   "call TOOL [JSON]",
		Short: "Call one tool or command of a plugin and show what it does",
		Long: `Calls one tool of a plugin, by its local or its registered name, against a mock of the IDE. JSON are its
arguments, {} where it is left out; - reads them from the standard input. With --command ID the plugin's command
is run instead, and what follows is its argument.

The project is the folder of --project, read into memory: the plugin cannot write to it, nor reach the network
or another program. Without it the project is empty. A destructive tool asks in the project's window, which is not there
unless --confirm says what the user answers.

The text goes to the standard output as it is (on a terminal, what a terminal would obey is made visible),
everything else to the standard error.

Exit status: 0 the call succeeded, 1 it did not or the tool has errors, 2 it could not be made.`,
		Example: `  openidea-plugin call find_notes '{"text":"milk"}' --project demo --trace
  openidea-plugin call purge_notes - --project demo --confirm accept < arguments.json
  openidea-plugin call --command choose_note --project demo --confirm accept`,
	}
	flags := cmd.Flags()
	flags.StringVar(&f.plugin, "plugin", ".", "call the plugin at `PATH`: its folder, its manifest or any file of it")
	flags.StringVar(&f.project, "project", "", "open the folder `DIR` as the project, in memory")
	flags.StringArrayVar(&f.grants, "grant", nil, "grant the capability `CAP` too; may be given several times")
	flags.BoolVar(&f.noGrants, "no-grants", false, "grant nothing that the manifest requires")
	flags.StringVar(&f.confirm, "confirm", "", "there is a window, and the user answers `ANSWER`: accept, reject or cancel")
	flags.BoolVar(&f.restricted, "restricted", false, "open the project in Restricted Mode")
	flags.StringVar(&f.command, "command", "", "run the command `ID` instead of a tool")
	flags.BoolVar(&f.trace, "trace", false, "show every host call of the plugin")
	flags.BoolVar(&f.times, "times", false, "show the time, which varies, also where the output is no terminal")
	outputFlag(cmd, &f.outputs, "text", "json")
	_ = cmd.RegisterFlagCompletionFunc("confirm", cobra.FixedCompletions(confirmAnswers, cobra.ShellCompDirectiveNoFileComp))
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		return e.call(cmd.Context(), f, args)
	}
	return cmd
}

var confirmAnswers = []string{string(mockhost.Accept), string(mockhost.Reject), string(mockhost.Cancel)}

// callRun is one run of the command.
type callRun struct {
	*env
	*callFlags
	p    *plugin.Plugin
	host mockhost.Plugin
	what *testfile.Call
	// configs finds the plugin's configuration.
	configs *config.Loader
}

func (e *env) call(ctx context.Context, f *callFlags, args []string) error {
	r := &callRun{env: e, callFlags: f}
	if err := r.read(args); err != nil {
		return err
	}
	if err := e.need(f.plugin); err != nil {
		return err
	}
	rt, err := e.runtime(ctx)
	if err != nil {
		return err
	}
	defer rt.Close(ctx)
	if err := r.load(); err != nil {
		return err
	}
	if err := r.subject(args, func(c *component.Component) error { return rt.Ready(ctx, c) }); err != nil {
		return err
	}
	options, err := r.options()
	if err != nil {
		return err
	}
	if err := r.protect(r.outs, r.inputs()); err != nil {
		return err
	}
	outcome := r.make(ctx, rt, options)
	if outcome.OutranInterpreter() && rt.Compile(ctx, r.host.Component) == nil {
		outcome = r.make(ctx, rt, options)
	}
	return r.show(outcome)
}

// read checks the command line before any work is done.
func (r *callRun) read(args []string) error {
	var err error
	if r.outs, err = r.parseOutputs(r.outputs, []string{"text", "json"}); err != nil {
		return err
	}
	switch {
	case r.confirm != "" && !slices.Contains(confirmAnswers, r.confirm):
		return usage(didYouMean(r.confirm, confirmAnswers), "--confirm does not know %q", r.confirm)
	case r.command != "" && len(args) > 1:
		return usage("", "call --command takes one argument for the command, not %d", len(args))
	case r.command == "" && len(args) > 2:
		return usage(`put the JSON in quotes: '{"text":"milk"}'`, "call takes a tool and its arguments, not %d words", len(args))
	}
	return nil
}

// load finds and reads the one plugin.
func (r *callRun) load() error {
	found := plugin.Find(r.Dir, []string{r.plugin})
	switch n := len(found.Manifests); {
	case len(found.Errors) > 0:
		return fmt.Errorf("cannot read %s: %s", found.Errors[0].Path, found.Errors[0].Reason)
	case n == 0:
		r.complainOf("call", found.Findings)
		return exitStatus(ExitFindings)
	case n > 1:
		return usage("name one of them: --plugin "+found.Manifests[0].Printed, "there are %d plugins at %s", n, plugin.Printed(r.Dir, r.path(r.plugin)))
	}
	p, err := plugin.Load(r.Dir, found.Manifests[0])
	if err != nil {
		return fmt.Errorf("cannot read %s: %s", err.Path, err.Reason)
	}
	for _, err := range p.Errors {
		return fmt.Errorf("cannot read %s: %s", err.Path, err.Reason)
	}
	r.p = p
	return nil
}

// subject finds out what is called, and whether it can be.
func (r *callRun) subject(args []string, code func(*component.Component) error) error {
	t := &testRun{e: r.env}
	var err error
	if r.configs, err = r.env.configs(); err != nil {
		return err
	}
	findings := errorsBeforeTests(r.p, check.Options{Code: code, Configs: r.configs})
	broken, all := brokenTools(r.p, findings)
	r.host = mockhost.FromDisk(r.p)
	if len(args) == 0 && r.command == "" {
		return usage(r.tools(), "call needs the name of a tool, or --command ID")
	}
	if r.what, err = r.input(args); err != nil {
		return err
	}
	places := placesOf(r.p)
	concerned := slices.DeleteFunc(findings, func(d diag.Diagnostic) bool {
		tools := places.at(d.Span)
		return len(tools) > 0 && !slices.ContainsFunc(tools, func(tool *plugin.Tool) bool { return tool.Name.Value == r.what.Tool })
	})
	if all || broken[r.what.Tool] != "" {
		r.complainOf("call", concerned)
		return exitStatus(ExitFindings)
	}
	if t.noComponent(r.p) || r.host.Component == nil {
		if len(t.failed) == 0 {
			return usage("build it, and name it with wasm = \"…\" in the manifest", "%s has no component", r.p.ID())
		}
		return usage("", "%s", t.failed[0])
	}
	return r.configure()
}

// tools is a hint at what can be called.
func (r *callRun) tools() string {
	var names []string
	for _, tool := range r.host.Tools {
		names = append(names, tool.Name)
	}
	const most = 20
	switch n := len(names); {
	case n == 0:
		return r.p.ID() + " has no tools"
	case n > most:
		names = append(names[:most], fmt.Sprintf("and %d more: openidea-plugin inspect lists them", n-most))
	}
	return r.p.ID() + " has " + strings.Join(names, ", ")
}

// maxInput bounds what is read from the standard input; far more than the IDE takes, so that its own limit is what speaks.
const maxInput = 64 << 20

// input is the call that the command line asks for. A tool is known by its local name where there is one of that name.
func (r *callRun) input(args []string) (*testfile.Call, error) {
	if r.command != "" {
		call := &testfile.Call{Command: r.command}
		if len(args) > 0 {
			call.Arg = &args[0]
		}
		return call, nil
	}
	call := &testfile.Call{Tool: args[0], Arguments: "{}"}
	for _, tool := range r.host.Tools {
		if plugin.RegisteredName(r.host.ID, tool.Name) == args[0] && r.declared(args[0]) == nil {
			call.Tool = tool.Name
		}
	}
	if len(args) == 2 {
		call.Arguments = args[1]
	}
	if call.Arguments == "-" {
		data, err := io.ReadAll(io.LimitReader(r.In, maxInput+1))
		switch {
		case err != nil:
			return nil, usage("", "cannot read the arguments from the standard input: %s", plugin.Reason(err))
		case len(data) > maxInput:
			return nil, usage("", "the arguments on the standard input have more than %d MiB", maxInput>>20)
		}
		call.Arguments = string(data)
	}
	return call, nil
}

func (r *callRun) declared(name string) *mockhost.PluginTool {
	for i, tool := range r.host.Tools {
		if tool.Name == name {
			return &r.host.Tools[i]
		}
	}
	return nil
}

// configure applies grants and the plugin's configuration.
func (r *callRun) configure() error {
	configured, err := r.capabilities(r.p, r.configs)
	if err != nil {
		return err
	}
	r.host.Capabilities = configured
	known := wit.Capabilities()
	for _, listed := range slices.Concat(r.p.Manifest.Required, r.p.Manifest.Optional) {
		known = append(known, listed.Value)
	}
	for _, capability := range configured {
		known = append(known, capability)
	}
	if r.noGrants {
		r.host.Grants = nil
	}
	for _, grant := range r.grants {
		if !slices.Contains(known, grant) {
			hint := "known are those that the manifest lists, and " + strings.Join(wit.Capabilities(), ", ")
			if near := diag.Nearest(grant, known); near != "" {
				hint = "did you mean " + near + "?"
			}
			return usage(hint, "--grant does not know the capability %q", grant)
		}
		r.host.Grants = append(slices.Clip(r.host.Grants), grant)
	}
	return nil
}

// options are what the IDE is like.
func (r *callRun) options() (mockhost.Options, error) {
	o := mockhost.Options{Restricted: r.restricted, NoWindow: r.confirm == "", Seed: 1}
	if r.project == "" {
		return o, nil
	}
	if err := r.need(r.project); err != nil {
		return o, err
	}
	tree, err := files.LoadAs(r.path(r.project), r.project)
	o.Project = tree
	return o, err
}

// inputs are the files of the plugin and its configuration, and the folder of the project.
func (r *callRun) inputs() []string {
	inputs := append(r.p.Inputs(), r.configFiles(r.configs)...)
	if r.project != "" {
		inputs = append(inputs, r.env.path(r.project))
	}
	return inputs
}

// make makes the call in an IDE of its own.
func (r *callRun) make(ctx context.Context, rt *component.Runtime, o mockhost.Options) mockhost.Outcome {
	ide := mockhost.New(rt, o)
	defer ide.Close(context.WithoutCancel(ctx))
	_ = ide.Install(r.host) // it is the only one
	opts := mockhost.CallOptions{Confirm: mockhost.Answer(r.confirm)}
	if r.what.Command != "" {
		return ide.RunCommand(ctx, r.host.ID, r.what.Command, r.what.Arg, opts)
	}
	return ide.CallTool(ctx, plugin.RegisteredName(r.host.ID, r.what.Tool), r.what.Arguments, opts)
}

// show prints the call: its text to the standard output, the rest to the standard error.
func (r *callRun) show(o mockhost.Outcome) error {
	call := reportedCall(&runner.Call{
		Call: r.what, Outcome: o, Got: runner.Describe(o), Changes: runner.Changes(o.Effects), Hint: runner.Explain(o, r.declared(r.what.Tool)),
	})
	switch {
	case o.Reason == mockhost.NoWindow:
		call.Hint = "Say what the user answers: --confirm accept, reject or cancel."
	case o.Reason == mockhost.UnknownTool && r.what.Tool != "":
		call.Hint = r.tools() + "."
	case runner.Lacking(o) != "" && !r.noGrants:
		call.Hint = "Grant it for this call: --grant " + runner.Lacking(o)
	}
	c := &report.CallRun{Plugin: r.host.ID, Path: r.p.Path, Version: Version, Configs: usedPaths(r.configs), Call: call}
	r.nameConfigs(c.Configs)
	unprinted := r.write(r.outs, []format{
		{"text", func(w io.Writer, _ bool) error {
			if o.Kind != mockhost.OK {
				return nil
			}
			if w == r.Out && r.OutTerminal {
				return report.CallText(w, o.Text)
			}
			_, err := io.WriteString(w, o.Text)
			return err
		}},
		{"json", func(w io.Writer, _ bool) error { return report.CallJSON(w, c) }},
	})
	if slices.ContainsFunc(r.outs, func(o output) bool { return o.format == "text" }) {
		err := report.CallSummary(r.Err, c, report.CallTextOptions{
			Color: r.colored(r.ErrTerminal), Trace: r.trace, Times: r.times || r.ErrTerminal, Quiet: r.quiet,
		})
		if err != nil {
			return err
		}
	}
	if unprinted != nil {
		return unprinted
	}
	if o.Kind != mockhost.OK {
		return exitStatus(ExitFindings)
	}
	return nil
}
