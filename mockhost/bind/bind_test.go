package bind

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

// The model that the tests bind: a search, as the mock host has it.
type thing struct{ name string }

func (*thing) Resource() string { return "thing" }

type mode string

func (mode) Labels() []string { return []string{"fast", "slow", "careful"} }

type query struct {
	Pattern       string
	Regex         bool
	CaseSensitive bool
	Glob          *string
}

type place struct {
	Path string
	Line uint32
}

type match struct {
	Location place
	Text     string `wit:"line-text"`
}

type found struct {
	Matches   []match
	Truncated bool
}

type searchIn struct {
	Self  *thing
	Query query
	Limit *uint32
	Mode  *mode
}

var (
	str, boolean, u32, u64 = types.Prim(types.String), types.Prim(types.Bool), types.Prim(types.U32), types.Prim(types.U64)
	bytesT                 = types.NewList(types.Prim(types.U8))
	thingT                 = types.NewBorrow(&types.Resource{Name: "thing"})
	errorT                 = types.NewVariant([]types.Case{{Name: "denied", Type: str}, {Name: "invalid", Type: str}, {Name: "not-found", Type: str}, {Name: "failed", Type: str}})
	placeT                 = rec("path", str, "line", u32)
	foundT                 = rec("matches", types.NewList(rec("location", placeT, "line-text", str)), "truncated", boolean)
	queryT                 = rec("pattern", str, "regex", boolean, "case-sensitive", boolean)
)

func rec(parts ...any) *types.Type { return types.NewRecord(list(parts...)) }

func list(parts ...any) []types.Field {
	var fields []types.Field
	for i := 0; i < len(parts); i += 2 {
		fields = append(fields, types.Field{Name: parts[i].(string), Type: parts[i+1].(*types.Type)})
	}
	return fields
}

func optional[T any](v *T) any {
	if v == nil {
		return nil
	}
	return *v
}

// TestParameters: which parameters of a component reach which parameters of the host.
func TestParameters(t *testing.T) {
	self := abi.Handle{Rep: &thing{"t"}}
	want := map[string]any{"pattern": "milk", "regex": true, "sensitive": false, "glob": nil, "limit": uint32(7), "self": true}
	for _, c := range []struct {
		name   string
		params []types.Field
		args   []abi.Value
		differ map[string]any
	}{
		{"as the model", list("self", thingT, "query", queryT, "limit", u32),
			[]abi.Value{self, abi.Record{"milk", true, false}, uint32(7)}, nil},
		{"fields in another order, one unknown, one missing", list("self", thingT, "query", rec("fuzzy", boolean, "regex", boolean, "pattern", str), "limit", u32),
			[]abi.Value{self, abi.Record{true, true, "milk"}, uint32(7)}, nil},
		{"parameters in another order", list("self", thingT, "limit", u32, "query", queryT),
			[]abi.Value{self, uint32(7), abi.Record{"milk", true, false}}, nil},
		{"unknown labels, by position", list("self", thingT, "q", queryT, "max", u64),
			[]abi.Value{self, abi.Record{"milk", true, false}, uint64(7)}, nil},
		{"a number that does not fit", list("self", thingT, "query", queryT, "limit", u64),
			[]abi.Value{self, abi.Record{"milk", true, false}, uint64(1 << 40)}, map[string]any{"limit": uint32(1<<32 - 1)}},
		{"an optional limit that is none", list("self", thingT, "query", queryT, "limit", types.NewOption(u32)),
			[]abi.Value{self, abi.Record{"milk", true, false}, abi.Option{}}, map[string]any{"limit": nil}},
		{"no limit, no self", list("query", queryT),
			[]abi.Value{abi.Record{"milk", true, false}}, map[string]any{"limit": nil, "self": false}},
		{"the query taken apart", list("self", thingT, "pattern", str, "regex", boolean, "limit", u32),
			[]abi.Value{self, "milk", true, uint32(7)}, nil},
		{"options apart from the pattern", list("self", thingT, "pattern", str, "options", types.NewOption(rec("regex", boolean, "max", u32)), "limit", u32),
			[]abi.Value{self, "milk", abi.Option{Some: true, Value: abi.Record{true, uint32(3)}}, uint32(7)}, nil},
		{"flags", list("self", thingT, "query", rec("pattern", str, "how", types.NewFlags([]string{"whole-word", "case-sensitive", "regex"})), "limit", u32),
			[]abi.Value{self, abi.Record{"milk", abi.Flags(4)}, uint32(7)}, nil},
		{"an enum of two for a bool", list("self", thingT, "query", rec("pattern", str, "regex", types.NewEnum([]string{"literal", "regex"}), "case-sensitive", types.NewEnum([]string{"sensitive", "insensitive"})), "limit", u32),
			[]abi.Value{self, abi.Record{"milk", abi.Enum(1), abi.Enum(1)}, uint32(7)}, nil},
		{"a variant of text and regex", list("self", thingT, "query", types.NewVariant([]types.Case{{Name: "text", Type: str}, {Name: "regex", Type: str}}), "limit", u32),
			[]abi.Value{self, abi.Variant{Case: 1, Value: "milk"}, uint32(7)}, nil},
		{"a plain text for the query", list("self", thingT, "query", str, "limit", u32),
			[]abi.Value{self, "milk", uint32(7)}, map[string]any{"regex": false}},
		{"bytes for the text", list("self", thingT, "query", rec("pattern", bytesT, "regex", boolean), "limit", u32),
			[]abi.Value{self, abi.Record{[]byte("milk"), true}, uint32(7)}, nil},
		{"a glob", list("self", thingT, "query", rec("pattern", str, "regex", boolean, "glob", types.NewOption(str)), "limit", u32),
			[]abi.Value{self, abi.Record{"milk", true, abi.Option{Some: true, Value: "*.md"}}, uint32(7)}, map[string]any{"glob": "*.md"}},
		{"a list of one for an option", list("self", thingT, "query", rec("pattern", str, "regex", boolean, "glob", types.NewList(str)), "limit", u32),
			[]abi.Value{self, abi.Record{"milk", true, abi.List{"*.md"}}, uint32(7)}, map[string]any{"glob": "*.md"}},
		{"an empty list for an option", list("self", thingT, "query", rec("pattern", str, "regex", boolean, "glob", types.NewList(str)), "limit", u32),
			[]abi.Value{self, abi.Record{"milk", true, abi.List{}}, uint32(7)}, nil},
		{"the pattern under another name, the rest by label", list("self", thingT, "needle", str, "glob", str, "regex", boolean, "most", types.Prim(types.U16)),
			[]abi.Value{self, "milk", "*.md", true, uint16(7)}, map[string]any{"glob": "*.md"}},
		{"a tuple for a record", list("self", thingT, "query", types.NewTuple(str, boolean), "limit", u32),
			[]abi.Value{self, abi.Tuple{"milk", true}, uint32(7)}, nil},
		{"parameters that the host does not know", list("self", thingT, "query", queryT, "limit", u32, "mode", types.NewEnum([]string{"slow"}), "a", u32, "b", str),
			[]abi.Value{self, abi.Record{"milk", true, false}, uint32(7), abi.Enum(0), uint32(1), "x"}, map[string]any{"mode": mode("slow")}},
	} {
		got := map[string]any{}
		f := Func(func(_ any, in searchIn) (struct{}, error) {
			got = map[string]any{"pattern": in.Query.Pattern, "regex": in.Query.Regex, "sensitive": in.Query.CaseSensitive,
				"glob": optional(in.Query.Glob), "limit": optional(in.Limit), "self": in.Self != nil}
			if in.Mode != nil {
				got["mode"] = *in.Mode
			}
			return struct{}{}, nil
		})
		b, err := f.Bind("project.search", &types.Func{Params: c.params})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if _, _, _, err := b.Call(struct{}{}, c.args); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		expected := map[string]any{}
		for _, m := range []map[string]any{want, c.differ} {
			for k, v := range m {
				expected[k] = v
			}
		}
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestCannotBind: what cannot be adapted is found when the function is bound.
func TestCannotBind(t *testing.T) {
	f := Func(func(any, searchIn) (found, error) { return found{}, nil })
	for _, c := range []struct {
		name   string
		params []types.Field
		result *types.Type
		want   string
	}{
		{"a parameter of another kind", list("self", thingT, "query", u32), nil, "query: the component declares u32, the host has a record of pattern, regex"},
		{"a needed parameter is missing", list("self", thingT), nil, "parameter query: the component declares no such parameter"},
		{"a field of another kind", list("self", thingT, "query", rec("pattern", boolean)), nil, "query: pattern: the component declares bool, the host has string"},
		{"an enum that does not say which is true", list("self", thingT, "query", rec("pattern", str, "regex", types.NewEnum([]string{"a", "b"}))), nil, "query: regex: the component declares enum"},
		{"a result with nothing in common", list("self", thingT, "query", str), types.NewResult(rec("uri", str), errorT), "result: the component declares record { uri: string }"},
		{"a result that needs a resource", list("self", thingT, "query", str), rec("matches", types.NewList(str), "cursor", types.NewOwn(&types.Resource{Name: "cursor"})), "cursor"},
	} {
		_, err := f.Bind("project.search", &types.Func{Params: c.params, Result: c.result})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestResults: how a result of the host looks in types of the component.
func TestResults(t *testing.T) {
	value := found{Matches: []match{{Location: place{"a.md", 3}, Text: "milk"}}, Truncated: true}
	matches := abi.List{abi.Record{abi.Record{"a.md", uint32(3)}, "milk"}}
	for _, c := range []struct {
		name string
		t    *types.Type
		want abi.Value
	}{
		{"as the model", types.NewResult(foundT, errorT), abi.Result{Value: abi.Record{matches, true}}},
		{"no result wanted", nil, nil},
		{"a result without a payload", types.NewResult(nil, errorT), abi.Result{}},
		{"no error declared", foundT, abi.Record{matches, true}},
		{"another order, unknown fields zero", types.NewResult(rec("took", u64, "truncated", boolean, "next", types.NewOption(str), "matches", foundT.Fields[0].Type), nil),
			abi.Result{Value: abi.Record{uint64(0), true, abi.Option{}, matches}}},
		{"only the list", types.NewResult(foundT.Fields[0].Type, errorT), abi.Result{Value: matches}},
		{"one level less", types.NewList(rec("path", str, "line", u64, "line-text", str)), abi.List{abi.Record{"a.md", uint64(3), "milk"}}},
		{"one level more", rec("matches", types.NewList(rec("hit", rec("line-text", str), "location", placeT))),
			abi.Record{abi.List{abi.Record{abi.Record{"milk"}, abi.Record{"a.md", uint32(3)}}}}},
		{"a tuple", types.NewTuple(types.NewList(types.NewTuple(types.NewTuple(str, u32), str)), boolean, u32),
			abi.Tuple{abi.List{abi.Tuple{abi.Tuple{"a.md", uint32(3)}, "milk"}}, true, uint32(0)}},
		{"an enum for a bool", rec("truncated", types.NewEnum([]string{"complete", "truncated"})), abi.Record{abi.Enum(1)}},
		{"bytes for a text", rec("matches", types.NewList(rec("line-text", bytesT))), abi.Record{abi.List{abi.Record{[]byte("milk")}}}},
		{"a variant of ok and error", types.NewVariant([]types.Case{{Name: "error", Type: str}, {Name: "ok", Type: foundT}}),
			abi.Variant{Case: 1, Value: abi.Record{matches, true}}},
		{"an option around it", types.NewOption(foundT), abi.Option{Some: true, Value: abi.Record{matches, true}}},
	} {
		f := Func(func(any, struct{}) (found, error) { return value, nil })
		b, err := f.Bind("project.search", &types.Func{Result: c.t})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, _, failed, err := b.Call(struct{}{}, nil)
		if err != nil || failed != nil {
			t.Errorf("%s: %v, %v", c.name, failed, err)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestErrors: how the error "denied" looks in types of the component.
func TestErrors(t *testing.T) {
	const message = "project.read is not granted"
	other := types.NewVariant([]types.Case{{Name: "io"}, {Name: "other", Type: str}})
	for _, c := range []struct {
		name string
		err  *types.Type
		want abi.Value
	}{
		{"as the model", errorT, abi.Variant{Case: 0, Value: message}},
		{"no payload at all", nil, nil},
		{"the case without a payload", types.NewVariant([]types.Case{{Name: "failed", Type: str}, {Name: "denied"}}), abi.Variant{Case: 1}},
		{"an enum", types.NewEnum([]string{"not-found", "denied"}), abi.Enum(1)},
		{"a longer name", types.NewEnum([]string{"io", "permission-denied"}), abi.Enum(1)},
		{"the nearest case with a message", other, abi.Variant{Case: 1, Value: message}},
		{"any case with a message", types.NewVariant([]types.Case{{Name: "io"}, {Name: "wasm", Type: rec("code", u32, "message", str)}}), abi.Variant{Case: 1, Value: abi.Record{uint32(0), message}}},
		{"an enum with a general case", types.NewEnum([]string{"io", "unknown"}), abi.Enum(1)},
		{"a text", str, message},
		{"an optional text", types.NewOption(str), abi.Option{Some: true, Value: message}},
		{"a record with a kind", rec("code", types.NewEnum([]string{"invalid", "denied"}), "message", str, "hint", types.NewOption(str)), abi.Record{abi.Enum(1), message, abi.Option{}}},
		{"a case that carries a record", types.NewVariant([]types.Case{{Name: "denied", Type: rec("capability", u32)}}), abi.Variant{Value: abi.Record{uint32(0)}}},
	} {
		f := Func(func(any, struct{}) (found, error) { return found{}, &Error{Kind: "denied", Message: message} })
		b, err := f.Bind("project.search", &types.Func{Result: types.NewResult(foundT, c.err)})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		got, _, failed, err := b.Call(struct{}{}, nil)
		if err != nil || failed == nil || failed.Kind != "denied" {
			t.Errorf("%s: %v, %v", c.name, failed, err)
		}
		if diff := cmp.Diff(abi.Value(abi.Result{Err: true, Value: c.want}), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.name, diff)
		}
	}
}

// TestUnrepresentable: an error or a none that the declared type cannot hold ends the call and names the function.
func TestUnrepresentable(t *testing.T) {
	denied := Func(func(any, struct{}) (string, error) { return "", &Error{Kind: "denied"} })
	absent := Func(func(any, struct{}) (*thing, error) { return nil, nil })
	label := Func(func(any, struct{}) (mode, error) { return "careful", nil })
	for _, c := range []struct {
		name string
		f    Function
		t    *types.Type
	}{
		{"no error at all", denied, str},
		{"an option is no error", denied, types.NewOption(str)},
		{"an error that says nothing like it", denied, types.NewResult(str, types.NewEnum([]string{"io", "timeout"}))},
		{"none where there is always one", absent, types.NewOwn(&types.Resource{Name: "thing"})},
		{"a case that is missing", label, types.NewEnum([]string{"fast", "slow"})},
	} {
		b, err := c.f.Bind("project.search", &types.Func{Result: c.t})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		_, _, _, err = b.Call(struct{}{}, nil)
		if u := (*Unrepresentable)(nil); !errors.As(err, &u) || u.Function != "project.search" {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	b, err := absent.Bind("x.y", &types.Func{Result: types.NewResult(types.NewOwn(&types.Resource{Name: "thing"}), errorT)})
	if err != nil {
		t.Fatal(err)
	}
	if v, _, _, err := b.Call(struct{}{}, nil); err != nil || v.(abi.Result).Value.(abi.Variant).Case != 2 {
		t.Errorf("none becomes not-found where there is an error: %v, %v", v, err)
	}
}

func TestGuest(t *testing.T) {
	type in struct {
		Tool, Arguments string
		Ctx             *thing
	}
	ctx := &thing{"ctx"}
	for _, c := range []struct {
		name   string
		f      *types.Func
		args   []abi.Value
		result abi.Value
		ok     string
		failed *Error
	}{
		{"as the model", &types.Func{Params: list("tool", str, "arguments", str, "ctx", thingT), Result: types.NewResult(str, errorT)},
			[]abi.Value{"find", "{}", abi.Handle{Rep: ctx}}, abi.Result{Value: "text"}, "text", nil},
		{"an error", &types.Func{Params: list("tool", str, "arguments", str, "ctx", thingT), Result: types.NewResult(str, errorT)},
			[]abi.Value{"find", "{}", abi.Handle{Rep: ctx}}, abi.Result{Err: true, Value: abi.Variant{Case: 2, Value: "gone"}}, "", &Error{"not-found", "gone"}},
		{"another order, other names, one more", &types.Func{Params: list("ctx", thingT, "name", str, "json", bytesT, "flags", u32), Result: types.NewResult(bytesT, str)},
			[]abi.Value{abi.Handle{Rep: ctx}, "find", []byte("{}"), uint32(0)}, abi.Result{Err: true, Value: "bad"}, "", &Error{"failed", "bad"}},
		{"an error with a kind in a record", &types.Func{Result: types.NewResult(str, rec("code", types.NewEnum([]string{"timeout"}), "message", str))},
			[]abi.Value{}, abi.Result{Err: true, Value: abi.Record{abi.Enum(0), "late"}}, "", &Error{"timeout", "late"}},
		{"an error without a payload", &types.Func{Result: types.NewResult(str, types.NewEnum([]string{"busy"}))},
			[]abi.Value{}, abi.Result{Err: true, Value: abi.Enum(0)}, "", &Error{"busy", ""}},
		{"a case that carries a number", &types.Func{Result: types.NewResult(str, types.NewVariant([]types.Case{{Name: "status", Type: u32}}))},
			[]abi.Value{}, abi.Result{Err: true, Value: abi.Variant{Value: uint32(404)}}, "", &Error{"status", "404"}},
		{"a text alone", &types.Func{Result: str}, []abi.Value{}, "text", "text", nil},
	} {
		g, err := BindGuest[in, string](c.f)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		args, err := g.Args(in{"find", "{}", ctx})
		if diff := cmp.Diff(c.args, args, cmp.AllowUnexported(thing{})); err != nil || diff != "" {
			t.Errorf("%s: arguments (-want +got): %v\n%s", c.name, err, diff)
		}
		ok, failed, err := g.Result(c.result)
		if err != nil || ok != c.ok || !cmp.Equal(failed, c.failed) {
			t.Errorf("%s: %q, %v, %v", c.name, ok, failed, err)
		}
	}
	if _, err := BindGuest[in, string](&types.Func{Params: list("tool", u32)}); err == nil || !strings.Contains(err.Error(), "parameter tool") {
		t.Errorf("a parameter of another kind: %v", err)
	}
}

func TestRender(t *testing.T) {
	for _, c := range []struct {
		t    *types.Type
		v    abi.Value
		want string
	}{
		{queryT, abi.Record{"milk", false, true}, `{pattern: "milk", case-sensitive: true}`},
		{types.NewOption(str), abi.Option{Some: true, Value: "a\x1b[31m\n"}, `some("a\u001B[31m\n")`},
		{errorT, abi.Variant{Case: 2, Value: "gone"}, `not-found("gone")`},
		{types.NewList(u32), abi.List{uint32(1), uint32(2)}, "[1, 2]"},
		{bytesT, []byte("abc"), "(3 bytes)"},
		{types.NewFlags([]string{"a", "b"}), abi.Flags(2), "{b}"},
		{types.NewTuple(str, types.NewEnum([]string{"x", "y"})), abi.Tuple{"s", abi.Enum(1)}, `("s", y)`},
		{str, strings.Repeat("é", 100), `"` + strings.Repeat("é", 60) + `"… (200 bytes)`},
	} {
		if got := Render(c.t, c.v, 1000); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	long := make(abi.List, 1000)
	for i := range long {
		long[i] = "text"
	}
	if got := Render(types.NewList(str), long, 50); len(got) > 80 || !strings.HasSuffix(got, "…]") {
		t.Errorf("a long list: %s", got)
	}
}
