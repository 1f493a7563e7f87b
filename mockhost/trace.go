package mockhost

// maxTraced is how many host calls of one call are kept in full. All are counted.
const maxTraced = 1000

// HostCall is one call of a host function by the plugin.
type HostCall struct {
	// Interface and Function are bare names: "project", "search-text". For a function outside of openidea:plugin, Interface is the whole name.
	Interface, Function string
	// Args are the arguments in parentheses, Result what was answered, each as one line in the words of the component's own types: ({pattern: "milk"}, 100), 1 match.
	Args, Result string
	// Error is the kind of the error that was answered, "" where there was none.
	Error string
	// Capability is what the function needs, "" for none; Granted says whether the plugin has it.
	Capability string
	Granted    bool
	// Reserved: the function may not be used by a tool call.
	Reserved bool
	// Scripted: a mock answered.
	Scripted bool
}

// Name is "interface.function"; only the function where it belongs to no interface.
func (h HostCall) Name() string {
	if h.Interface == "" {
		return h.Function
	}
	return h.Interface + "." + h.Function
}

// Trace is what a plugin asked of the host in one call.
type Trace struct {
	// Calls are the first 1,000 host calls, in order.
	Calls []HostCall
	// Counts says how often each function was called, by its name ("project.search-text").
	Counts map[string]int
	// Dropped is how many calls are not in Calls.
	Dropped int
	// Seen says how often a call matched each of Options.Watches, by its index; Order are the watches that each call which any of them saw matched, for the
	// first 100,000 such calls.
	Seen  map[int]int
	Order [][]int
}

func (t *Trace) add(h HostCall) {
	if t.Counts == nil {
		t.Counts = map[string]int{}
	}
	t.Counts[h.Name()]++
	if len(t.Calls) == maxTraced {
		t.Dropped++
		return
	}
	t.Calls = append(t.Calls, h)
}
