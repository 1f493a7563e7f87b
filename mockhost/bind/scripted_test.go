package bind

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
	"openidea-plugin/diag"
	"openidea-plugin/mockhost/literal"
)

var (
	stateT  = types.NewEnum([]string{"open", "closed"})
	shapeT  = types.NewVariant([]types.Case{{Name: "point"}, {Name: "circle", Type: u32}, {Name: "text", Type: str}})
	flagsT  = types.NewFlags([]string{"read", "write"})
	resultT = types.NewResult(u32, str)
	ownT    = types.NewOwn(&types.Resource{Name: "bucket"})
)

func named(resource, label string) any { return resource + " " + label }

// TestScripted: how values are written for each type, and what is said where they do not fit. The values are JSON, as a test file may have them.
func TestScripted(t *testing.T) {
	for _, c := range []struct {
		t    *types.Type
		json string
		want abi.Value
		fail string // the first mistake, with the text that it points at
	}{
		{boolean, `true`, true, ""},
		{boolean, `1`, nil, `this is an integer, the component declares bool: write true or false @1`},
		{u32, `7`, uint32(7), ""},
		{u32, `4294967295`, uint32(1<<32 - 1), ""},
		{u32, `4294967296`, nil, `4294967296 does not fit u32: 0 to 4294967295 @4294967296`},
		{u32, `-1`, nil, `-1 does not fit u32: 0 to 4294967295 @-1`},
		{u32, `1.5`, nil, `this is a float, the component declares u32: write an integer @1.5`},
		{u64, `18446744073709551615`, uint64(1<<64 - 1), ""},
		{u64, `18446744073709551616`, nil, `18446744073709551616 does not fit u64: 0 to 18446744073709551615 @18446744073709551616`},
		{types.Prim(types.S8), `-128`, int8(-128), ""},
		{types.Prim(types.S8), `128`, nil, `128 does not fit s8: -128 to 127 @128`},
		{types.Prim(types.S64), `-9223372036854775808`, int64(-1 << 63), ""},
		{types.Prim(types.F64), `1`, float64(1), ""},
		{types.Prim(types.F32), `1.5`, float32(1.5), ""},
		{types.Prim(types.F64), `"x"`, nil, `this is a string, the component declares f64: write a number @"x"`},
		{types.Prim(types.Char), `"é"`, abi.Char('é'), ""},
		{types.Prim(types.Char), `"ab"`, nil, `this is a string, the component declares char: write a string of one character @"ab"`},
		{str, `"a"`, "a", ""},
		{str, `null`, nil, `this is null, the component declares string: write a string @null`},
		{bytesT, `"hé"`, []byte("hé"), ""},
		{bytesT, `[0, 255]`, []byte{0, 255}, ""},
		{bytesT, `[0, 256]`, nil, `[1]: 256 does not fit u8: 0 to 255 @256`},
		{types.NewList(u32), `[1, 2]`, abi.List{uint32(1), uint32(2)}, ""},
		{types.NewList(u32), `{}`, nil, `this is a table, the component declares list<u32>: write a list @{}`},
		{placeT, `{"line": 3, "path": "a"}`, abi.Record{"a", uint32(3)}, ""},
		{placeT, `{"path": "a"}`, abi.Record{"a", uint32(0)}, ""},
		{placeT, `{"lien": 3}`, nil, `the component's record has no field "lien": it has path, line @"lien"`},
		{rec("at", types.NewList(placeT)), `{"at": [{"path": "a"}, {"path": 1}]}`, nil, `.at[1].path: this is an integer, the component declares string: write a string @1`},
		{rec("bucket", ownT), `{}`, nil, `the field "bucket" is missing, and a resource has no zero value @{}`},
		{types.NewTuple(str, u32), `["a", 1]`, abi.Tuple{"a", uint32(1)}, ""},
		{types.NewTuple(str, u32), `["a"]`, nil, `this is a list, the component declares tuple<string, u32>: write a list of 2 @["a"]`},
		{flagsT, `["write"]`, abi.Flags(2), ""},
		{flagsT, `[]`, abi.Flags(0), ""},
		{flagsT, `["wirte"]`, nil, `[0]: the component's flags has no flag "wirte": it has read, write @"wirte"`},
		{stateT, `"closed"`, abi.Enum(1), ""},
		{stateT, `"shut"`, nil, `the component's enum has no case "shut": it has open, closed @"shut"`},
		{stateT, `1`, nil, `this is an integer, the component declares enum { open, closed }: write one of open, closed, as a string @1`},
		{shapeT, `"point"`, abi.Variant{}, ""},
		{shapeT, `{"circle": 3}`, abi.Variant{Case: 1, Value: uint32(3)}, ""},
		{shapeT, `{"point": {}}`, abi.Variant{}, ""},
		{shapeT, `"circle"`, nil, `the case "circle" takes a payload, u32: write {circle = …} @"circle"`},
		{shapeT, `{"point": 3}`, nil, `.point: there is nothing to give: the component declares no value here @3`},
		{shapeT, `{"circle": "x"}`, nil, `.circle: this is a string, the component declares u32: write an integer @"x"`},
		{types.NewOption(str), `"a"`, abi.Option{Some: true, Value: "a"}, ""},
		{types.NewOption(str), `null`, abi.Option{}, ""},
		{types.NewOption(str), `{"some": "a"}`, abi.Option{Some: true, Value: "a"}, ""},
		{types.NewOption(str), `{"none": true}`, abi.Option{}, ""},
		{types.NewOption(types.NewOption(str)), `{"some": null}`, abi.Option{Some: true, Value: abi.Option{}}, ""},
		{types.NewOption(rec("some", str)), `{"some": "a"}`, abi.Option{Some: true, Value: abi.Record{"a"}}, ""},
		{resultT, `{"ok": 1}`, abi.Result{Value: uint32(1)}, ""},
		{resultT, `{"err": "x"}`, abi.Result{Err: true, Value: "x"}, ""},
		{resultT, `1`, nil, `this is an integer, the component declares result<u32, string>: write a table {ok = …} or {err = …} @1`},
		{types.NewResult(nil, nil), `"ok"`, abi.Result{}, ""},
		{ownT, `"b"`, abi.Handle{Rep: "bucket b"}, ""},
		{ownT, `1`, nil, `this is an integer, the component declares own<bucket>: write a name for the resource, as a string @1`},
	} {
		v, err := literal.JSON(&diag.SourceFile{Data: []byte(c.json)})
		if err != nil {
			t.Errorf("%s: %v", c.json, err)
			continue
		}
		got, mistakes := Scripted(c.t, v, named)
		failed := ""
		if len(mistakes) > 0 {
			failed = mistakes[0].Error() + " @" + c.json[mistakes[0].Span.Start:mistakes[0].Span.End]
		}
		if failed != c.fail || c.fail == "" && !cmp.Equal(c.want, got) {
			t.Errorf("%s as %s: %v\n got  %s\n want %s", c.json, c.t, got, failed, c.fail)
		}
	}
}

// TestScriptedArgs: which arguments a script waits for.
func TestScriptedArgs(t *testing.T) {
	f := &types.Func{Params: list("self", ownT, "query", queryT, "limit", types.NewOption(u32), "shape", shapeT, "tags", types.NewList(str), "at", types.NewTuple(str, u32))}
	args := []abi.Value{abi.Handle{Rep: thingNamed("b")}, abi.Record{"milk", true, false}, abi.Option{Some: true, Value: uint32(3)}, abi.Variant{Case: 1, Value: uint32(2)}, abi.List{"a", "b"}, abi.Tuple{"x", uint32(1)}}
	for _, c := range []struct {
		json string
		want bool
		fail string
	}{
		{`{}`, true, ""},
		{`{"query": {"pattern": "milk"}}`, true, ""},
		{`{"query": {"pattern": "milk", "regex": false}}`, false, ""},
		{`{"query": {"pattern": {"contains": "il"}}}`, true, ""},
		{`{"query": {"pattern": {"matches": "^m.*k$", "contains": "x"}}}`, false, ""},
		{`{"query": {"pattern": {"matches": "("}}}`, false, `.query.pattern.matches: "(" is no valid regular expression (RE2)`},
		{`{"query": {"pattern": {"equals": "x"}}}`, false, `.query.pattern: a text is a string, {contains = "…"} or {matches = "regular expression"}, not "equals"`},
		{`{"query": {"fuzzy": true}}`, false, `.query: the component's record has no field "fuzzy": it has pattern, regex, case-sensitive`},
		{`{"qurey": {}}`, false, `the function has no parameter "qurey": it has self, query, limit, shape, tags, at`},
		{`{"limit": 3}`, true, ""}, {`{"limit": {"some": 3}}`, true, ""}, {`{"limit": null}`, false, ""}, {`{"limit": {"none": true}}`, false, ""},
		{`{"shape": "circle"}`, true, ""}, {`{"shape": {"circle": 2}}`, true, ""}, {`{"shape": {"circle": 3}}`, false, ""}, {`{"shape": "point"}`, false, ""},
		{`{"shape": "square"}`, false, `.shape: the component's variant has no case "square": it has point, circle, text`},
		{`{"tags": ["a", "b"]}`, true, ""}, {`{"tags": ["a"]}`, false, ""}, {`{"tags": ["a", {"contains": "b"}]}`, true, ""},
		{`{"at": ["x", 1]}`, true, ""}, {`{"at": ["x", 2]}`, false, ""}, {`{"at": ["x"]}`, false, `.at: this is a list, the component declares tuple<string, u32>: write a list of 2`},
		{`{"self": "b"}`, true, ""}, {`{"self": "c"}`, false, ""}, {`{"self": 1}`, false, `.self: this is an integer, the component declares own<bucket>: write the name of a resource, as a string`},
		{`[{"pattern": "milk"}, 3]`, true, ""}, // in order, without the resource of a method
		{`[{"pattern": "milk"}, 4]`, false, ""},
		{`[1, 2, 3, 4, 5, 6]`, false, `these are 6 arguments, the function has 5`},
		{`"milk"`, false, `this is a string: write a table {parameter = value} or a list`},
	} {
		v, err := literal.JSON(&diag.SourceFile{Data: []byte(c.json)})
		if err != nil {
			t.Fatal(err)
		}
		matches, mistakes := ScriptedArgs(f, v)
		if len(mistakes) > 0 || c.fail != "" {
			if len(mistakes) == 0 || mistakes[0].Error() != c.fail {
				t.Errorf("%s: %v, want %s", c.json, mistakes, c.fail)
			}
			continue
		}
		if got := matches(args); got != c.want {
			t.Errorf("%s: %v", c.json, got)
		}
	}
}

type thingNamed string

func (n thingNamed) ScriptName() string { return string(n) }

// TestScriptedErrors: kinds, kinds with messages, and values of the component's own error type.
func TestScriptedErrors(t *testing.T) {
	own := types.NewVariant([]types.Case{{Name: "denied"}, {Name: "timeout", Type: u32}, {Name: "other", Type: str}})
	for _, c := range []struct {
		t          *types.Type
		json       string
		want       Error
		fail, help string
	}{
		{errorT, `"denied"`, Error{"denied", ""}, "", ""},
		{errorT, `{"kind": "not-found", "message": "gone"}`, Error{"not-found", "gone"}, "", ""},
		{errorT, `{"invalid": "bad"}`, Error{"invalid", "bad"}, "", ""},
		{errorT, `"denid"`, Error{}, `the component's error cannot be "denid": it is denied, invalid, not-found, failed`, `did you mean "denied"?`},
		{own, `"denied"`, Error{"denied", ""}, "", ""},
		{own, `{"timeout": 3}`, Error{"timeout", "3"}, "", ""},
		{own, `{"kind": "not-found", "message": "gone"}`, Error{"other", "gone"}, "", ""}, // as the mock host itself would say it
		{own, `{"timeout": "x"}`, Error{}, `.timeout: this is a string, the component declares u32: write an integer`, ""},
		{str, `"gone"`, Error{"failed", "gone"}, "", ""},
		{nil, `"denied"`, Error{"failed", ""}, "", ""},
	} {
		v, err := literal.JSON(&diag.SourceFile{Data: []byte(c.json)})
		if err != nil {
			t.Fatal(err)
		}
		said, mistakes := ScriptedError(types.NewResult(u32, c.t), v, named)
		if len(mistakes) > 0 || c.fail != "" {
			if len(mistakes) == 0 || mistakes[0].Error() != c.fail || mistakes[0].Help != c.help {
				t.Errorf("%s: %v, want %s", c.json, mistakes, c.fail)
			}
			continue
		}
		if diff := cmp.Diff(&c.want, said.Failed); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.json, diff)
		}
	}
	if _, mistakes := ScriptedError(str, &literal.Value{Kind: literal.String, Text: "denied"}, named); len(mistakes) != 1 {
		t.Errorf("a function that cannot fail: %v", mistakes)
	}
}
