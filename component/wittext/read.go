package wittext

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Bounds of what is read: WIT is written by people, and by tools from it.
const (
	// MaxSize is the largest file, in bytes.
	MaxSize = 4 << 20
	// maxDepth bounds types inside of types.
	maxDepth = 100
)

// Read reads a file. An error is an *Error.
func Read(text string) (f *File, err error) {
	if len(text) > MaxSize {
		return nil, &Error{Pos{1, 1}, fmt.Sprintf("the file is larger than %d MiB", MaxSize>>20)}
	}
	if !utf8.ValidString(text) {
		return nil, &Error{Pos{1, 1}, "the file is not UTF-8"}
	}
	p := &parser{lexer: lexer{src: text, line: 1}}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			f, err = nil, e
		default:
			panic(e)
		}
	}()
	p.step()
	return p.file(), nil
}

// parser is a reader with one token ahead. What is wrong ends it by a panic of an *Error.
type parser struct {
	lexer
	tok token
	// last is where the token before ended.
	last  int
	depth int
}

func (p *parser) step() {
	p.last = p.at
	p.tok = p.next()
}

func (p *parser) wrong(want string) {
	panic(&Error{p.tok.pos, want + " is expected, not " + p.tok.String()})
}

// is says whether the token is a keyword or symbol; take takes it if so; need takes it or fails.
func (p *parser) is(text string) bool {
	return p.tok.text == text && !p.tok.escaped && (p.tok.kind == word || p.tok.kind == symbol)
}

func (p *parser) take(text string) bool {
	if !p.is(text) {
		return false
	}
	p.step()
	return true
}

func (p *parser) need(text string) {
	if !p.take(text) {
		p.wrong(`"` + text + `"`)
	}
}

// name takes an identifier.
func (p *parser) name() string {
	if p.tok.kind != word {
		p.wrong("a name")
	}
	text := p.tok.text
	p.step()
	return text
}

func (p *parser) file() *File {
	f := &File{}
	if p.is("package") {
		docs := p.tok.docs
		p.step()
		name, version := p.packageName()
		if p.is("{") {
			f.Nested = append(f.Nested, p.nested(name, version, docs))
		} else {
			p.need(";")
			f.Package.Name, f.Package.Version, f.Package.Docs = name, version, docs
		}
	}
	for p.tok.kind != end {
		docs := p.tok.docs
		gate := p.gate()
		switch {
		case p.take("use"):
			u := TopUse{Path: p.path()}
			if _, u.As = splitPath(u.Path); p.take("as") {
				u.As = p.name()
			}
			p.need(";")
			f.Uses = append(f.Uses, u)
		case p.take("package"):
			name, version := p.packageName()
			if !p.is("{") {
				panic(&Error{p.tok.pos, "the name of the package must be the first thing in the file"})
			}
			f.Nested = append(f.Nested, p.nested(name, version, docs))
		default:
			p.definition(&f.Package, docs, gate)
		}
	}
	return f
}

func (p *parser) nested(name, version, docs string) *Package {
	pkg := &Package{Name: name, Version: version, Docs: docs}
	p.need("{")
	for !p.take("}") {
		docs := p.tok.docs
		p.definition(pkg, docs, p.gate())
	}
	return pkg
}

func (p *parser) definition(pkg *Package, docs string, gate Gate) {
	pos := p.tok.pos
	switch {
	case p.take("interface"):
		i := &Interface{Name: p.name(), Docs: docs, Gate: gate, Pos: pos}
		p.interfaceBody(i)
		pkg.Interfaces = append(pkg.Interfaces, i)
	case p.take("world"):
		pkg.Worlds = append(pkg.Worlds, p.world(docs, gate, pos))
	default:
		p.wrong("an interface or a world")
	}
}

// packageName reads "ns:name@1.2.3".
func (p *parser) packageName() (name, version string) {
	name = p.name()
	for p.take(":") {
		name += ":" + p.name()
	}
	if !strings.Contains(name, ":") {
		p.wrong(`":" and the name of a package`)
	}
	for p.take("/") {
		name += "/" + p.name()
	}
	return name, p.atVersion()
}

// atVersion reads "@1.2.3", or nothing.
func (p *parser) atVersion() string {
	if !p.take("@") {
		return ""
	}
	return p.version()
}

// version reads a semantic version: its parts stand without blanks between them.
func (p *parser) version() string {
	start, pos := p.tok.at, p.tok.pos
	part := func() {
		if p.tok.kind != number && p.tok.kind != word && !p.is("-") {
			p.wrong("a part of a version")
		}
		p.step()
	}
	glued := func(s string) bool { return p.is(s) && p.tok.at == p.last }
	list := func() {
		for {
			part()
			for (p.tok.kind == number || p.tok.kind == word || p.is("-")) && p.tok.at == p.last { // "1a", "x-1"
				p.step()
			}
			if !glued(".") || !p.followed() {
				return
			}
			p.step()
		}
	}
	for i := range 3 {
		if i > 0 {
			p.need(".")
		}
		if p.tok.kind != number {
			p.wrong("a number of a version")
		}
		p.step()
	}
	if glued("-") {
		p.step()
		list()
	}
	if glued("+") {
		p.step()
		list()
	}
	text := p.src[start:p.last]
	if strings.ContainsAny(text, " \t\r\n/") {
		panic(&Error{pos, "a version must stand without blanks"})
	}
	return text
}

// followed says whether a word or number stands right behind the token: "1.4.0-rc.1" goes on, "pkg/x@1.0.0-rc.{…}" does not.
func (p *parser) followed() bool {
	return p.at < len(p.src) && (isDigit(p.src[p.at]) || isWordStart(p.src[p.at]))
}

// path reads the name of an interface or world: "types", "wasi:io/error@0.2.0".
func (p *parser) path() string {
	text := p.name()
	if !p.is(":") {
		return text
	}
	for p.take(":") {
		text += ":" + p.name()
	}
	slash := false
	for p.take("/") {
		text += "/" + p.name()
		slash = true
	}
	if !slash {
		p.wrong(`"/" and the name of an interface`)
	}
	if v := p.atVersion(); v != "" {
		text += "@" + v
	}
	return text
}

// splitPath takes "wasi:io/error@0.2.0" apart: "wasi:io@0.2.0" and "error". A name without a package is all name.
func splitPath(path string) (pkg, name string) {
	path, version, versioned := strings.Cut(path, "@")
	at := strings.LastIndexByte(path, '/')
	if at < 0 {
		return "", path
	}
	pkg, name = path[:at], path[at+1:]
	if versioned {
		pkg += "@" + version
	}
	return pkg, name
}

// gate reads the attributes before something.
func (p *parser) gate() Gate {
	var g Gate
	for p.is("@") {
		p.step()
		at := p.tok
		attribute := p.name()
		if attribute == "external-id" || attribute == "implements" { // they carry no gate
			p.skipParens()
			continue
		}
		p.need("(")
		for !p.take(")") {
			key := p.name()
			p.need("=")
			switch attribute + " " + key {
			case "since version":
				g.Since = p.version()
			case "deprecated version":
				g.Deprecated = p.version()
			case "unstable feature", "since feature":
				g.Feature = p.name()
			default:
				panic(&Error{at.pos, fmt.Sprintf("@%s(%s = …) is not known", attribute, key)})
			}
			p.take(",")
		}
		if attribute == "since" && g.Since != "" {
			g.Feature = "" // it was a feature once
		}
	}
	return g
}

func (p *parser) skipParens() {
	p.need("(")
	for !p.take(")") {
		if p.tok.kind == end {
			p.wrong(`")"`)
		}
		p.step()
	}
}
