package component

import (
	"errors"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"github.com/ianlancetaylor/demangle"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/core"
)

// trapTexts are wazero's traps by the text of their error (its error values are internal), in the words that are shown.
var trapTexts = map[string]string{
	"unreachable":                   "unreachable",
	"out of bounds memory access":   "out of bounds memory access",
	"invalid table access":          "undefined table element",
	"indirect call type mismatch":   "indirect call type mismatch",
	"integer divide by zero":        "integer divide by zero",
	"integer overflow":              "integer overflow",
	"invalid conversion to integer": "invalid conversion to integer",
	"unaligned atomic":              "unaligned atomic",
	"expected shared memory":        "atomic wait on a memory that is not shared",
	"too many waiters":              "too many waiters",
	"uncaught exception":            "uncaught exception",
	"null reference":                "null reference",
}

const stackOverflow = "stack overflow"

// classify turns whatever ended a call of the guest into the one error type of the package. Errors that are
// a *CallError already (raised below a nested call) keep their kind and gain the frames of this call.
func (st *store) classify(err error) *CallError {
	frames := framesOf(err)
	var ce *CallError
	if errors.As(err, &ce) {
		ce.Frames = append(ce.Frames, frames...)
		return ce
	}
	var v *abi.Violation
	if errors.As(err, &v) {
		rule, _ := abi.RuleByID(v.Rule)
		kind := AbortABI
		if v.Rule == abi.RuleHandleLimit { // a limit of the host, and no breach of the ABI
			kind = AbortMemory
		}
		return &CallError{Kind: kind, Message: v.Error(), Help: rule.Cause, Frames: frames, Cause: v}
	}
	if ve := new(abi.ValueError); errors.As(err, &ve) {
		return &CallError{Kind: AbortHost, Message: ve.Error(), Frames: frames, Cause: ve}
	}
	for e := err; e != nil; e = errors.Unwrap(e) {
		if e.Error() == stackOverflow {
			return &CallError{Kind: AbortStack, Message: "the call stack overflowed", Frames: frames}
		}
		if text, ok := trapTexts[e.Error()]; ok {
			if st.refused != "" {
				return &CallError{Kind: AbortMemory, Message: fmt.Sprintf("trap: %s, after %s", text, st.refused), Frames: frames}
			}
			return &CallError{Kind: AbortTrap, Message: "trap: " + text, Frames: frames}
		}
		var re runtime.Error
		if errors.As(e, &re) {
			return &CallError{Kind: AbortTrap, Message: "the runtime failed: " + re.Error(), Frames: frames, Cause: re}
		}
	}
	return &CallError{Kind: AbortTrap, Message: firstLine(err.Error()), Frames: frames}
}

// shimModule is what wit-component calls the modules that only pass calls on.
const shimModule = "wit-component:"

const traceMark = "wasm stack trace:"

// framesOf reads the function names out of wazero's rendered stack trace, innermost first. The runtime's own imports are left out.
func framesOf(err error) []string {
	_, trace, ok := strings.Cut(err.Error(), traceMark)
	if !ok {
		return nil
	}
	trace, _, _ = strings.Cut(trace, "\n\nGo runtime stack trace:")
	var frames []string
	for line := range strings.Lines(trace) {
		line = strings.TrimRight(line, "\n")
		name, ok := strings.CutPrefix(line, "\t")
		if !ok || strings.HasPrefix(name, "\t") || strings.HasPrefix(name, "... ") {
			continue
		}
		if strings.HasPrefix(name, traceMark) {
			continue
		}
		name = strings.TrimPrefix(name, ".")
		if k := strings.LastIndexByte(name, '('); k > 0 {
			name = name[:k]
		}
		name = withoutModule(name)
		if name == "" || isHelper(name) || strings.HasPrefix(name, hostModuleName) || strings.HasPrefix(name, shimModule) {
			continue
		}
		frames = append(frames, frameName(name))
	}
	return frames
}

// isHelper says whether a function is one that counts fuel, whose name may stand behind that of its module.
func isHelper(name string) bool {
	return name == core.HelperName || strings.HasSuffix(name, "."+core.HelperName)
}

// frameName is a name of a trace as authors know it. A function without a name is called by its index.
func frameName(name string) string {
	digits, ok := strings.CutPrefix(name, "$")
	if n, err := strconv.Atoi(digits); ok && err == nil {
		return fmt.Sprintf("function %d", n)
	}
	name = demangle.Filter(withoutModule(name), demangle.NoParams)
	if k := strings.LastIndex(name, "::h"); k > 0 && len(name) == k+len("::h0123456789abcdef") && isHex(name[k+3:]) {
		name = name[:k] // the hash that Rust's compiler puts behind every name
	}
	return name
}

// withoutModule takes off the name of the core module that wazero puts before a function's: "data_tools.wasm._RNv…". Both may hold dots, so it is
// known by what linkers call modules, and by how mangled names begin.
func withoutModule(name string) string {
	if _, rest, ok := strings.Cut(name, ".wasm."); ok {
		return rest
	}
	for _, mangled := range []string{"._R", "._ZN"} {
		if i := strings.Index(name, mangled); i >= 0 {
			return name[i+1:]
		}
	}
	return name
}

func isHex(s string) bool { return strings.Trim(s, "0123456789abcdef") == "" }

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}
