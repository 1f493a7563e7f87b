package mockhost

import (
	"context"
	"fmt"
	"strings"

	"openidea-plugin/component"
	"openidea-plugin/component/types"
	"openidea-plugin/component/wasi"
	"openidea-plugin/mockhost/bind"
)

// instance is a running plugin.
type instance struct {
	inst    *component.Instance
	stderr  *wasi.Buffer
	current *call // the call that is inside, nil between calls
}

// stderrKept is how much of a plugin's standard error is kept of one call.
const stderrKept = 64 << 10

// prepare gets the plugin's code ready to run, which counts for nobody's deadline.
func (ide *IDE) prepare(ctx context.Context, p *installed) error {
	if p.Component == nil {
		return absent("the plugin " + p.ID + " has no component")
	}
	return ide.rt.Ready(ctx, p.Component)
}

// instance gives the plugin's instance, which is made where there is none.
func (ide *IDE) instance(ctx context.Context, p *installed, c *call) (*instance, error) {
	if ide.takeStale(p) {
		p.discard()
	}
	if p.inst != nil {
		p.inst.enter(c)
		return p.inst, nil
	}
	in := &instance{stderr: wasi.NewBuffer(stderrKept)}
	in.enter(c)
	world := wasi.New(wasi.Config{Clock: guestClock{ide.clock, in}, Seed: ide.opts.Seed, Stderr: in.stderr})
	limits := ide.opts.Limits
	host := newLinker(ide, p, in, world)
	resolver := identities{host, aliases(p.Component.Imports())}
	inst, err := ide.rt.Instantiate(ctx, p.Component, resolver, component.Limits{
		Memory: limits.Memory, TableEntries: limits.TableEntries, Handles: limits.Handles, HostBytes: limits.HostBytes, Fuel: limits.Fuel,
	})
	switch {
	case host.failed != nil:
		return nil, host.failed
	case err != nil:
		return nil, err
	}
	in.inst = inst
	p.inst = in
	return in, nil
}

func (in *instance) enter(c *call) {
	in.current = c
	in.stderr.Reset()
}

// report adds what the instance knows of the call that has just ended.
func (in *instance) report(o *Outcome) {
	o.Stderr = in.stderr.String()
	o.Fuel = in.inst.FuelUsed()
	in.current = nil
}

// discard ends the plugin's instance; the next call gets a new one.
func (p *installed) discard() {
	if p.inst == nil {
		return
	}
	_ = p.inst.inst.Close(context.Background()) // nothing of it is used any more
	p.inst = nil
}

// toolArgs and commandArgs are the parameters of the two exports of a plugin.
type toolArgs struct {
	Tool, Arguments string
	Ctx             *invocation
}

type commandArgs struct {
	Id  string
	Ctx *invocation
	Arg *string
}

// apiPackage begins the name of every interface of the plugin API.
const apiPackage = "openidea:plugin/"

// export finds an exported function of the plugin API, of whatever version.
func (in *instance) export(c *call, iface, function string) (*component.Func, error) {
	for _, e := range c.plugin.Component.Exports() {
		if e.Sort != types.SortInstance || bareInterface(e.Name) != iface {
			continue
		}
		if f := in.inst.Func(e.Name, function); f != nil {
			return f, nil
		}
	}
	return nil, absent(fmt.Sprintf("the component does not export %s%s with the function %q", apiPackage, iface, function))
}

// bareInterface is the name of an interface of the plugin API 1.x without package and version; "" for any other name.
func bareInterface(name string) string {
	name, ok := strings.CutPrefix(name, apiPackage)
	name, version, versioned := strings.Cut(name, "@")
	if !ok || versioned && !strings.HasPrefix(version, "1.") {
		return ""
	}
	return name
}

func (in *instance) callTool(ctx context.Context, tool, arguments string, c *call) *Outcome {
	return invoke[toolArgs, string](ctx, in, c, "mcp-provider", "call", toolArgs{tool, arguments, &invocation{c}}, func(o *Outcome, text string) { o.Text = text })
}

func (in *instance) runCommand(ctx context.Context, command string, arg *string, c *call) *Outcome {
	return invoke[commandArgs, *string](ctx, in, c, "commands", "run-command", commandArgs{command, &invocation{c}, arg}, func(o *Outcome, text *string) {
		if o.None = text == nil; text != nil {
			o.Text = *text
		}
	})
}

// invoke calls an export with its parameters matched by label and reads what it returned.
func invoke[In, Out any](ctx context.Context, in *instance, c *call, iface, function string, args In, set func(*Outcome, Out)) *Outcome {
	f, err := in.export(c, iface, function)
	if err != nil {
		return aborted(err)
	}
	guest, err := bind.BindGuest[In, Out](f.Type())
	if err != nil {
		return aborted(&unbindable{f.Name(), err})
	}
	values, err := guest.Args(args)
	if err != nil {
		return aborted(&unbindable{f.Name(), err})
	}
	result, err := f.Call(ctx, values...)
	if err != nil {
		return aborted(err)
	}
	text, failed, err := guest.Result(result)
	if err != nil {
		return aborted(&unbindable{f.Name(), err})
	}
	o := &Outcome{Kind: OK}
	what, size := "the result", 0
	if failed != nil {
		o.Kind, o.Reason, o.Message = Error, failed.Kind, failed.Message
		what, size = "the message of the error", len(failed.Message)
	} else {
		set(o, text)
		size = len(o.Text)
	}
	if size > MaxResult {
		return &Outcome{Kind: Aborted, Reason: ResultTooLarge, Message: fmt.Sprintf("%s has %d bytes, at most %d are allowed", what, size, MaxResult)}
	}
	return o
}
