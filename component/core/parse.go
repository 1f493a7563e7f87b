package core

import (
	"bytes"
	"slices"

	"openidea-plugin/component/types"
)

// Limits of a module; those of wasmtime's validator. They bound what any later step may allocate.
const (
	maxTypes     = 1_000_000
	maxFuncs     = 1_000_000
	maxImports   = 1_000_000
	maxExports   = 1_000_000
	maxGlobals   = 1_000_000
	maxTags      = 1_000_000
	maxSegments  = 100_000
	maxTables    = 100
	maxElemItems = 10_000_000
	maxParams    = 1_000
	maxResults   = 1_000
	maxLocals    = 50_000
	maxBody      = 7_654_321
	maxString    = 100_000
	maxPages     = 65_536
	maxModule    = 1 << 30
)

// Ids of sections.
const (
	secCustom    = 0
	secType      = 1
	secImport    = 2
	secFunc      = 3
	secTable     = 4
	secMemory    = 5
	secGlobal    = 6
	secExport    = 7
	secStart     = 8
	secElem      = 9
	secCode      = 10
	secData      = 11
	secDataCount = 12
	secTag       = 13
)

// sectionOrder is the place of each section in a module, by id.
var sectionOrder = [...]int{
	secType: 1, secImport: 2, secFunc: 3, secTable: 4, secMemory: 5, secTag: 6, secGlobal: 7, secExport: 8, secStart: 9,
	secElem: 10, secDataCount: 11, secCode: 12, secData: 13,
}

var preamble = []byte{0, 'a', 's', 'm', 1, 0, 0, 0}

// Parse reads a module. It never panics, and what it allocates is proportional to len(b). The error is an *Error.
func Parse(b []byte) (*Module, error) {
	if len(b) < 8 || !bytes.Equal(b[:8], preamble) {
		return nil, &Error{Message: "this is no core WebAssembly module of version 1"}
	}
	if len(b) > maxModule {
		return nil, &Error{Message: "a core module of more than 1 GiB is too large"}
	}
	m := &Module{raw: b}
	p := &parser{reader: reader{b: b, pos: 8, end: len(b)}, m: m}
	p.module()
	if p.err != nil {
		return nil, p.err
	}
	m.Names = parseNames(m)
	return m, nil
}

// parser is a reader that fills a module.
type parser struct {
	reader
	m *Module
	// dataCount is what the data count section says, -1: there is none.
	dataCount int64
}

func (p *parser) module() {
	p.dataCount = -1
	order := 0
	for p.more() {
		at := p.pos
		id := p.u8()
		size := p.u32()
		start := p.pos
		if len(p.bytes(size)) != int(size) || p.err != nil {
			return
		}
		if int(id) >= len(sectionOrder) {
			p.fail(at, "section %d is unknown", id)
			return
		}
		end := p.pos
		p.m.sections = append(p.m.sections, section{id: id, start: start, end: end})
		if id == secCustom {
			// Only the name is read here: the content of a custom section never makes a module invalid.
			sub := parser{reader: reader{b: p.b, pos: start, end: end}}
			if sub.name(); sub.err != nil {
				p.err = sub.err
			}
			continue
		}
		if sectionOrder[id] <= order {
			p.fail(at, "section %d is out of order or stands twice", id)
			return
		}
		order = sectionOrder[id]
		p.pos, p.end = start, end
		p.section(id)
		if p.err == nil && p.pos != end {
			p.fail(p.pos, "section %d is %d bytes longer than its content", id, end-p.pos)
		}
		p.end = len(p.b)
	}
	p.finish()
}

// finish checks what sections say about each other.
func (p *parser) finish() {
	if p.err != nil {
		return
	}
	if len(p.m.Funcs) != len(p.m.Bodies) {
		p.fail(p.end, "%d functions are declared, %d have code", len(p.m.Funcs), len(p.m.Bodies))
	}
	if p.dataCount >= 0 && int(p.dataCount) != len(p.m.Datas) {
		p.fail(p.end, "%d data segments are announced, %d follow", p.dataCount, len(p.m.Datas))
	}
}

func (p *parser) section(id byte) {
	switch id {
	case secType:
		vec(p, "types", maxTypes, &p.m.Types, p.funcType)
	case secImport:
		vec(p, "imports", maxImports, &p.m.Imports, p.imp)
	case secFunc:
		vec(p, "functions", maxFuncs, &p.m.Funcs, p.typeIndex)
	case secTable:
		vec(p, "tables", maxTables, &p.m.Tables, p.definedTable)
	case secMemory:
		vec(p, "memories", maxTables, &p.m.Memories, p.memory)
		p.oneMemory()
	case secTag:
		vec(p, "tags", maxTags, &p.m.Tags, p.tag)
	case secGlobal:
		vec(p, "globals", maxGlobals, &p.m.Globals, p.definedGlobal)
	case secExport:
		vec(p, "exports", maxExports, &p.m.Exports, p.export)
		p.uniqueExports()
	case secStart:
		p.start()
	case secElem:
		vec(p, "element segments", maxSegments, &p.m.Elems, p.elem)
	case secDataCount:
		p.dataCount = int64(p.u32())
	case secCode:
		vec(p, "function bodies", maxFuncs, &p.m.Bodies, p.body)
	case secData:
		vec(p, "data segments", maxSegments, &p.m.Datas, p.data)
	}
}

// maxAhead is how many items room is made for before they are read.
const maxAhead = 1000

// vec reads a vector into *to. Each item is appended when it has been read, so that it may look at those before it.
func vec[T any](p *parser, what string, limit uint32, to *[]T, item func() T) {
	n := p.count(what, limit)
	*to = slices.Grow(*to, int(min(n, maxAhead)))
	for i := uint32(0); i < n && p.err == nil; i++ {
		v := item()
		if p.err == nil {
			*to = append(*to, v)
		}
	}
}

// valType reads a value type. Nullable references to abstract types have a short form, which is what they become.
func (r *reader) valType() byte {
	at := r.pos
	switch b := r.u8(); b {
	case I32, I64, F32, F64, V128, FuncRef, ExternRef, ExnRef:
		return b
	case 0x63:
		return r.heapType()
	case 0x64:
		r.unsupported(at, "references that cannot be null are not supported")
	case 0x6e, 0x6d, 0x6c, 0x6b, 0x6a, 0x71, 0x72, 0x73, 0x74:
		r.unsupported(at, "garbage-collected types (value type %#x) are not supported", b)
	case 0x65:
		r.unsupported(at, "types of shared-everything threads are not supported")
	case 0x68, 0x75:
		r.unsupported(at, "continuations (stack switching) are not supported")
	default:
		r.fail(at, "%#x is no value type", b)
	}
	return 0
}

// heapType reads a heap type and gives the nullable reference to it.
func (r *reader) heapType() byte {
	at := r.pos
	switch h := r.s33(); h {
	case int64(FuncRef) - 0x80, int64(ExternRef) - 0x80, int64(ExnRef) - 0x80:
		return byte(h + 0x80)
	case 0x65 - 0x80:
		r.unsupported(at, "types of shared-everything threads are not supported")
		return 0
	default:
		if r.err == nil {
			r.unsupported(at, "typed references are not supported")
		}
		return 0
	}
}

// refType reads a value type that must be a reference.
func (r *reader) refType() byte {
	at := r.pos
	t := r.valType()
	switch t {
	case FuncRef, ExternRef, ExnRef:
	default:
		r.fail(at, "%#x is no reference type", t)
	}
	return t
}

func (p *parser) funcType() FuncType {
	at := p.pos
	switch form := p.u8(); form {
	case 0x60:
	case 0x4e, 0x4f, 0x50, 0x5e, 0x5f:
		p.unsupported(at, "garbage-collected types are not supported")
	case 0x65:
		p.unsupported(at, "types of shared-everything threads are not supported")
	case 0x5d:
		p.unsupported(at, "continuations (stack switching) are not supported")
	default:
		p.fail(at, "%#x is no form of a type", form)
	}
	var t FuncType
	vec(p, "parameters", maxParams, &t.Params, p.valType)
	vec(p, "results", maxResults, &t.Results, p.valType)
	return t
}

func (p *parser) typeIndex() uint32 {
	at := p.pos
	i := p.u32()
	if p.err == nil && uint64(i) >= uint64(len(p.m.Types)) {
		p.fail(at, "type %d does not exist: there are %d", i, len(p.m.Types))
	}
	return i
}

func (p *parser) imp() Import {
	im := Import{Module: p.name(), Name: p.name()}
	at := p.pos
	im.Kind = types.CoreExternKind(p.u8())
	switch im.Kind {
	case types.CoreFunc:
		im.Func = p.typeIndex()
	case types.CoreTable:
		im.Table = p.table()
	case types.CoreMemory:
		im.Memory = p.memory()
	case types.CoreGlobal:
		im.Global = p.globalType()
	case types.CoreTag:
		im.Tag = p.tag()
	default:
		p.fail(at, "%#x is no kind of an import", byte(im.Kind))
		return im
	}
	p.m.imported[im.Kind] = append(p.m.imported[im.Kind], len(p.m.Imports))
	p.oneMemory()
	return im
}

func (p *parser) oneMemory() {
	if p.m.NumMemories() > 1 {
		p.unsupported(p.pos, "several memories in one module are not supported")
	}
}

// limits reads the size of a table (most entries: 2^32-1) or memory (most pages: 65,536).
func (p *parser) limits(what string, most uint64, mayShare bool) (lo uint64, hi *uint64, shared bool) {
	at := p.pos
	flags := p.u8()
	switch {
	case flags <= 1, flags == 3 && mayShare:
	case flags == 2 && mayShare:
		p.fail(at, "a shared memory must declare a maximum")
	case flags <= 3:
		p.unsupported(at, "shared tables are not supported")
	case flags >= 4 && flags <= 7:
		p.unsupported(at, "64-bit memories and tables are not supported")
	case flags >= 8 && flags <= 15:
		p.unsupported(at, "memories with pages of another size are not supported")
	default:
		p.fail(at, "%#x are no limits of a %s", flags, what)
	}
	lo = uint64(p.u32())
	if flags&1 != 0 {
		v := uint64(p.u32())
		hi = &v
		if lo > v {
			p.fail(at, "the minimum size of a %s (%d) is above its maximum (%d)", what, lo, v)
		}
		if v > most {
			p.fail(at, "the maximum size of a %s is %d, above %d", what, v, most)
		}
	}
	if lo > most {
		p.fail(at, "the minimum size of a %s is %d, above %d", what, lo, most)
	}
	return lo, hi, flags == 3
}

func (p *parser) table() Table {
	var t Table
	t.Elem = p.refType()
	t.Min, t.Max, _ = p.limits("table", 1<<32-1, false)
	return t
}

func (p *parser) definedTable() Table {
	if p.more() && p.b[p.pos] == 0x40 {
		at := p.pos
		p.u8()
		if p.u8() != 0 {
			p.fail(at, "a table with an initial value starts with 40 00")
		}
		t := p.table()
		// Globals of the module stand in a later section: only imported ones are defined here.
		e := p.constExpr()
		t.Init = &e
		return t
	}
	return p.table()
}

func (p *parser) memory() Memory {
	var t Memory
	t.Min, t.Max, t.Shared = p.limits("memory", maxPages, true)
	return t
}

func (p *parser) globalType() Global {
	g := Global{Type: p.valType()}
	at := p.pos
	switch p.u8() {
	case 0:
	case 1:
		g.Mutable = true
	default:
		p.fail(at, "%#x is neither constant (0) nor mutable (1)", p.b[at])
	}
	return g
}

func (p *parser) definedGlobal() Global {
	g := p.globalType()
	g.Init = p.constExpr()
	return g
}

func (p *parser) tag() Tag {
	at := p.pos
	if p.u8() != 0 {
		p.fail(at, "an attribute of a tag must be 0 (an exception)")
	}
	return Tag{Type: p.typeIndex()}
}
