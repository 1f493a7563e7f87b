package report

// TestRun is what the command test has to say.
type TestRun struct {
	// Report holds the findings about manifests, schemas and test files, and what could not be read.
	Report
	Results []*Result
	// Seed is what the random numbers were made from.
	Seed uint64
}

// Status says how a test ended.
type Status string

// The states of a test.
const (
	Passed Status = "passed"
	Failed Status = "failed"
	// Skipped: the test says so.
	Skipped Status = "skipped"
	// KnownFailing: the test fails, and says that it does.
	KnownFailing Status = "known-failing"
	NotRun       Status = "not-run"
)

// Result is what came of the tests of one plugin. The tags of this type and of those below are the JSON form.
type Result struct {
	// Plugin is its id, Path its folder as printed.
	Plugin string `json:"plugin"`
	Path   string `json:"path"`
	// Files is how many test files the plugin has.
	Files int `json:"files"`
	// Millis is the time from the first to the last test. It varies from run to run.
	Millis float64 `json:"duration_ms"`
	// Tests are in the order of the files and of the tests in them.
	Tests []*Test `json:"tests"`
	// Tools says what each tool and command used, by name.
	Tools []Use `json:"tools"`
}

// count is how many tests ended in a state.
func (r *Result) count(s Status) int {
	n := 0
	for _, t := range r.Tests {
		if t.Status == s {
			n++
		}
	}
	return n
}

// Test is a test that was run (or not).
type Test struct {
	Name string `json:"name"`
	// Number is its place among all tests of the plugin, from 1, whatever part of them was run; 0 where that is not known.
	Number int    `json:"number,omitempty"`
	Status Status `json:"status"`
	// Reason says why a test was skipped, is known to fail or was not run.
	Reason string `json:"reason,omitempty"`
	// Place is the test's name in its file.
	Place
	// Alone: the test hit its deadline while others ran, so it was run again by itself.
	Alone bool `json:"alone,omitempty"`
	// Calls are those that were made, in order.
	Calls []*Call `json:"calls"`
	// Text and Output are the failure and the trace as they were printed: all that a JUnit report knows of the calls.
	Text   string `json:"text,omitempty"`
	Output string `json:"output,omitempty"`
	// Summary is the first line of such a failure.
	Summary string `json:"summary,omitempty"`
}

// Call is one call of a test: of a tool with arguments, or of a command.
type Call struct {
	Tool      string  `json:"tool,omitempty"`
	Command   string  `json:"command,omitempty"`
	Arguments string  `json:"arguments,omitempty"`
	Arg       *string `json:"arg,omitempty"`
	// Settings are those that the test names, in words.
	Settings []string `json:"settings"`
	Outcome  Outcome  `json:"outcome"`
	// Problems are the expectations that did not hold.
	Problems []Problem `json:"problems"`
	// Hint is a sentence about what likely went wrong in the plugin, or "".
	Hint string `json:"hint,omitempty"`
	// HostCalls are the first of the host calls, in order; Dropped is how many more there were.
	HostCalls []HostCall `json:"host_calls"`
	Dropped   int        `json:"host_calls_dropped,omitempty"`
	// Changes are what the call changed, in a few words each.
	Changes []string `json:"changes"`
	Effects *Effects `json:"effects,omitempty"`
}

// Outcome is what came of a call.
type Outcome struct {
	// Outcome is ok, error, refused or aborted; Reason its kind.
	Outcome string `json:"outcome"`
	Reason  string `json:"reason,omitempty"`
	// Text is that of ok; nil where a command gave no result.
	Text    *string  `json:"text,omitempty"`
	Message string   `json:"message,omitempty"`
	Frames  []string `json:"frames,omitempty"`
	Stderr  string   `json:"stderr,omitempty"`
	// Asked: the user was asked.
	Asked bool `json:"asked,omitempty"`
	// Shortened: texts were cut, or host calls or effects dropped.
	Shortened bool   `json:"shortened,omitempty"`
	Fuel      uint64 `json:"fuel"`
	// Millis varies from run to run.
	Millis float64 `json:"duration_ms"`
	// Line is all of this as one line for people.
	Line string `json:"-"`
}

// Problem is one expectation that did not hold. Expected and Got are one line each; lines of Diff begin with "-", "+", " " or "@@".
type Problem struct {
	What     string   `json:"what"`
	Expected string   `json:"expected"`
	Got      string   `json:"got"`
	Diff     []string `json:"diff,omitempty"`
}

// HostCall is one call of a host function by the plugin: interface.function, the arguments in parentheses and the answer, each as one line.
type HostCall struct {
	Function   string `json:"function"`
	Arguments  string `json:"arguments"`
	Result     string `json:"result"`
	Error      string `json:"error,omitempty"`
	Capability string `json:"capability,omitempty"`
	Granted    bool   `json:"granted"`
	Reserved   bool   `json:"reserved,omitempty"`
	// Scripted: the answer came from a mock.
	Scripted bool `json:"scripted,omitempty"`
}

// Effects are what a call showed, logged and opened. Lines and characters of tabs are zero-based, as plugins give them.
type Effects struct {
	Notifications []Notification `json:"notifications,omitempty"`
	StatusTexts   []string       `json:"status_texts,omitempty"`
	Dialogs       []Dialog       `json:"dialogs,omitempty"`
	Tabs          []Tab          `json:"tabs,omitempty"`
	Log           []LogLine      `json:"log,omitempty"`
	Dropped       int            `json:"effects_dropped,omitempty"`
}

// Notification is a message that was shown.
type Notification struct {
	Kind string `json:"kind"`
	Text string `json:"text"`
}

// Dialog is a question to the user and the answer that the mock IDE gave.
type Dialog struct {
	Kind   string `json:"kind"`
	Text   string `json:"text"`
	Answer string `json:"answer"`
}

// Tab is a file that was opened, with the place of the caret.
type Tab struct {
	Path      string `json:"path"`
	Line      uint32 `json:"line"`
	Character uint32 `json:"character"`
}

// LogLine is a line of the plugin's log.
type LogLine struct {
	Level string `json:"level"`
	Text  string `json:"text"`
}

// Use is what the calls of one tool or command used.
type Use struct {
	Name string `json:"name"`
	// Calls that reached the plugin.
	Calls  int    `json:"calls"`
	Median uint64 `json:"fuel_median"`
	Most   uint64 `json:"fuel_most"`
	// Millis is the median of the times. It varies from run to run.
	Millis float64 `json:"median_ms"`
}
