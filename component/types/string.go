package types

import "strings"

// maxText is how long a type may get in a message, in bytes, before the rest is left out.
const maxText = 2000

// kindWords are the words of WIT, in the order of the kinds.
var kindWords = [...]string{"?", "bool", "s8", "u8", "s16", "u16", "s32", "u32", "s64", "u64", "f32", "f64", "char", "string",
	"record", "variant", "list", "tuple", "flags", "enum", "option", "result", "own", "borrow"}

// String is the word of WIT: "u32", "record", "own".
func (k Kind) String() string {
	if int(k) < len(kindWords) {
		return kindWords[k]
	}
	return kindWords[0]
}

// an puts the article before a word.
func an(word string) string {
	if strings.ContainsRune("aeio", rune(word[0])) {
		return "an " + word
	}
	return "a " + word
}

// String writes the type as WIT does, records, variants, flags and enums in full and in one line; what would be longer than
// 2,000 bytes ends in "…".
func (t *Type) String() string {
	var p printer
	p.value(t)
	return p.String()
}

// String writes the function as WIT does: "func(text: string, limit: u32) -> list<string>".
func (f *Func) String() string {
	var p printer
	p.add("func(")
	for i, a := range f.Params {
		p.sep(i)
		p.add(a.Name, ": ")
		p.value(a.Type)
	}
	p.add(")")
	if f.Result != nil {
		p.add(" -> ")
		p.value(f.Result)
	}
	return p.String()
}

// printer collects text up to maxText.
type printer struct {
	b    strings.Builder
	full bool
}

func (p *printer) String() string {
	if p.full {
		return p.b.String() + "…"
	}
	return p.b.String()
}

func (p *printer) add(parts ...string) {
	for _, s := range parts {
		if p.full = p.full || p.b.Len()+len(s) > maxText; p.full {
			return
		}
		p.b.WriteString(s)
	}
}

// sep goes before every item of a sequence but the first.
func (p *printer) sep(i int) {
	if i > 0 {
		p.add(", ")
	}
}

func (p *printer) value(t *Type) {
	if p.full {
		return
	}
	p.add(t.Kind.String())
	switch t.Kind {
	case Record:
		p.add(" { ")
		for i, f := range t.Fields {
			p.sep(i)
			p.add(f.Name, ": ")
			p.value(f.Type)
		}
		p.add(" }")
	case Variant:
		p.add(" { ")
		for i, c := range t.Cases {
			p.sep(i)
			p.add(c.Name)
			if c.Type != nil {
				p.args(c.Type, "(", ")")
			}
		}
		p.add(" }")
	case Flags, Enum:
		p.add(" { ", strings.Join(t.Labels, ", "), " }")
	case Tuple:
		p.add("<")
		for i, f := range t.Fields {
			p.sep(i)
			p.value(f.Type)
		}
		p.add(">")
	case List, Option:
		p.args(t.Elem, "<", ">")
	case Result:
		switch {
		case t.Ok != nil && t.Err != nil:
			p.add("<")
			p.value(t.Ok)
			p.add(", ")
			p.value(t.Err)
			p.add(">")
		case t.Ok != nil:
			p.args(t.Ok, "<", ">")
		case t.Err != nil:
			p.add("<_, ")
			p.value(t.Err)
			p.add(">")
		}
	case Own, Borrow:
		name := t.Resource.Name
		if name == "" {
			name = "resource"
		}
		p.add("<", name, ">")
	}
}

func (p *printer) args(t *Type, open, shut string) {
	p.add(open)
	p.value(t)
	p.add(shut)
}

// String writes a core function type as the text format does: "(func (param i32 i32) (result i32))".
func (f *CoreFuncType) String() string {
	var b strings.Builder
	b.WriteString("(func")
	for _, part := range []struct {
		word  string
		types []byte
	}{{"param", f.Params}, {"result", f.Results}} {
		if len(part.types) == 0 {
			continue
		}
		b.WriteString(" (" + part.word)
		for _, t := range part.types {
			b.WriteString(" " + coreTypeWord(t))
		}
		b.WriteString(")")
	}
	b.WriteString(")")
	return b.String()
}

// coreTypeWords are the words of the text format.
var coreTypeWords = map[byte]string{0x7f: "i32", 0x7e: "i64", 0x7d: "f32", 0x7c: "f64", 0x7b: "v128", 0x70: "funcref", 0x6f: "externref", 0x69: "exnref"}

func coreTypeWord(t byte) string {
	if w, ok := coreTypeWords[t]; ok {
		return w
	}
	return "unknown type"
}
