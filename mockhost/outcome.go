package mockhost

import "time"

// Kind is the first word of an outcome.
type Kind string

// The four outcomes of a call.
const (
	// OK: the plugin returned a text.
	OK Kind = "ok"
	// Error: the plugin returned its own error.
	Error Kind = "error"
	// Refused: the call never reached the plugin.
	Refused Kind = "refused"
	// Aborted: the host ended the call.
	Aborted Kind = "aborted"
)

// Reasons of refusals, in the order in which they are decided.
const (
	UnknownTool       = "unknown-tool"
	Disabled          = "disabled"
	Withheld          = "withheld"
	Restricted        = "restricted"
	Remote            = "remote"
	ArgumentsTooLarge = "arguments-too-large"
	InvalidArguments  = "invalid-arguments"
	NoWindow          = "no-window"
	Rejected          = "rejected"
	Cancelled         = "cancelled" // by the user when asked; also a reason of Aborted: by the caller
)

// Reasons of aborts, besides Cancelled.
const (
	Trap            = "trap"
	Fuel            = "fuel"
	Deadline        = "deadline"
	Memory          = "memory"
	Stack           = "stack"
	ResultTooLarge  = "result-too-large"
	ABI             = "abi"
	Exit            = "exit"
	Unscripted      = "unscripted"
	Unrepresentable = "unrepresentable"
)

// Refusals are all reasons of refusals, in their order.
var Refusals = []string{UnknownTool, Disabled, Withheld, Restricted, Remote, ArgumentsTooLarge, InvalidArguments, NoWindow, Rejected, Cancelled}

// Aborts are all reasons of aborts.
var Aborts = []string{Trap, Fuel, Deadline, Cancelled, Memory, Stack, ResultTooLarge, ABI, Exit, Unscripted, Unrepresentable}

// RemoteMessage is the answer for projects on a remote host, exactly as published.
const RemoteMessage = "not supported for remote projects yet"

// Outcome is what came of a call.
type Outcome struct {
	Kind Kind
	// Reason is the kind of the plugin's error ("denied", "not-found", or the case as the component declares it), the reason of a refusal or of an abort; "" for OK.
	Reason string
	// Text is the result of an OK call.
	Text string
	// None: a command that returned no result at all.
	None bool
	// Message says what happened where the outcome is not OK. It may come from the plugin.
	Message string
	// Help says what usually leads to an abort like this one (a violation of the canonical ABI), or what can be done about it (a function without an
	// answer); else "".
	Help string
	// Frames are the functions on the guest's stack when the call was aborted, innermost first; may be empty.
	Frames []string
	// Interpreted: the interpreter ran what was aborted; see component.CallError.
	Interpreted bool
	// Asked: the user was asked whether a destructive call may run.
	Asked bool
	// Shortened: parts of this were left out or cut; see Shorten.
	Shortened bool
	// Trace holds the host calls.
	Trace Trace
	// Effects are what the call changed.
	Effects Effects
	// Stderr is what the plugin wrote to its standard error, cut after 64 KiB.
	Stderr string
	// Fuel is what the call used; instantiation counts towards the first call of an instance.
	Fuel uint64
	// Duration is the time that the call took. It varies from run to run.
	Duration time.Duration
}

// String is the outcome in a few words: "ok", "error denied", "aborted trap".
func (o Outcome) String() string {
	if o.Reason == "" {
		return string(o.Kind)
	}
	return string(o.Kind) + " " + o.Reason
}

// OutranInterpreter says that the call may end otherwise on compiled code, whose stack and pace are those of the IDE: the interpreter ran it, and its stack or
// its time ran out.
func (o Outcome) OutranInterpreter() bool {
	return o.Interpreted && (o.Reason == Stack || o.Reason == Deadline)
}

func refuse(reason, message string) *Outcome {
	return &Outcome{Kind: Refused, Reason: reason, Message: message}
}
