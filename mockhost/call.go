package mockhost

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"openidea-plugin/diag"
)

// CallOptions say how one call goes.
type CallOptions struct {
	// Confirm is what the user answers; "" is what Options.Confirm says, and Accept where there is none.
	Confirm Answer
}

// CallTool calls a tool by its registered name with JSON text. Cancelling ctx is the caller's cancellation.
func (ide *IDE) CallTool(ctx context.Context, registered, arguments string, opts CallOptions) Outcome {
	target, refusal := ide.admit(registered)
	if refusal == nil {
		refusal = checkArguments(target.tool, arguments)
	}
	if refusal != nil {
		return *refusal
	}
	asked := target.tool.Destructive
	if asked {
		if refusal := ide.ask(ctx, target, arguments, opts); refusal != nil {
			return *refusal
		}
	}
	outcome := ide.take(ctx, target.plugin, "tool", opts, func() *Outcome {
		again, refusal := ide.admit(registered) // what has happened since, while the user was asked or another call ran
		if refusal == nil && again != target {
			refusal = unknownTool(registered, nil)
		}
		return refusal
	}, func(ctx context.Context, in *instance, c *call) *Outcome {
		return in.callTool(ctx, target.tool.Name, arguments, c)
	})
	outcome.Asked = asked
	return outcome
}

// admit decides everything that does not depend on the arguments and comes before the question to the user.
func (ide *IDE) admit(registered string) (owner, *Outcome) {
	ide.mu.Lock()
	defer ide.mu.Unlock()
	owners := ide.holders()[registered]
	if len(owners) == 0 {
		all := map[string][]owner{} // nobody enabled has it
		for _, p := range ide.plugins {
			p.register(all)
		}
		if len(all[registered]) == 0 {
			return owner{}, unknownTool(registered, all)
		}
		return owner{}, refuse(Disabled, fmt.Sprintf("the plugin %s is disabled", all[registered][0].plugin.ID))
	}
	target := owners[0]
	switch {
	case len(owners) > 1:
		return owner{}, refuse(Withheld, withheldMessage(registered, owners))
	case ide.opts.Restricted && !target.tool.ReadOnly:
		return owner{}, refuse(Restricted, fmt.Sprintf("%s is not read-only, and the project is open in Restricted Mode", registered))
	case ide.opts.Remote:
		return owner{}, refuse(Remote, RemoteMessage)
	}
	return target, nil
}

// unknownTool names the tool that is meant, as far as that can be told: what the ids of plugins put before the names of their tools is long, and makes names look
// alike that are not.
func unknownTool(registered string, all map[string][]owner) *Outcome {
	prefix := ""
	for name, owners := range all {
		if p := strings.TrimSuffix(name, owners[0].tool.Name); len(p) > len(prefix) && strings.HasPrefix(registered, p) {
			prefix = p
		}
	}
	var names []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		if name, ok := strings.CutPrefix(name, prefix); ok {
			names = append(names, name)
		}
	}
	message := diag.Sprintf("there is no tool %q", registered)
	if near := diag.Nearest(strings.TrimPrefix(registered, prefix), names); near != "" {
		message += diag.Sprintf("; did you mean %q?", prefix+near)
	}
	return refuse(UnknownTool, message)
}

func checkArguments(tool *PluginTool, arguments string) *Outcome {
	if len(arguments) > MaxArguments {
		return refuse(ArgumentsTooLarge, fmt.Sprintf("the arguments have %d bytes, at most %d are allowed", len(arguments), MaxArguments))
	}
	if problem := tool.Validate([]byte(arguments)); problem != "" {
		return refuse(InvalidArguments, problem)
	}
	return nil
}

func withheldMessage(registered string, owners []owner) string {
	ids := make([]string, len(owners))
	for i, o := range owners {
		ids[i] = o.plugin.ID
	}
	return fmt.Sprintf("%s is registered more than once (%s), so all of these tools are withheld", registered, strings.Join(ids, ", "))
}

// RunCommand runs a command of a plugin, as the user does it from a menu; arg is nil where there is none. A plugin that is not there or disabled is Refused
// as Disabled, one whose component exports no commands as UnknownTool.
func (ide *IDE) RunCommand(ctx context.Context, id, command string, arg *string, opts CallOptions) Outcome {
	ide.mu.Lock()
	p := ide.find(id)
	ide.mu.Unlock()
	enabled := func() *Outcome {
		ide.mu.Lock()
		defer ide.mu.Unlock()
		if p == nil || ide.find(id) != p || !p.enabled {
			return refuse(Disabled, diag.Sprintf("no plugin %q is enabled", id))
		}
		return nil
	}
	if refusal := enabled(); refusal != nil {
		return *refusal
	}
	if p.Component != nil && !ExportsCommands(p.Component) {
		return *refuse(UnknownTool, fmt.Sprintf("the plugin %s exports no commands (%scommands with the function \"run-command\")", id, apiPackage))
	}
	return ide.take(ctx, p, "command", opts, enabled, func(ctx context.Context, in *instance, c *call) *Outcome {
		return in.runCommand(ctx, command, arg, c)
	})
}

// take waits for the plugin's turn and runs the call, unless it is refused by then.
func (ide *IDE) take(ctx context.Context, p *installed, from source, opts CallOptions, refused func() *Outcome, invoke func(context.Context, *instance, *call) *Outcome) Outcome {
	if !p.begin(ctx) {
		return *callerCancelled()
	}
	defer ide.end(p)
	if refusal := refused(); refusal != nil {
		return *refusal
	}
	return ide.run(ctx, p, from, opts, invoke)
}

// callerCancelled is the outcome of a call that its caller did not wait for.
func callerCancelled() *Outcome {
	return &Outcome{Kind: Aborted, Reason: Cancelled, Message: "the caller cancelled the call before it began"}
}

// call is the context of one call into a plugin; host functions find everything in it.
type call struct {
	ide    *IDE
	plugin *installed
	grants []string // as they were when the call began
	source source
	answer Answer
	ctx    context.Context
	waited time.Duration // on the guests' clock

	trace   Trace
	effects Effects
	changes changes
}

// run makes the plugin's instance where there is none, calls it, and says what came of it.
func (ide *IDE) run(ctx context.Context, p *installed, from source, opts CallOptions, invoke func(context.Context, *instance, *call) *Outcome) Outcome {
	c := &call{ide: ide, plugin: p, grants: ide.grantsOf(p), source: from, answer: opts.Confirm, changes: newChanges()}
	err := ide.prepare(ctx, p)
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, ide.patience)
	defer cancel()
	c.ctx = ctx

	var outcome *Outcome
	var in *instance
	if err == nil {
		in, err = ide.instance(ctx, p, c)
	}
	if err != nil {
		outcome = aborted(err)
	} else {
		outcome = invoke(ctx, in, c)
	}
	outcome.Duration = time.Since(start)
	if in != nil {
		in.report(outcome)
	}
	if outcome.Kind == Aborted {
		p.discard()
	}
	c.changes.fill(&c.effects)
	outcome.Trace, outcome.Effects = c.trace, c.effects
	return *outcome
}

func (ide *IDE) grantsOf(p *installed) []string {
	ide.mu.Lock()
	defer ide.mu.Unlock()
	return p.Grants
}
