package main

import (
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"openidea-plugin/component"
	"openidea-plugin/component/abi"
	"openidea-plugin/component/types"
)

var update = flag.Bool("update", false, "write the golden files anew")

// A batch is made from the seed, its number and its kind alone.
func TestBatchesAreReproducible(t *testing.T) {
	for kind := range kinds {
		first, second := makeBatch(3, 4, kind), makeBatch(3, 4, kind)
		if first.wat != second.wat {
			t.Errorf("%s: the components differ", kind)
		}
		if len(first.cases) != functions*perFunc {
			t.Errorf("%s: %d cases", kind, len(first.cases))
		}
		for i := range first.cases {
			if a, b := first.caseJSON(&first.cases[i]), second.caseJSON(&second.cases[i]); string(a) != string(b) {
				t.Fatalf("%s: case %d differs:\n%s\n%s", kind, i, a, b)
			}
		}
		if other := makeBatch(4, 4, kind); slices.EqualFunc(first.cases, other.cases, func(a, b testCase) bool {
			return string(first.caseJSON(&a)) == string(other.caseJSON(&b))
		}) {
			t.Errorf("%s: another seed makes the same cases", kind)
		}
	}
}

// The components are written as the golden files have them.
func TestComponentText(t *testing.T) {
	s := newSchema(rand.New(rand.NewPCG(7, 7)), true)
	funcs := []*types.Func{s.makeFunc(), s.makeFunc()}
	straight := []hop{{lift: abi.UTF8, lower: abi.UTF8, postReturn: true}, {lift: abi.UTF16, lower: abi.Latin1UTF16, inTheCall: true}}
	raw := []hop{{lift: abi.Latin1UTF16, lower: abi.Latin1UTF16, rawArgs: true, rawResult: true}, {lift: abi.UTF8, lower: abi.UTF16}}
	for name, text := range map[string]string{
		"relay.wat":   chain(s, funcs, [][]hop{straight}),
		"chain.wat":   chain(s, funcs, [][]hop{straight, raw}),
		"handles.wat": handlesComponent(),
	} {
		file := "testdata/" + name
		if *update {
			if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if text != string(want) {
			t.Errorf("%s is not what is made now; write it anew with: go test ./component/differ -update", file)
		}
	}
}

// Values have one form, that of oracle.py.
func TestWire(t *testing.T) {
	rec := types.NewRecord([]types.Field{{Name: "f0", Type: types.Prim(types.U8)}, {Name: "f1", Type: types.Prim(types.String)}})
	variant := types.NewVariant([]types.Case{{Name: "c0"}, {Name: "c1", Type: types.Prim(types.Char)}})
	flags := types.NewFlags([]string{"l0", "l1", "l10"})
	result := types.NewResult(nil, types.Prim(types.Bool))
	for _, c := range []struct {
		t    *types.Type
		v    component.Value
		want string
	}{
		{types.Prim(types.S64), int64(math.MinInt64), `["s64",-9223372036854775808]`},
		{types.Prim(types.U64), uint64(math.MaxUint64), `["u64",18446744073709551615]`},
		{types.Prim(types.F32), float32(math.NaN()), `["f32",-1]`},
		{types.Prim(types.F64), math.Copysign(0, -1), `["f64",9223372036854775808]`},
		{types.Prim(types.Bool), true, `["bool",1]`},
		{types.Prim(types.String), "a\"\\\n\x00\x7fé\u2028😀", `["s","a\"\\\n\u0000\u007f\u00e9\u2028\ud83d\ude00"]`},
		{types.NewList(types.Prim(types.U8)), []byte{1, 0xff}, `["bytes","01ff"]`},
		{types.NewList(types.Prim(types.U8)), []byte{}, `["list"]`},
		{types.NewList(types.Prim(types.U16)), component.List{uint16(1)}, `["list",["u16",1]]`},
		{types.NewTuple(types.Prim(types.S8)), component.Tuple{int8(-1)}, `["tup",["s8",-1]]`},
		{rec, component.Record{uint8(3), ""}, `["rec",["f0",["u8",3]],["f1",["s",""]]]`},
		{variant, component.Variant{Case: 0}, `["var","c0",null]`},
		{variant, component.Variant{Case: 1, Value: component.Char('x')}, `["var","c1",["char",120]]`},
		{flags, component.Flags(0b110), `["flags","l1","l10"]`},
		{flags, component.Flags(0b1001), `["flags","l0","more than there are"]`},
		{types.NewEnum([]string{"l0", "l1"}), component.Enum(1), `["enum","l1"]`},
		{types.NewOption(rec), component.Option{}, `["opt"]`},
		{types.NewOption(types.NewOption(types.Prim(types.U8))), component.Option{Some: true, Value: component.Option{}}, `["opt",["opt"]]`},
		{result, component.Result{}, `["ok",null]`},
		{result, component.Result{Err: true, Value: false}, `["err",["bool",0]]`},
		{types.NewOwn(handleTypes["x"]), hostValue("x", 5), `["x",true,1,5]`},
		{types.NewBorrow(handleTypes["y"]), hostValue("y", 6), `["x",false,2,6]`},
		{types.NewOwn(handleTypes["r"]), guestValue(2), `["g",true,2]`},
	} {
		if got := string(appendValue(nil, c.t, c.v, serialOf)); got != c.want {
			t.Errorf("%s: %s, want %s", c.t, got, c.want)
		}
	}
}

// Each place that survey finds is one of the value that lies there.
func TestSurvey(t *testing.T) {
	m := &rawGuest{buf: make([]byte, dataAt), next: dataAt}
	side := &abi.Side{Memory: m, Realloc: m.realloc}
	f := &types.Func{Params: []types.Field{
		{Name: "a", Type: types.NewOption(types.Prim(types.Char))},
		{Name: "b", Type: types.NewList(types.NewTuple(types.Prim(types.Bool), types.Prim(types.String)))},
	}}
	flats, err := side.LowerParams(t.Context(), f.Params, []component.Value{
		component.Option{Some: true, Value: component.Char('A')}, component.List{component.Tuple{true, "xyz"}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, v := range flats {
		m.buf[flatsAt+8*i], m.buf[flatsAt+8*i+1] = byte(v), byte(v>>8)
	}
	s := &survey{m: m}
	s.flat(f.Params[0].Type, flatsAt)
	s.flat(f.Params[1].Type, flatsAt+16)
	var got []string
	for _, x := range s.sites {
		got = append(got, []string{"", "case of ", "address of ", "length of "}[x.part]+x.typ.String())
	}
	want := []string{
		"case of option<char>", "char", "address of list<tuple<bool, string>>", "length of list<tuple<bool, string>>",
		"bool", "address of string", "length of string",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%s", strings.Join(got, "; "))
	}
	if at := s.sites[1].at; m.word(at) != 'A' {
		t.Errorf("%#x at %#x", m.word(at), at)
	}
	if at := s.sites[6].at; m.word(at) != 3 {
		t.Errorf("%#x at %#x", m.word(at), at)
	}
}
