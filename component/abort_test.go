package component

import (
	"errors"
	"slices"
	"testing"
)

func TestFramesOf(t *testing.T) {
	const rendered = "wasm error: x\nwasm stack trace:\n\tmain.(limits)()\n\t.(limits)(i32)\n\tmain.count(i32) i32\n\t\t0x12: /src/a.c:3\n\t.$7()\n\t... maybe followed by omitted frames"
	if got := framesOf(errors.New(rendered)); !slices.Equal(got, []string{"main.count", "function 7"}) {
		t.Errorf("%q", got)
	}
}

func TestFrameName(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"_ZN4core9panicking5panic17h0123456789abcdefE", "core::panicking::panic"},
		{"core::panicking::panic::h0123456789abcdef", "core::panicking::panic"},
		{"_RNvC6_123foo3bar", "123foo::bar"},
		{"data_tools::find::hello", "data_tools::find::hello"},
		{"openidea:plugin/mcp-provider@1.4.0#call", "openidea:plugin/mcp-provider@1.4.0#call"},
		{"data_tools.wasm._RNvC6_123foo3bar", "123foo::bar"},
		{"data_tools._RNvC6_123foo3bar", "123foo::bar"},
		{"plugin.wasm.cabi_realloc", "cabi_realloc"},
		{"$12", "function 12"},
		{"$x", "$x"},
	} {
		if got := frameName(c.in); got != c.want {
			t.Errorf("frameName(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}
