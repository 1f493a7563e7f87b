package mockhost

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"openidea-plugin/diag"
	"openidea-plugin/plugin"
)

// Answer is what the user does when a destructive tool asks, and in dialogs.
type Answer string

// The answers. The zero value is Accept.
const (
	Accept Answer = "accept"
	Reject Answer = "reject"
	Cancel Answer = "cancel"
)

// CallOptions say how one call goes.
type CallOptions struct {
	// Confirm is what the user answers; "" is Accept.
	Confirm Answer
}

// CallTool calls a tool by its registered name with JSON text. Cancelling ctx is the caller's cancellation.
func (ide *IDE) CallTool(ctx context.Context, registered, arguments string, opts CallOptions) Outcome {
	ide.running.Lock()
	defer ide.running.Unlock()
	target, refusal := ide.admit(registered, arguments)
	if refusal != nil {
		return *refusal
	}
	asked := target.tool.Destructive
	if asked {
		if refusal := ide.ask(target, opts.Confirm); refusal != nil {
			return *refusal
		}
	}
	outcome := ide.run(ctx, target.plugin, "tool", opts, func(ctx context.Context, in *instance, c *call) *Outcome {
		return in.callTool(ctx, target.tool.Name, arguments, c)
	})
	outcome.Asked = asked
	return outcome
}

// admit decides everything that comes before the question to the user.
func (ide *IDE) admit(registered, arguments string) (owner, *Outcome) {
	ide.mu.Lock()
	defer ide.mu.Unlock()
	owners := ide.holders()[registered]
	if len(owners) == 0 {
		disabled := map[string][]owner{} // nobody enabled has it
		for _, p := range ide.plugins {
			p.register(disabled)
		}
		if len(disabled[registered]) == 0 {
			message := fmt.Sprintf("there is no tool %q", registered)
			if near := diag.Nearest(registered, slices.Sorted(maps.Keys(disabled))); near != "" {
				message += fmt.Sprintf("; did you mean %q?", near)
			}
			return owner{}, refuse(UnknownTool, message)
		}
		return owner{}, refuse(Disabled, fmt.Sprintf("the plugin %s is disabled", disabled[registered][0].plugin.ID))
	}
	target := owners[0]
	switch {
	case len(owners) > 1:
		return owner{}, refuse(Withheld, withheldMessage(registered, owners))
	case ide.opts.Restricted && !target.tool.ReadOnly:
		return owner{}, refuse(Restricted, fmt.Sprintf("%s is not read-only, and the project is open in Restricted Mode", registered))
	case ide.opts.Remote:
		return owner{}, refuse(Remote, RemoteMessage)
	case len(arguments) > MaxArguments:
		return owner{}, refuse(ArgumentsTooLarge, fmt.Sprintf("the arguments have %d bytes, at most %d are allowed", len(arguments), MaxArguments))
	}
	if problem := target.tool.Validate([]byte(arguments)); problem != "" {
		return owner{}, refuse(InvalidArguments, problem)
	}
	return target, nil
}

func withheldMessage(registered string, owners []owner) string {
	ids := make([]string, len(owners))
	for i, o := range owners {
		ids[i] = o.plugin.ID
	}
	return fmt.Sprintf("%s is registered more than once (%s), so all of these tools are withheld", registered, strings.Join(ids, ", "))
}

// ask puts the question that a destructive tool asks.
func (ide *IDE) ask(target owner, answer Answer) *Outcome {
	name := plugin.RegisteredName(target.plugin.ID, target.tool.Name)
	var refusal *Outcome
	switch {
	case ide.opts.NoWindow:
		return refuse(NoWindow, name+" is destructive, and there is no window to ask in")
	case answer == Reject:
		refusal = refuse(Rejected, "the user rejected the call of "+name)
	case answer == Cancel:
		refusal = refuse(Cancelled, "the user cancelled the call of "+name)
	default:
		return nil
	}
	refusal.Asked = true
	return refusal
}

// RunCommand runs a command of a plugin, as the user does it from a menu; arg is nil where there is none. A plugin that is not there or disabled is Refused
// as Disabled, one whose component exports no commands as UnknownTool.
func (ide *IDE) RunCommand(ctx context.Context, id, command string, arg *string, opts CallOptions) Outcome {
	ide.running.Lock()
	defer ide.running.Unlock()
	ide.mu.Lock()
	p := ide.find(id)
	enabled := p != nil && p.enabled
	ide.mu.Unlock()
	switch {
	case !enabled:
		return *refuse(Disabled, fmt.Sprintf("no plugin %q is enabled", id))
	case p.Component != nil && !ExportsCommands(p.Component):
		return *refuse(UnknownTool, fmt.Sprintf("the plugin %s exports no commands (%scommands with the function \"run-command\")", id, apiPackage))
	}
	return ide.run(ctx, p, "command", opts, func(ctx context.Context, in *instance, c *call) *Outcome {
		return in.runCommand(ctx, command, arg, c)
	})
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
}

// run makes the plugin's instance where there is none, calls it, and says what came of it.
func (ide *IDE) run(ctx context.Context, p *installed, from source, opts CallOptions, invoke func(context.Context, *instance, *call) *Outcome) Outcome {
	before := ide.snapshot(p.ID)
	limits := ide.opts.Limits
	prepareErr := ide.prepare(ctx, p)
	start := time.Now()
	ctx, cancel := context.WithTimeout(ctx, limits.Deadline)
	defer cancel()
	c := &call{ide: ide, plugin: p, grants: p.Grants, source: from, answer: opts.Confirm, ctx: ctx}

	var outcome *Outcome
	var in *instance
	err := prepareErr
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
		p.discard(ctx)
	}
	c.effects.since(before, ide.snapshot(p.ID))
	outcome.Trace, outcome.Effects = c.trace, c.effects
	return *outcome
}
