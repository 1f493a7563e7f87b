package bylabel_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"openidea-plugin/component/abi"
	"openidea-plugin/component/bylabel"
	"openidea-plugin/component/types"
)

var (
	u32   = types.Prim(types.U32)
	str   = types.Prim(types.String)
	own   = types.NewOwn(&types.Resource{Name: "pollable"})
	match = types.NewRecord([]types.Field{{Name: "path", Type: str}, {Name: "line", Type: u32}})
	shape = types.NewVariant([]types.Case{{Name: "none"}, {Name: "circle", Type: u32}})
	code  = types.NewEnum([]string{"denied", "not-found"})
	perms = types.NewFlags([]string{"read", "write", "exec"})
)

type values = map[string]abi.Value

func TestMaking(t *testing.T) {
	for _, c := range []struct {
		name string
		make func() (abi.Value, error)
		want abi.Value
		fail string
	}{
		{"record, in any order", wrap(bylabel.Record(match, values{"line": uint32(3), "path": "a"})), abi.Record{"a", uint32(3)}, ""},
		{"record lacks a field", wrap(bylabel.Record(match, values{"line": uint32(3)})), nil, `the record's field "path" was given no value`},
		{"record has no such field", wrap(bylabel.Record(match, values{"line": uint32(3), "path": "a", "col": uint32(1)})), nil,
			`the record type has no field "col" (it has path, line)`},
		{"record of an enum", wrap(bylabel.Record(code, nil)), nil, "the type is an enum, not a record"},
		{"record of no type", wrap(bylabel.Record(nil, nil)), nil, "the type is no type, not a record"},
		{"lenient record", wrap(bylabel.RecordFrom(match, values{"line": uint32(3), "col": uint32(1)})), abi.Record{"", uint32(3)}, ""},
		{"lenient record with a handle", wrap(bylabel.RecordFrom(types.NewRecord([]types.Field{{Name: "p", Type: own}}), nil)), nil,
			`the record's field "p" was given no value and has no zero value`},
		{"enum", wrap(bylabel.Enum(code, "not-found")), abi.Enum(1), ""},
		{"enum has no such case", wrap(bylabel.Enum(code, "gone")), nil, `the enum type has no case "gone" (it has denied, not-found)`},
		{"enum of flags", wrap(bylabel.Enum(perms, "read")), nil, "the type is flags, not an enum"},
		{"variant with payload", wrap(bylabel.Variant(shape, "circle", uint32(2))), abi.Variant{Case: 1, Value: uint32(2)}, ""},
		{"variant without payload", wrap(bylabel.Variant(shape, "none", nil)), abi.Variant{}, ""},
		{"payload too many", wrap(bylabel.Variant(shape, "none", uint32(2))), nil, `the variant's case "none" takes no payload`},
		{"payload missing", wrap(bylabel.Variant(shape, "circle", nil)), nil, `the variant's case "circle" takes a payload`},
		{"variant has no such case", wrap(bylabel.Variant(shape, "square", nil)), nil, `the variant type has no case "square" (it has none, circle)`},
		{"variant of a string", wrap(bylabel.Variant(str, "none", nil)), nil, "the type is a string, not a variant"},
		{"flags", wrap(bylabel.Flags(perms, "exec", "read")), abi.Flags(5), ""},
		{"flags has no such flag", wrap(bylabel.Flags(perms, "sticky")), nil, `the flags type has no flag "sticky" (it has read, write, exec)`},
		{"flags of an s32", wrap(bylabel.Flags(types.Prim(types.S32))), nil, "the type is an s32, not flags"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.make()
			if c.fail != "" {
				var e *bylabel.Error
				if !errors.As(err, &e) || err.Error() != c.fail {
					t.Fatalf("got error %v, want %s", err, c.fail)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Error(d)
			}
		})
	}
}

func wrap[T abi.Value](v T, err error) func() (abi.Value, error) {
	return func() (abi.Value, error) { return v, err }
}

func TestReading(t *testing.T) {
	if v, err := bylabel.Field(match, abi.Record{"a", uint32(7)}, "line"); err != nil || v != uint32(7) {
		t.Errorf("field line: %v, %v", v, err)
	}
	if l, v, err := bylabel.Case(shape, abi.Variant{Case: 1, Value: uint32(4)}); err != nil || l != "circle" || v != uint32(4) {
		t.Errorf("case: %q, %v, %v", l, v, err)
	}
	if l, v, err := bylabel.Case(code, abi.Enum(1)); err != nil || l != "not-found" || v != nil {
		t.Errorf("case of an enum: %q, %v, %v", l, v, err)
	}
	if s, err := bylabel.FlagSet(perms, abi.Flags(6)); err != nil || cmp.Diff([]string{"write", "exec"}, s) != "" {
		t.Errorf("flags: %v, %v", s, err)
	}
	if h, err := bylabel.Has(perms, abi.Flags(6), "write"); err != nil || !h {
		t.Errorf("has write: %v, %v", h, err)
	}
	if ty, err := bylabel.Type(shape, "circle"); err != nil || ty != u32 {
		t.Errorf("type of circle: %v, %v", ty, err)
	}
	if d := cmp.Diff([]string{"path", "line"}, bylabel.Labels(match)); d != "" {
		t.Error(d)
	}
}

func TestReadingFails(t *testing.T) {
	last := func(_ any, err error) error { return err }
	case_ := func(_ string, _ abi.Value, err error) error { return err }
	for _, c := range []struct {
		name   string
		err    error
		reason bylabel.Reason
		want   string
	}{
		{"field of another shape", last(bylabel.Field(match, abi.Record{"a"}, "line")), bylabel.WrongValue, "the value is not a record"},
		{"field of a tuple value", last(bylabel.Field(match, abi.Tuple{"a", uint32(1)}, "line")), bylabel.WrongValue, "the value is not a record"},
		{"no such field", last(bylabel.Field(match, abi.Record{"a", uint32(1)}, "col")), bylabel.UnknownLabel,
			`the record type has no field "col" (it has path, line)`},
		{"field of an option", last(bylabel.Field(types.NewOption(u32), nil, "x")), bylabel.WrongKind, "the type is an option, not a record"},
		{"case beyond the last", case_(bylabel.Case(shape, abi.Variant{Case: 2})), bylabel.WrongValue, "the value is not a variant"},
		{"enum beyond the last", case_(bylabel.Case(code, abi.Enum(2))), bylabel.WrongValue, "the value is not an enum"},
		{"case of a list", case_(bylabel.Case(types.NewList(u32), abi.List{})), bylabel.WrongKind, "the type is a list, not a variant or enum"},
		{"flags of a number", last(bylabel.FlagSet(perms, uint32(1))), bylabel.WrongValue, "the value is not flags"},
		{"no such flag", last(bylabel.Has(perms, abi.Flags(1), "x")), bylabel.UnknownLabel, `the flags type has no flag "x" (it has read, write, exec)`},
		{"type of no such case", last(bylabel.Type(shape, "x")), bylabel.UnknownLabel, `the variant type has no case "x" (it has none, circle)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			var e *bylabel.Error
			if !errors.As(c.err, &e) || e.Reason != c.reason || e.Message != c.want {
				t.Errorf("got %v, want %s", c.err, c.want)
			}
		})
	}
}

func TestZero(t *testing.T) {
	for _, c := range []struct {
		name string
		t    *types.Type
		want abi.Value
	}{
		{"none", nil, nil},
		{"u32", u32, uint32(0)},
		{"char", types.Prim(types.Char), abi.Char(0)},
		{"bytes", types.NewList(types.Prim(types.U8)), []byte{}},
		{"list", types.NewList(str), abi.List{}},
		{"record", match, abi.Record{"", uint32(0)}},
		{"tuple", types.NewTuple(u32, str), abi.Tuple{uint32(0), ""}},
		{"variant", types.NewVariant([]types.Case{{Name: "a", Type: match}}), abi.Variant{Value: abi.Record{"", uint32(0)}}},
		{"option of a handle", types.NewOption(own), abi.Option{}},
		{"result", types.NewResult(u32, own), abi.Result{Value: uint32(0)}},
		{"flags", perms, abi.Flags(0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := bylabel.Zero(c.t)
			if d := cmp.Diff(c.want, got); d != "" || err != nil {
				t.Errorf("%v %s", err, d)
			}
		})
	}
	for _, ty := range []*types.Type{own, types.NewTuple(u32, own), types.NewResult(own, nil)} {
		var e *bylabel.Error
		if _, err := bylabel.Zero(ty); !errors.As(err, &e) || e.Reason != bylabel.NoZero || e.Message != "a handle has no zero value" {
			t.Errorf("zero of %s: %v", ty, err)
		}
	}
}
