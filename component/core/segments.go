package core

import "openidea-plugin/component/types"

func (p *parser) export() Export {
	ex := Export{Name: p.name()}
	at := p.pos
	ex.Kind = types.CoreExternKind(p.u8())
	ex.Index = p.u32()
	switch {
	case p.err != nil:
	case ex.Kind > types.CoreTag:
		p.fail(at, "%#x is no kind of an export", byte(ex.Kind))
	case ex.Index >= p.m.count(ex.Kind):
		p.fail(at, "export %q names item %d of its kind: there are %d", ex.Name, ex.Index, p.m.count(ex.Kind))
	}
	return ex
}

func (p *parser) uniqueExports() {
	seen := make(map[string]bool, len(p.m.Exports))
	for _, ex := range p.m.Exports {
		if seen[ex.Name] {
			p.fail(p.pos, "two exports are named %q", ex.Name)
			return
		}
		seen[ex.Name] = true
	}
}

func (p *parser) start() {
	at := p.pos
	i := p.u32()
	switch {
	case p.err != nil:
	case i >= p.m.NumFuncs():
		p.fail(at, "the start function is function %d: there are %d", i, p.m.NumFuncs())
	case len(p.m.FuncType(i).Params)+len(p.m.FuncType(i).Results) > 0:
		p.fail(at, "the start function %d has parameters or results", i)
	}
	p.m.Start = &i
}

func (p *parser) funcIndex() uint32 {
	at := p.pos
	i := p.u32()
	if p.err == nil && i >= p.m.NumFuncs() {
		p.fail(at, "function %d does not exist: there are %d", i, p.m.NumFuncs())
	}
	return i
}

// Bits of the form of an element segment.
const (
	elemNotActive = 1 // passive or declarative
	elemExplicit  = 2 // active: the table is given; otherwise: declarative
	elemExprs     = 4 // expressions instead of function indices
)

func (p *parser) elem() Elem {
	at := p.pos
	e := Elem{flag: p.u32(), Type: FuncRef}
	if e.flag > 7 {
		p.fail(at, "%d is no form of an element segment", e.flag)
		return e
	}
	active := e.flag&elemNotActive == 0
	switch {
	case active && e.flag&elemExplicit != 0:
		e.Table = p.u32()
	case active:
	case e.flag&elemExplicit != 0:
		e.Mode = ElemDeclarative
	default:
		e.Mode = ElemPassive
	}
	if active {
		if p.err == nil && e.Table >= p.m.NumTables() {
			p.fail(at, "an element segment is for table %d: there are %d", e.Table, p.m.NumTables())
		}
		e.Offset = p.constExpr()
	}
	if e.flag&(elemNotActive|elemExplicit) != 0 {
		kindAt := p.pos
		if e.flag&elemExprs != 0 {
			e.Type = p.refType()
		} else if p.u8() != 0 {
			p.fail(kindAt, "the kind of the elements must be 0 (functions)")
		}
	}
	if e.flag&elemExprs != 0 {
		vec(p, "elements", maxElemItems, &e.Exprs, p.constExpr)
	} else {
		vec(p, "elements", maxElemItems, &e.Funcs, p.funcIndex)
	}
	if p.err == nil && active && p.m.Table(e.Table).Elem != e.Type {
		p.fail(at, "an element segment for table %d has elements of another type", e.Table)
	}
	return e
}

func (p *parser) body() Body {
	at := p.pos
	size := p.u32()
	if size > maxBody {
		p.fail(at, "a function body of %d bytes is too long: at most %d are allowed", size, maxBody)
	}
	b := Body{Offset: p.pos}
	p.bytes(size)
	b.End = p.pos
	if p.err != nil {
		return b
	}
	if len(p.m.Bodies) >= len(p.m.Funcs) {
		p.fail(at, "there is more code than the %d functions declared", len(p.m.Funcs))
		return b
	}
	sub := reader{b: p.b, pos: b.Offset, end: b.End}
	n := sub.count("groups of locals", maxLocals)
	sum := uint64(len(p.m.Types[p.m.Funcs[len(p.m.Bodies)]].Params))
	for i := uint32(0); i < n && sub.err == nil; i++ {
		l := Locals{Count: sub.u32(), Type: sub.valType()}
		if sum += uint64(l.Count); sum > maxLocals {
			sub.fail(b.Offset, "a function has too many locals: at most %d are allowed", maxLocals)
		}
		b.Locals = append(b.Locals, l)
	}
	b.Code = sub.pos
	if sub.err == nil && (b.Code >= b.End || p.b[b.End-1] != opEnd) {
		sub.fail(b.End, "a function body must end with `end`")
	}
	if sub.err != nil {
		p.err = sub.err
	}
	return b
}

func (p *parser) data() Data {
	at := p.pos
	var d Data
	memory := uint32(0)
	switch flag := p.u32(); flag {
	case 0:
	case 1:
		d.Passive = true
	case 2:
		memory = p.u32()
	default:
		p.fail(at, "%d is no form of a data segment", flag)
	}
	if !d.Passive {
		if p.err == nil && memory >= p.m.NumMemories() {
			p.fail(at, "a data segment is for memory %d: there are %d", memory, p.m.NumMemories())
		}
		d.Offset = p.constExpr()
	}
	d.Len = p.u32()
	p.bytes(d.Len)
	return d
}

// TableProbe gives a module that imports the table `name` of the module "table" with at least min entries: it can be instantiated only where the table
// is that large, which nothing else tells.
func TableProbe(name string, elem byte, min uint64) []byte {
	b := appendName(appendName(appendU32(nil, 1), "table"), name)
	b = appendLimits(append(b, byte(types.CoreTable), elem), min, nil, 0)
	return appendSection(append([]byte(nil), preamble...), secImport, b)
}

// DataExtent gives the bytes that the active data segments are written to, from the first to the one behind the last, as far as they do not depend on what
// is imported; 0, 0: none.
func (m *Module) DataExtent() (lo, hi uint64) {
	for i := range m.Datas {
		d := &m.Datas[i]
		if d.Passive || d.Len == 0 {
			continue
		}
		known := true
		at, ok := m.EvalI32(d.Offset, func(uint32) uint64 { known = false; return 0 })
		if !ok || !known {
			continue
		}
		if begin, end := uint64(at), uint64(at)+uint64(d.Len); hi == 0 {
			lo, hi = begin, end
		} else {
			lo, hi = min(lo, begin), max(hi, end)
		}
	}
	return lo, hi
}
