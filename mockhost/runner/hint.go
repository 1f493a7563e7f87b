package runner

import (
	"fmt"
	"slices"
	"strings"

	"openidea-plugin/mockhost"
	"openidea-plugin/mockhost/testfile"
)

// hint says what likely led to an outcome that is not as expected, or "". tool is the declared tool that was called; nil where there is none.
func hint(o mockhost.Outcome, x testfile.Expect, tool *mockhost.PluginTool) string {
	if o.Help != "" {
		return o.Help
	}
	if o.Kind == mockhost.Aborted && o.Reason == mockhost.Trap {
		return trapHint(o)
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

func trapHint(o mockhost.Outcome) string {
	if n := len(o.Trace.Calls); n > 0 && o.Trace.Dropped == 0 {
		switch last := o.Trace.Calls[n-1]; last.Error {
		case "":
		case "denied":
			return "The plugin trapped after the denial: an error of a host call was not handled (unwrap?)."
		default:
			return fmt.Sprintf("The plugin trapped after the error %s of %s: an error of a host call was not handled (unwrap?).", last.Error, last.Name())
		}
	}
	panicked := slices.ContainsFunc(o.Frames, func(f string) bool {
		return strings.Contains(f, "rust_panic") || strings.Contains(f, "core::panicking::")
	})
	switch {
	case !panicked:
		return ""
	case o.Stderr != "":
		return "The plugin panicked: return an error instead, whose message reaches the agent."
	}
	return "The plugin panicked, and the message is lost in the component: cargo test shows it. Return an error instead, whose message reaches the agent."
}
