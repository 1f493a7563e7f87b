// Package shape writes function types as text, as close to WIT as one line allows, and compares them with what a component declares.
//
//	func(self: borrow<input-stream>, len: u64) -> result<list<u8>, stream-error>
//
// A word that is no type of WIT stands for the type that a Names gives it; own<R> and borrow<R> name their resource.
package shape

import (
	"fmt"
	"strings"

	"openidea-plugin/component/types"
)

// Names are named types, each as text: "datetime": "record{seconds: u64, nanoseconds: u32}".
type Names map[string]string

// Parse reads a function type. Every resource in it is a new *types.Resource with the name that stands in the text.
func Parse(text string, names Names) (*types.Func, error) {
	p := parser{rest: text, names: names}
	f := p.function()
	if p.err == nil && p.rest != "" {
		p.fail("the end")
	}
	if p.err != nil {
		return nil, fmt.Errorf("%s: %w", text, p.err)
	}
	return f, nil
}

var prims = func() map[string]*types.Type {
	m := map[string]*types.Type{}
	for k := types.Bool; k <= types.String; k++ {
		m[k.String()] = types.Prim(k)
	}
	return m
}()

type parser struct {
	rest  string
	names Names
	depth int
	err   error
}

func (p *parser) fail(want string) {
	if p.err == nil {
		p.err = fmt.Errorf("%s is missing before %q", want, p.rest)
	}
	p.rest = ""
}

// accept takes tok, and the spaces behind it, where it stands next.
func (p *parser) accept(tok string) bool {
	rest, ok := strings.CutPrefix(p.rest, tok)
	if ok {
		p.rest = strings.TrimLeft(rest, " ")
	}
	return ok
}

func (p *parser) expect(tok string) {
	if !p.accept(tok) {
		p.fail(`"` + tok + `"`)
	}
}

func (p *parser) word() string {
	n := 0
	for n < len(p.rest) && (p.rest[n] == '-' || p.rest[n] >= '0' && p.rest[n] <= '9' || p.rest[n]|0x20 >= 'a' && p.rest[n]|0x20 <= 'z') {
		n++
	}
	w := p.rest[:n]
	if w == "->" || w == "" {
		p.fail("a word")
		return ""
	}
	p.rest = strings.TrimLeft(p.rest[n:], " ")
	return w
}

func (p *parser) function() *types.Func {
	f := &types.Func{}
	p.expect("func(")
	if !p.accept(")") {
		f.Params = p.fields(")")
	}
	if p.accept("-> ") {
		f.Result = p.value()
	}
	return f
}

// fields reads "name: type, name: type" and the closing token.
func (p *parser) fields(end string) []types.Field {
	var out []types.Field
	for p.err == nil {
		name := p.word()
		p.expect(":")
		out = append(out, types.Field{Name: name, Type: p.value()})
		if !p.accept(",") {
			break
		}
	}
	p.expect(end)
	return out
}

func (p *parser) labels() []string {
	var out []string
	for p.err == nil {
		out = append(out, p.word())
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return out
}

func (p *parser) cases() []types.Case {
	var out []types.Case
	for p.err == nil {
		c := types.Case{Name: p.word()}
		if p.accept("(") {
			c.Type = p.value()
			p.expect(")")
		}
		out = append(out, c)
		if !p.accept(",") {
			break
		}
	}
	p.expect("}")
	return out
}

// value reads a type; after an error it gives a bool, so that the callers need no check.
func (p *parser) value() *types.Type {
	w := p.word()
	if t, ok := prims[w]; ok {
		return t
	}
	switch {
	case p.accept("{"):
		switch w {
		case "record":
			return types.NewRecord(p.fields("}"))
		case "variant":
			return types.NewVariant(p.cases())
		case "enum":
			return types.NewEnum(p.labels())
		case "flags":
			return types.NewFlags(p.labels())
		}
	case p.accept("<"):
		return p.generic(w)
	case w == "result":
		return types.NewResult(nil, nil)
	}
	text, ok := p.names[w]
	if !ok || p.depth > 20 {
		p.fail("the definition of " + w)
		return prims["bool"]
	}
	inner := parser{rest: text, names: p.names, depth: p.depth + 1}
	t := inner.value()
	if inner.rest != "" || inner.err != nil {
		p.err = fmt.Errorf("%s = %s is no type", w, text)
	}
	return t
}

// generic reads what stands between the angle brackets of w.
func (p *parser) generic(w string) *types.Type {
	defer p.expect(">")
	switch w {
	case "own":
		return types.NewOwn(&types.Resource{Name: p.word()})
	case "borrow":
		return types.NewBorrow(&types.Resource{Name: p.word()})
	case "list":
		return types.NewList(p.value())
	case "option":
		return types.NewOption(p.value())
	case "result":
		var ok, err *types.Type
		if !p.accept("_") {
			ok = p.value()
		}
		if p.accept(",") {
			err = p.value()
		}
		return types.NewResult(ok, err)
	case "tuple":
		elems := []*types.Type{p.value()}
		for p.accept(",") {
			elems = append(elems, p.value())
		}
		return types.NewTuple(elems...)
	}
	p.fail("a type")
	return prims["bool"]
}
