package shape

import (
	"testing"

	"openidea-plugin/component/types"
)

var names = Names{
	"datetime": "record{seconds: u64, nanoseconds: u32}",
	"code":     "enum{access, io}",
	"failure":  "variant{last(own<error>), closed}",
	"perms":    "flags{read, write}",
	"endless":  "list<endless>",
	"broken":   "list<u8",
}

func parse(t *testing.T, text string) *types.Func {
	t.Helper()
	f, err := Parse(text, names)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"func()":                        "func()",
		"func() -> result":              "func() -> result",
		"func(status: result<_, code>)": "func(status: result<_, enum { access, io }>)",
		"func(a: u8, b: list<string>) -> option<datetime>":               "func(a: u8, b: list<string>) -> option<record { seconds: u64, nanoseconds: u32 }>",
		"func(self: borrow<input-stream>) -> result<list<u8>, failure>":  "func(self: borrow<input-stream>) -> result<list<u8>, variant { last(own<error>), closed }>",
		"func(p: perms) -> tuple<own<a>, option<list<tuple<u64, s32>>>>": "func(p: flags { read, write }) -> tuple<own<a>, option<list<tuple<u64, s32>>>>",
		"func() -> variant{HTTP, other(string)}":                         "func() -> variant { HTTP, other(string) }",
	} {
		if got := parse(t, text).String(); got != want {
			t.Errorf("%s\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestParseFails(t *testing.T) {
	for _, text := range []string{"", "func", "func(", "func(a)", "func() -> ", "func() -> nothing", "func() -> list<u8", "func() -> result<>",
		"func() -> u8 u8", "func() -> set<u8>", "func() -> enum{}", "func() -> endless", "func() -> broken", "func(a: record{b})", "func() -> variant{a(}"} {
		if f, err := Parse(text, names); err == nil {
			t.Errorf("%q was read as %s", text, f)
		}
	}
}

func TestMismatch(t *testing.T) {
	for _, c := range []struct{ want, got, diff string }{
		{"func(a: u8) -> failure", "func(b: u8) -> failure", ""},
		{"func()", "func(a: u8)", "it takes 0 parameters, and 1 are declared"},
		{"func(a: u8)", "func(a: u16)", `parameter "a" is u8, and u16 is declared`},
		{"func()", "func() -> u8", "the result has no type, and u8 is declared"},
		{"func() -> u8", "func()", "the result is u8, and none is declared"},
		{"func() -> datetime", "func() -> record{seconds: u64, nanos: u32}", `the result has "nanoseconds" at place 2, and "nanos" is declared there`},
		{"func() -> datetime", "func() -> record{seconds: u64, nanoseconds: u64}", `field "nanoseconds" of the result is u32, and u64 is declared`},
		{"func() -> code", "func() -> enum{access}", `the result has "io", which is not declared`},
		{"func() -> code", "func() -> enum{access, io, quota}", `the result has no "quota", which is declared`},
		{"func(p: perms)", "func(p: flags{read, exec})", `parameter "p" has "write" at place 2, and "exec" is declared there`},
		{"func() -> tuple<u8, u8>", "func() -> tuple<u8>", "the result has 2 elements, and 1 are declared"},
		{"func() -> tuple<u8, u8>", "func() -> tuple<u8, s8>", "element 2 of the result is u8, and s8 is declared"},
		{"func() -> list<option<u8>>", "func() -> list<option<u32>>", "the value of the element of the result is u8, and u32 is declared"},
		{"func() -> result<u8, code>", "func() -> result<_, code>", "the ok of the result is u8, and none is declared"},
		{"func() -> result<u8, code>", "func() -> result<u8, u8>", "the error of the result is enum { access, io }, and u8 is declared"},
		{"func() -> failure", "func() -> variant{last(borrow<error>), closed}", `case "last" of the result is own<error>, and borrow<error> is declared`},
		{"func() -> failure", "func() -> variant{closed, last(own<error>)}", `the result has "last" at place 1, and "closed" is declared there`},
	} {
		if d := Mismatch(parse(t, c.want), parse(t, c.got), Resources{}); d != c.diff {
			t.Errorf("%s against %s\n got %s\nwant %s", c.want, c.got, d, c.diff)
		}
	}
}

func TestMismatchOfResources(t *testing.T) {
	stream, other := &types.Resource{Name: "s"}, &types.Resource{Name: "o"}
	takes := func(rs ...*types.Resource) *types.Func {
		f := &types.Func{}
		for _, r := range rs {
			f.Params = append(f.Params, types.Field{Name: "r", Type: types.NewBorrow(r)})
		}
		return f
	}
	seen := Resources{}
	if d := Mismatch(parse(t, "func(a: borrow<input-stream>)"), takes(stream), seen); d != "" {
		t.Fatal(d)
	}
	if d := Mismatch(parse(t, "func(a: borrow<input-stream>)"), takes(other), seen); d != "" {
		t.Fatal("a second declaration of the same resource:", d)
	}
	want := `parameter "a" is a handle of pollable, and the declared resource is input-stream elsewhere`
	if d := Mismatch(parse(t, "func(a: borrow<pollable>)"), takes(stream), seen); d != want {
		t.Errorf("got %q", d)
	}
	third := &types.Resource{Name: "t"}
	want = `parameter "b" is a handle of error, and the declared resource is pollable elsewhere`
	if d := Mismatch(parse(t, "func(a: borrow<pollable>, b: borrow<error>)"), takes(third, third), seen); d != want {
		t.Errorf("got %q", d)
	}
	if _, kept := seen[third]; kept {
		t.Error("a declaration that was refused is remembered")
	}
}
