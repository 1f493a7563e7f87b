package mockhost

import (
	"context"
)

// Answer is what the user does when a destructive tool asks, and in dialogs.
type Answer string

// The answers.
const (
	Accept Answer = "accept"
	Reject Answer = "reject"
	Cancel Answer = "cancel"
)

// Question is what the user is asked before a destructive tool is called.
type Question struct {
	// Plugin is the id of the plugin, Tool the local name of the tool, Registered the one that clients know, Description what the manifest says of it.
	Plugin, Tool, Registered, Description string
	// Arguments are the JSON text of the call, which is valid by the tool's schema.
	Arguments string
}

// ask puts the question that a destructive tool asks. It may take as long as the user does: nothing is locked meanwhile.
func (ide *IDE) ask(ctx context.Context, target owner, arguments string, opts CallOptions) *Outcome {
	name := target.registered()
	if ide.opts.NoWindow {
		return refuse(NoWindow, name+" is destructive, and there is no window to ask in")
	}
	answer := opts.Confirm
	if answer == "" {
		answer = Accept
		if ide.opts.Confirm != nil {
			answer = ide.opts.Confirm(ctx, Question{target.plugin.ID, target.tool.Name, name, target.tool.Description, arguments})
		}
	}
	var refusal *Outcome
	switch {
	case ctx.Err() != nil:
		refusal = callerCancelled()
	case answer == Accept:
		return nil
	case answer == Reject:
		refusal = refuse(Rejected, "the user rejected the call of "+name)
	default:
		refusal = refuse(Cancelled, "the user cancelled the call of "+name)
	}
	refusal.Asked = true
	return refusal
}
