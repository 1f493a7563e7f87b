package wittext

import (
	"fmt"
	"strings"
	"testing"
)

const everything = `/// A package.
package acme:notes@1.2.0-rc.1+b;

use wasi:io/streams@0.2.0 as s;

/* a comment /* in a comment */ */
/// Types.
/// And more.
@since(version = 1.0.0)
interface types {
    use s.{input-stream, output-stream as out};
    /** Where it failed. */
    record %record { a: u8, %type: option<string>, }
    @unstable(feature = fancy)
    variant v { none, some(list<u8>), pair(tuple<u8, char>) }
    enum e { a, b }
    flags f { x, y, }
    type alias = result<_, e>;
    type fixed = list<u8, 4>;
    resource r {
        constructor(x: u32);
        m: func() -> result;
        @since(version = 1.1.0)
        s: static async func(a: borrow<r>, b: own<r>) -> stream<u8>;
        size: get() -> u64;
    }
    resource empty;
    type: func();
    @since(version = 1.1.0)
    @deprecated(version = 1.2.0)
    f2: func(a: map<string, u8>, b: future) -> f;
}

world w {
    import types;
    import wasi:clocks/wall-clock@0.2.0;
    import plain: func(x: f32);
    import other: types;
    @since(version = 1.1.0)
    export inline: interface {
        f: func();
    }
    export run: async func();
    use types.{e};
    type t = e;
    include acme:other/base with { a as b }
    include acme:other/base@1.0.0;
}

package acme:nested@0.1.0 {
    interface n { f: func() -> s64; }
}
`

func TestRead(t *testing.T) {
	f, err := Read(everything)
	if err != nil {
		t.Fatal(err)
	}
	i, w := f.Package.Interfaces[0], f.Package.Worlds[0]
	typ := func(name string) *TypeDef {
		for _, d := range i.Types {
			if d.Name == name {
				return d
			}
		}
		t.Fatalf("no type %s", name)
		return nil
	}
	r := typ("r")
	for _, c := range []struct{ got, want any }{
		{f.Package.Name + " " + f.Package.Version + " " + f.Package.Docs, "acme:notes 1.2.0-rc.1+b A package."},
		{f.Uses, []TopUse{{"wasi:io/streams@0.2.0", "s"}}},
		{i.Name + "|" + i.Docs + "|" + i.Gate.Since, "types|Types.\nAnd more.|1.0.0"},
		{i.Pos, Pos{10, 1}},
		{i.Uses[0].Path, "s"},
		{i.Uses[0].Names, []UseName{{"input-stream", "input-stream"}, {"output-stream", "out"}}},
		{typ("record").Docs, "Where it failed."},
		{typ("record").Fields[1].Name + " " + typ("record").Fields[1].Type.Name + " " + typ("record").Fields[1].Type.Args[0].Name, "type option string"},
		{typ("v").Gate, Gate{Feature: "fancy"}},
		{len(typ("v").Fields), 3},
		{typ("alias").Type.Args[0] == nil, true},
		{typ("fixed").Type.Length, "4"},
		{len(r.Funcs), 4},
		{r.Funcs[0].Kind + " " + r.Funcs[1].Kind + " " + r.Funcs[2].Kind + " " + r.Funcs[3].Accessor, "constructor method static get"},
		{r.Funcs[2].Gate, Gate{Since: "1.1.0"}},
		{r.Funcs[2].Async, true},
		{i.Funcs[0].Name, "type"},
		{i.Funcs[1].Gate, Gate{Since: "1.1.0", Deprecated: "1.2.0"}},
		{w.Imports[0].Path + " " + w.Imports[1].Path + " " + w.Imports[2].Func.Params[0].Type.Name, "types wasi:clocks/wall-clock@0.2.0 f32"},
		{w.Imports[3].Name + " " + w.Imports[3].Path, "other types"},
		{w.Exports[0].Interface.Name + " " + w.Exports[0].Gate.Since + " " + w.Exports[1].Name, "inline 1.1.0 run"},
		{w.Includes, []Include{{Path: "acme:other/base", Names: []UseName{{"a", "b"}}}, {Path: "acme:other/base@1.0.0"}}},
		{f.Nested[0].Name + "@" + f.Nested[0].Version + " " + f.Nested[0].Interfaces[0].Funcs[0].Result.Name, "acme:nested@0.1.0 s64"},
	} {
		if got, want := fmt.Sprintf("%+v", c.got), fmt.Sprintf("%+v", c.want); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

func TestReadMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"interface a {", `1:14: a name is expected, not the end of the file`},
		{"interface a { f: func() }", `1:25: ";" is expected, not "}"`},
		{"interface a { f: func(x: list) ; }", `1:30: "<" is expected, not ")"`},
		{"interface a {\n  type t = result<u8, u8, u8>;\n}", `2:12: result has another number of types`},
		{"/* open", "1:1: the comment is never closed"},
		{"interface ä {}", `1:11: the character 'ä' may not stand here`},
		{"@since(vers = 1.0.0) interface a {}", "1:2: @since(vers = …) is not known"},
		{"@since(version = 1.0) interface a {}", `1:21: "." is expected, not ")"`},
		{"interface a {}\npackage a:b;", "2:12: the name of the package must be the first thing in the file"},
		{"package a;", `1:10: ":" and the name of a package is expected, not ";"`},
		{"package a:b@1 . 0.0;", "1:13: a version must stand without blanks"},
		{"world w { thing; }", `1:11: import, export, use, include or a type is expected, not "thing"`},
		{"world w { import a:b:c; }", `1:23: "/" and the name of an interface is expected, not ";"`},
		{"\x80", "1:1: the file is not UTF-8"},
		{"interface a { type t = " + strings.Repeat("list<", 101) + "u8", "1:524: types are nested too deeply"},
		{"%", "1:2: a name must follow %"},
	} {
		_, err := Read(c.text)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

// FuzzRead: any text is read or refused with a place in it.
func FuzzRead(f *testing.F) {
	f.Add(everything)
	f.Add("package a:b@1.0.0--;")
	f.Fuzz(func(t *testing.T, text string) {
		_, err := Read(text)
		if e, ok := err.(*Error); err != nil && (!ok || e.Line < 1 || e.Column < 1 || e.Message == "") {
			t.Fatalf("%v", err)
		}
	})
}
