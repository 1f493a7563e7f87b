package core

import (
	"slices"
	"strconv"
)

// The added import, the hook, stands behind the module's own, so that the indices of imported functions stay and those of defined
// ones go up by one. What is defined in addition stands at the end and changes no index.

// rewriteCode writes the code anew if that is asked for and changes anything.
func (w *writer) rewriteCode() error {
	if !w.r.Growth && w.r.Meter == nil || len(w.m.Funcs) == 0 {
		return nil
	}
	e := newEmitter(w.m, w.r.Meter != nil)
	b := make([]byte, 0, len(w.m.raw)+len(w.m.raw)/4)
	for i := range w.m.Funcs {
		e.out = e.out[:0]
		if err := e.function(i); err != nil {
			return err
		}
		b = append(appendU32(b, uint32(len(e.out))), e.out...)
	}
	if w.r.Meter == nil && len(e.helpers) == 0 {
		return nil // nothing grows
	}
	for _, h := range e.helpers {
		body := e.body(h)
		b = append(appendU32(b, uint32(len(body))), body...)
	}
	w.emitter = e
	w.code = append(appendU32(nil, uint32(len(w.m.Funcs)+len(e.helpers))), b...)
	return nil
}

// renumbered gives the new payload of a section that names functions or globals, or to which helpers are added.
func (w *writer) renumbered(id byte, raw []byte) []byte {
	m, e := w.m, w.emitter
	var b []byte
	switch id {
	case secType:
		b = appendU32(nil, uint32(len(m.Types)+1+len(e.helpers)))
		b = appendFuncType(append(b, items(raw)...), HookType())
		for _, h := range e.helpers {
			b = appendFuncType(b, h.typ(m))
		}
	case secFunc:
		b = appendU32(nil, uint32(len(m.Funcs)+len(e.helpers)))
		b = append(b, items(raw)...)
		for i := range e.helpers {
			b = appendU32(b, uint32(len(m.Types)+1+i))
		}
	case secGlobal:
		globals := m.Globals
		if e.metered {
			globals = append(slices.Clone(globals), Global{Type: I64, Mutable: true, Init: ConstExpr{Raw: []byte{opI64Const, 0, opEnd}}})
		}
		if e.lazy != nil {
			globals = append(globals, Global{Type: I32, Mutable: true, Init: ConstExpr{Raw: []byte{opI32Const, 0, opEnd}}})
		}
		b = appendU32(nil, uint32(len(globals)))
		for _, g := range globals {
			b = w.appendExpr(appendGlobalType(b, g), g.Init)
		}
	case secStart:
		b = appendU32(nil, e.funcIndex(*m.Start))
	case secElem:
		b = appendU32(nil, uint32(len(m.Elems)))
		for i := range m.Elems {
			b = w.appendElem(b, &m.Elems[i])
		}
	case secCode:
		b = w.code
	default:
		b = raw
	}
	return b
}

// items gives the items of a vector.
func items(raw []byte) []byte {
	r := &reader{b: raw, end: len(raw)}
	r.u32()
	return raw[r.pos:]
}

func appendFuncType(b []byte, t FuncType) []byte {
	b = append(b, 0x60)
	b = append(appendU32(b, uint32(len(t.Params))), t.Params...)
	return append(appendU32(b, uint32(len(t.Results))), t.Results...)
}

// appendExpr appends a constant expression.
func (w *writer) appendExpr(b []byte, e ConstExpr) []byte {
	if w.emitter == nil {
		return append(b, e.Raw...)
	}
	r := &reader{b: e.Raw, end: len(e.Raw)}
	for r.more() {
		in := r.instr()
		if in.op == opRefFunc {
			b = appendU32(append(b, opRefFunc), w.emitter.funcIndex(uint32(in.a)))
		} else {
			b = append(b, e.Raw[in.pos:in.end]...)
		}
	}
	return b
}

func (w *writer) appendElem(b []byte, el *Elem) []byte {
	if w.emitter.lazy.writes(el) {
		el = el.declaration()
	}
	b = appendU32(b, el.flag)
	if el.Mode == ElemActive {
		if el.flag&elemExplicit != 0 {
			b = appendU32(b, el.Table)
		}
		b = w.appendExpr(b, el.Offset)
	}
	if el.flag&(elemNotActive|elemExplicit) != 0 {
		kind := byte(0)
		if el.flag&elemExprs != 0 {
			kind = el.Type
		}
		b = append(b, kind)
	}
	b = appendU32(b, el.Len())
	for _, f := range el.Funcs {
		b = appendU32(b, w.emitter.funcIndex(f))
	}
	for _, x := range el.Exprs {
		b = w.appendExpr(b, x)
	}
	return b
}

// funcNames gives the names of functions by their new indices. A defined function without a name is named by its index in the
// module as it was, in the way that wazero writes an index, so that a trap shows the same frames as without the rewrite.
func (w *writer) funcNames() []funcName {
	if w.emitter == nil {
		return w.m.Names.list()
	}
	var out []funcName
	named := w.m.Names.list()
	for i := range w.m.NumFuncs() {
		switch {
		case len(named) > 0 && named[0].index == i:
			out = append(out, funcName{w.emitter.funcIndex(i), named[0].name})
			named = named[1:]
		case i >= w.m.NumImportedFuncs():
			out = append(out, funcName{w.emitter.funcIndex(i), "$" + strconv.Itoa(int(i))})
		}
	}
	for i := range w.emitter.helpers {
		out = append(out, funcName{w.emitter.funcIndex(w.m.NumFuncs()) + uint32(i), HelperName})
	}
	return out
}
