package types_test

import (
	"testing"

	. "openidea-plugin/component/binary/asm"
)

func TestLift(t *testing.T) {
	lift := func(typ Bytes, f uint32, opts ...Bytes) Bytes {
		return withLibc(Types(typ), Canons(Lift(f, 0, opts...)))
	}
	many := manyTimes(17, nil)
	for i := range many {
		many[i] = Field("p"+string(rune('a'+i)), U32)
	}
	str := FuncType(nil, Field("s", String))
	run(t, []validity{
		{"nothing", lift(FuncType(nil), 1), ""},
		{"a parameter", lift(FuncType(nil, Field("a", Char)), 2), ""},
		{"another core type", lift(FuncType(nil, Field("a", U64)), 2), "has the type (func (param i32)), but the function func(a: u64) needs (func (param i64))"},
		{"another core result", lift(FuncType(U8), 1), "needs (func (result i32))"},
		{"a type that is no function", lift(U8, 1), "type 0 is the type of a u8, not of a function"},
		{"a string parameter", lift(str, 5, Memory(0), Realloc(0)), ""},
		{"a string parameter without memory", lift(str, 5), "option memory is missing"},
		{"a string parameter without realloc", lift(str, 5, Memory(0)), "option realloc is missing"},
		{"a string result needs no realloc", lift(FuncType(String), 3, Memory(0)), ""},
		{"a string result without memory", lift(FuncType(String), 3), "option memory is missing"},
		{"17 parameters", lift(FuncType(nil, many...), 2, Memory(0), Realloc(0)), ""},
		{"17 parameters without realloc", lift(FuncType(nil, many...), 2, Memory(0)), "option realloc is missing"},
		{"realloc without memory", lift(FuncType(nil), 1, Realloc(0)), "option realloc needs the option memory"},
		{"realloc of another type", lift(FuncType(nil), 1, Memory(0), Realloc(1)), "the realloc function must be (func (param i32 i32 i32 i32) (result i32)), not (func)"},
		{"a shared memory", lift(FuncType(nil), 1, Memory(1)), "neither shared nor 64-bit"},
		{"two encodings", lift(FuncType(nil), 1, Bytes{0x00}, Bytes{0x00}), "string-encoding is given more than once"},
		{"two memories", lift(FuncType(nil), 1, Memory(0), Memory(0)), "memory is given more than once"},
		{"an encoding", lift(FuncType(nil), 1, Bytes{0x02}), ""},
		{"post-return", lift(FuncType(String), 3, Memory(0), PostReturn(2)), ""},
		{"post-return of nothing", lift(FuncType(nil), 1, PostReturn(1)), ""},
		{"post-return of another type", lift(FuncType(String), 3, Memory(0), PostReturn(1)), "expected (func (param i32)), found (func)"},
		{"post-return that returns", lift(FuncType(nil), 1, PostReturn(3)), "return nothing"},
	})
}

func TestLower(t *testing.T) {
	lower := func(typ Bytes, opts ...Bytes) Bytes {
		return withLibc(Types(typ), Imports(Import("f", OfFunc(0))), Canons(Lower(0, opts...)))
	}
	str := FuncType(nil, Field("s", String))
	run(t, []validity{
		{"nothing", lower(FuncType(nil)), ""},
		{"a string parameter needs no realloc", lower(str, Memory(0)), ""},
		{"a string parameter without memory", lower(str), "option memory is missing"},
		{"a string result", lower(FuncType(String), Memory(0), Realloc(0)), ""},
		{"a string result without realloc", lower(FuncType(String), Memory(0)), "option realloc is missing"},
		{"a long result without pointers", lower(FuncType(Idx(1)), Memory(0)), "there is no type 1"},
		{"post-return", lower(FuncType(nil), PostReturn(1)), "cannot be given to a lower"},
		{"a function that is not there", withLibc(Canons(Lower(0))), "there is no function 0"},
	})
	c, err := resolve(withLibc(Types(Tuple(U64, U64), FuncType(Idx(0), Field("a", U8))), Imports(Import("f", OfFunc(1))), Canons(Lower(0, Memory(0)))))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := c.CoreFuncs[7].String(), "(func (param i32 i32))"; got != want {
		t.Errorf("the lowered function is %s, want %s", got, want)
	}
}
