package component_test

import (
	"os"
	"strings"
	"testing"
)

// mistakes are those that others made in implementing the component model, with the tests that stand against each of them here. A test names the
// mistake in a comment.
var mistakes = []struct {
	what  string
	names string   // as they are written in the tests
	tests []string // files
}{
	{"enums of exactly 256 and 65,536 cases", "wasmtime#12066, wasmtime#12140", []string{"abi/mistakes_test.go", "testdata/scripts/enums.wast"}},
	{"a discriminant equal to the number of cases", "wasmtime#12354", []string{"abi/mistakes_test.go", "testdata/scripts/enums.wast"}},
	{"padding of a 64-bit slot", "wasmtime#4723", []string{"abi/mistakes_test.go", "testdata/scripts/variants.wast"}},
	{"the size of variant { f64, tuple<f32, f32, f32> }", "wasm-tools#948", []string{"abi/mistakes_test.go", "testdata/scripts/variants.wast"}},
	{"parameters that are records around a byte", "wit-bindgen#1134", []string{"abi/mistakes_test.go", "testdata/scripts/variants.wast"}},
	{"an f32 inside a variant", "jco#1624", []string{"abi/mistakes_test.go", "testdata/scripts/variants.wast"}},
	{"nested discriminants", "component-model#450", []string{"abi/mistakes_test.go", "testdata/scripts/variants.wast"}},
	{"flags of more than 8 labels", "jco#1834", []string{"abi/mistakes_test.go", "testdata/scripts/scalars.wast"}},
	{"flag bits without a label", "wasmtime#13015", []string{"abi/mistakes_test.go", "testdata/scripts/scalars.wast"}},
	{"8-bit stores that write 32 bits", "jco d096a5a0", []string{"abi/mistakes_test.go", "testdata/scripts/scalars.wast"}},
	{"a field after a list in a record", "jco#1585", []string{"abi/mistakes_test.go", "testdata/scripts/lists.wast"}},
	{"lengths of strings in code points, or doubled", "jco#1838, jco#1840", []string{"abi/mistakes_test.go", "testdata/scripts/transcode.wast"}},
	{"the maximal length of a string, off by one", "wasmtime#12886", []string{"abi/mistakes_test.go", "testdata/scripts/strings.wast"}},
	{"bounds of utf16 to latin1+utf16", "wasmtime#13016", []string{"abi/mistakes_test.go", "testdata/scripts/transcode.wast"}},
	{"answers of realloc that nobody checks", "wasmtime#13012, wasmtime#13026, wasmtime#12897", []string{"testdata/scripts/realloc.wast"}},
	{"a realloc that calls an import", "wasmtime#12112", []string{"testdata/scripts/traps.wast"}},
	{"leaked borrows", "wasmtime#10396, jco#249", []string{"testdata/scripts/resources.wast"}},
	{"an own lifted from a borrow", "component-model#214", []string{"abi/mistakes_test.go", "testdata/scripts/resources.wast"}},
	{"stale handles", "jco#1867, jco#1871", []string{"abi/mistakes_test.go", "testdata/scripts/handles.wast"}},
	{"an own that comes back to its definer", "jco#337, jco#1381, jco#1384", []string{"testdata/scripts/resources.wast"}},
	{"re-entrance and what a trap leaves behind", "wasmtime#9600, wasmtime#10995", []string{"testdata/scripts/traps.wast"}},
	{"types so deep that the stack overflows", "wasmtime#4825", []string{"testdata/scripts/invalid-limits.wast"}},
	{"truncated sections", "wasmtime#8323", []string{"describe_test.go", "testdata/scripts/malformed.wast"}},
	{"a second instantiation bound to the first", "wippyai/runtime#368", []string{"testdata/scripts/resource-identity.wast"}},
	{"tuple<u64, u64> as two results", "wippyai/runtime#368", []string{"abi/mistakes_test.go", "testdata/scripts/aggregates.wast"}},
	{"a child resource that outlives its parent", "wasmtime#6779, wasmtime#7612", []string{"testdata/scripts/resource-identity.wast"}},
	{"a guest that exhausts the host's memory through handles or bytes", "wasmtime#12652", []string{"abi/mistakes_test.go", "call_test.go", "host_test.go"}},
}

func TestEachMistakeOfOthersHasATest(t *testing.T) {
	for _, m := range mistakes {
		for _, file := range m.tests {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for name := range strings.SplitSeq(m.names, ", ") {
				if !strings.Contains(string(text), name) {
					t.Errorf("%s: %s does not name %s", m.what, file, name)
				}
			}
		}
	}
}
