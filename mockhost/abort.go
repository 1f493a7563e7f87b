package mockhost

import (
	"context"
	"errors"
	"fmt"

	"openidea-plugin/component"
	"openidea-plugin/component/wasi"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost/bind"
)

// unscripted is a call of a host function that the mock host has no answer for.
type unscripted struct {
	// function is its name as the trace has it: "net.fetch", "acme:notes/store@1.0.0.get".
	function string
	// why is the rest of the sentence, help what can be done about it.
	why, help string
}

func (e *unscripted) Error() string {
	return fmt.Sprintf("the plugin called %s, %s", e.function, e.why)
}

// scriptHelp is what can be done about a function without an answer.
func scriptHelp(f target) string {
	return fmt.Sprintf("Give it an answer: [[test.mock]] with function = %s in a test file, mockhost.Options.Mocks in a Go test; or state expect.aborted = \"unscripted\".", diag.Quote(f.String()))
}

// absent is something that the plugin would need for the call.
type absent string

func (e absent) Error() string { return string(e) }

// reasons are the kinds of aborts of the runtime in the words of outcomes.
var reasons = map[component.AbortKind]string{
	component.AbortTrap: Trap, component.AbortFuel: Fuel, component.AbortDeadline: Deadline, component.AbortCancelled: Cancelled,
	component.AbortMemory: Memory, component.AbortStack: Stack, component.AbortABI: ABI, component.AbortDead: Trap,
}

// aborted is the outcome of a call (or an instantiation) that ended with an error.
func aborted(err error) *Outcome {
	o := &Outcome{Kind: Aborted, Reason: ABI, Message: err.Error()}
	var ce *component.CallError
	if !errors.As(err, &ce) {
		if errors.As(err, new(*unbindable)) || errors.As(err, new(absent)) {
			o.Reason = Unrepresentable
		}
		return o
	}
	o.Message, o.Help, o.Frames, o.Interpreted = ce.Message, ce.Help, ce.Frames, ce.Interpreted
	if reason, ok := reasons[ce.Kind]; ok {
		o.Reason = reason
		return o
	}
	return o.blame(ce.Cause)
}

// blame says which host function's error ended the call.
func (o *Outcome) blame(cause error) *Outcome {
	o.Reason = Trap
	if cause == nil {
		return o
	}
	o.Message = inWords(cause)
	var unanswered *unscripted
	switch {
	case errors.As(cause, new(*wasi.ExitError)):
		o.Reason = Exit
	case errors.As(cause, &unanswered):
		o.Reason, o.Help = Unscripted, unanswered.help
	case errors.As(cause, new(*bind.Unrepresentable)):
		o.Reason = Unrepresentable
	case errors.As(cause, new(*overslept)):
		o.Reason = Deadline
	case errors.Is(cause, context.DeadlineExceeded):
		o.Reason = Deadline
	case errors.Is(cause, context.Canceled):
		o.Reason = Cancelled
	}
	return o
}

// inWords is the error of a host function that ended the call.
func inWords(err error) string {
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return "the call's time ran out inside a host function"
	case errors.Is(err, context.Canceled):
		return "the caller cancelled the call"
	}
	return err.Error()
}
