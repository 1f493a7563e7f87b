package runner

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/diag"
	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

// hint says what likely led to an outcome that is not as expected, or "". tool is the declared tool that was called; nil where there is none. given are the
// plugin's capabilities where the test leaves them to the manifest, which lists those in optional too.
func hint(o mockhost.Outcome, x testfile.Expect, tool *mockhost.PluginTool, given *capabilities) string {
	if o.Help != "" {
		return o.Help
	}
	if o.Kind == mockhost.Aborted && o.Reason == mockhost.Trap {
		return trapHint(o)
	}
	if h := given.hint(o); h != "" {
		return h
	}
	if tool == nil {
		return ""
	}
	asks := slices.Contains([]string{mockhost.NoWindow, mockhost.Rejected, mockhost.Cancelled}, x.Refused)
	reached := o.Kind == mockhost.OK || o.Kind == mockhost.Error
	switch {
	// The answer that "new" writes for a tool that the code does not know.
	case o.Kind == mockhost.Error && o.Reason == "not-found" && o.Message == tool.Name && len(o.Trace.Calls)+o.Trace.Dropped == 0:
		return fmt.Sprintf("The manifest declares %s, but the component does not know it: is it built from the present code, and does the code answer %s?", tool.Name, tool.Name)
	case reached && asks && !tool.Destructive:
		return fmt.Sprintf("The manifest says that %s is not destructive, so nobody is asked.", tool.Name)
	case reached && x.Refused == mockhost.Restricted && tool.ReadOnly:
		return fmt.Sprintf("The manifest says that %s is read-only, so it may be called in Restricted Mode.", tool.Name)
	}
	return ""
}

// Lacking is the capability that a call lacked which ended with the plugin's error denied, "" where it is not known.
func Lacking(o mockhost.Outcome) string {
	if o.Kind != mockhost.Error || o.Reason != "denied" {
		return ""
	}
	for _, h := range o.Trace.Calls {
		if h.Error == "denied" && !h.Granted && !h.Scripted {
			return h.Capability
		}
	}
	return ""
}

// capabilities are those that a manifest lists.
type capabilities struct{ required, optional []string }

// hint says why a plugin was denied what nobody took from it.
func (c *capabilities) hint(o mockhost.Outcome) string {
	needed := Lacking(o)
	if c == nil || needed == "" {
		return ""
	}
	if !slices.Contains(c.optional, needed) {
		return fmt.Sprintf("The manifest does not list %s, so it is never granted: add it to capabilities.required or capabilities.optional.", diag.Quote(needed))
	}
	all := append(slices.Clone(c.required), needed)
	for i, capability := range all {
		all[i] = diag.Quote(capability)
	}
	return fmt.Sprintf("The manifest lists %s as optional, and a test grants it only where it says so: grants = [%s].", diag.Quote(needed), strings.Join(all, ", "))
}

func trapHint(o mockhost.Outcome) string {
	calls, message := o.Trace.Calls, panicMessage(o)
	if n := len(calls); message != "" && n > 0 && calls[n-1].Name() == "log.write" {
		calls = calls[:n-1] // it tells of the panic
	}
	if n := len(calls); n > 0 && o.Trace.Dropped == 0 {
		switch last := calls[n-1]; last.Error {
		case "":
		case "denied":
			return "The plugin trapped after the denial: an error of a host call was not handled (unwrap?)."
		default:
			return fmt.Sprintf("The plugin trapped after the error %s of %s: an error of a host call was not handled (unwrap?).", last.Error, last.Name())
		}
	}
	panicked := message != "" || slices.ContainsFunc(o.Frames, func(f string) bool {
		return strings.Contains(f, "rust_panic") || strings.Contains(f, "core::panicking::")
	})
	switch {
	case !panicked:
		return recursionHint(o)
	case message != "", o.Stderr != "":
		return "The plugin panicked: return an error instead, whose message reaches the agent."
	}
	return "The plugin panicked, and the message is lost in the component: cargo test shows it. Return an error instead, whose message reaches the agent."
}

// recursionHint tells a stack that ran out from other accesses out of bounds: what Rust and C keep in a stack of their own lies in the component's memory,
// and that stack ends before the IDE's.
func recursionHint(o mockhost.Outcome) string {
	const least = 3 // of the innermost frames; a message shows as many
	if !strings.Contains(o.Message, "out of bounds memory access") || len(o.Frames) < least {
		return ""
	}
	for _, f := range o.Frames[1:least] {
		if f != o.Frames[0] {
			return ""
		}
	}
	return diag.Sprintf("%s called itself again and again, which has probably used up the stack that the plugin keeps in its memory: give the recursion an end, or use a loop.", o.Frames[0])
}

// panicMessage is the place and the message of the panic that ended a call: what the SDK writes to the plugin's log before it traps, as the last line.
// It is "" where there was no panic or nobody wrote of it.
func panicMessage(o mockhost.Outcome) string {
	n := len(o.Effects.Log)
	if o.Kind != mockhost.Aborted || o.Reason != mockhost.Trap || n == 0 || o.Effects.Dropped > 0 {
		return ""
	}
	last := o.Effects.Log[n-1]
	if last.Level != "error" || !strings.HasPrefix(last.Text, "panicked at ") {
		return ""
	}
	return last.Text
}
