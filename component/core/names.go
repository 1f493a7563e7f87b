package core

import (
	"slices"
	"sync"
)

// Names are the names of the name section; they are for messages only.
type Names struct {
	// Module is the name of the module, "": none.
	Module string
	// funcs are sorted by index; they are read when they are first asked for. nil: none.
	funcs func() []funcName
}

// list gives the names of functions, sorted by index.
func (n *Names) list() []funcName {
	if n.funcs == nil {
		return nil
	}
	return n.funcs()
}

type funcName struct {
	index uint32
	name  string
}

// Func gives the name of function i of the full index space, "": none.
func (n *Names) Func(i uint32) string {
	funcs := n.list()
	k, ok := slices.BinarySearchFunc(funcs, i, func(f funcName, i uint32) int { return int(int64(f.index) - int64(i)) })
	if !ok {
		return ""
	}
	return funcs[k].name
}

// Subsections of the name section.
const (
	nameModule = 0
	nameFuncs  = 1
)

// parseNames reads the first name section. What is malformed in it is as good as absent, as for every custom section.
func parseNames(m *Module) Names {
	var out Names
	for _, s := range m.sections {
		if s.id != secCustom {
			continue
		}
		r := &reader{b: m.raw, pos: s.start, end: s.end}
		if r.name() != "name" {
			continue
		}
		for r.more() {
			id := r.u8()
			n := r.u32()
			if r.bytes(n); r.err != nil {
				break
			}
			sub := &reader{b: m.raw, pos: r.pos - int(n), end: r.pos}
			switch id {
			case nameModule:
				out.Module = sub.name()
			case nameFuncs:
				out.funcs = sync.OnceValue(func() []funcName { return sub.funcNames(m.NumFuncs()) })
			}
		}
		break
	}
	return out
}

// funcNames reads a map from function indices to names, up to the first mistake in it.
func (r *reader) funcNames(funcs uint32) []funcName {
	var out []funcName
	for n := r.count("names", maxFuncs); n > 0; n-- {
		f := funcName{index: r.u32()}
		f.name = r.name()
		if r.err != nil || f.index >= funcs || len(out) > 0 && f.index <= out[len(out)-1].index {
			break
		}
		out = append(out, f)
	}
	return out
}
