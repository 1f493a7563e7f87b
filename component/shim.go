package component

import (
	"slices"
	"strconv"
	"strings"

	"openidea-plugin/component/binary"
	"openidea-plugin/component/types"
)

// wit-component cannot give a module functions that need the memory of that same module. It gives it those of a module that it adds, the shim, each of
// which calls the entry of its number in a table; when the memory is there another module, the fixup, fills the table with the component's own functions
// and has no other use. Where that is all that the two do, neither is instantiated: whoever imports a function of the shim is given the component's own
// function, which takes the fuel that the shim's would have taken, and traps as that would have done until the fixup's turn has come.

// passing is what stands in the place of a core instance that was left out.
type passing uint8

const (
	passesNothing passing = iota
	isShim
	isFixup
)

// bypassShim looks for such a pair and leaves it out.
func (p *plan) bypassShim() {
	for _, d := range p.def.Defs {
		fixup := p.links[d.CoreInstance]
		if fixup == nil {
			continue
		}
		if shim, direct := p.shimOf(fixup); shim != nil {
			shim.passing, fixup.passing = isShim, isFixup
			for _, exports := range p.coreInstances {
				for name, it := range exports {
					if it.core == shim.core && name.sort == binary.CoreFunc {
						exports[name] = direct[it.name]
					}
				}
			}
			for _, l := range p.links {
				if l.passing == passesNothing {
					l.wires = l.wire(p.modules[l.module].parsed)
				}
			}
			return
		}
	}
}

// shimOf gives the instantiation of the shim that a fixup belongs to, and by the names of the shim's exports the functions that they pass calls on to;
// nil where anything is otherwise than said above.
func (p *plan) shimOf(fixup *link) (shim *link, direct map[string]coreItem) {
	into, elems := p.filled(fixup)
	if elems == nil {
		return nil, nil
	}
	for _, l := range p.links {
		if l.core == into.core {
			shim = l
		}
	}
	if shim == nil || shim.wires == nil {
		return nil, nil
	}
	m := p.modules[shim.module].parsed
	slots, ok := m.Trampolines()
	if !ok || !strings.HasPrefix(m.Names.Module, shimModule) || uint64(len(elems)) > m.Tables[0].Min || len(slots) != len(elems) {
		return nil, nil
	}
	direct = map[string]coreItem{}
	for _, e := range m.Exports {
		if e.Kind != types.CoreFunc {
			continue
		}
		slot := slots[e.Index]
		if int(slot) >= len(elems) {
			return nil, nil
		}
		own, sig := elems[slot], m.FuncType(e.Index)
		if t := p.typ.CoreFuncs[p.own[own.own]]; !slices.Equal(t.Params, sig.Params) || !slices.Equal(t.Results, sig.Results) {
			return nil, nil
		}
		own.name = passedName(p.own[own.own])
		direct[e.Name] = own
	}
	if p.usedOtherwise(shim, fixup) {
		return nil, nil
	}
	return shim, direct
}

// passedName is the name of a function of the component's own for those that called it through a shim.
func passedName(at uint32) string { return "shim " + strconv.FormatUint(uint64(at), 10) }

// filled gives the table that an instantiation fills with functions of the component's own, from the first entry on, and does nothing else; the functions are nil
// where it is not so.
func (p *plan) filled(l *link) (table coreItem, elems []coreItem) {
	if l.wires == nil {
		return coreItem{}, nil
	}
	m := p.modules[l.module].parsed
	funcs, ok := m.OnlyFills()
	if !ok {
		return coreItem{}, nil
	}
	item := func(at int) coreItem {
		imp := m.Imports[at]
		return l.args[imp.Module][coreName{binary.CoreSort(imp.Kind), imp.Name}]
	}
	at, _ := m.ImportOf(types.CoreTable, 0)
	for _, f := range funcs {
		at, _ := m.ImportOf(types.CoreFunc, f)
		it := item(at)
		if it.core != ownCore {
			return coreItem{}, nil
		}
		elems = append(elems, it)
	}
	return item(at), elems
}

// usedOtherwise says whether the shim's table goes to anything but the fixup, its functions to anything but core modules, or whether that is not known.
func (p *plan) usedOtherwise(shim, fixup *link) bool {
	for _, l := range p.links {
		if l.wires == nil {
			return true
		}
		if l == fixup {
			continue
		}
		for _, imp := range p.modules[l.module].parsed.Imports {
			if it := l.args[imp.Module][coreName{binary.CoreSort(imp.Kind), imp.Name}]; it.core == shim.core && imp.Kind != types.CoreFunc {
				return true
			}
		}
	}
	ofShim := func(at *uint32) bool { return at != nil && p.coreFuncs[*at].core == shim.core }
	for _, d := range p.def.Defs {
		switch {
		case d.Canon != nil && (d.Canon.Kind == binary.CanonLift && ofShim(&d.Canon.Func) || ofShim(d.Canon.Options.Realloc) || ofShim(d.Canon.Options.PostReturn)):
			return true
		case d.Type != nil && d.Type.Kind == binary.ResourceDef && ofShim(d.Type.Dtor):
			return true
		}
	}
	return false
}

// shimCost is the fuel that a shim's function takes for n parameters: its entry, each parameter, the index of the entry, the call.
func shimCost(n int) int64 { return int64(n) + 3 }

// passCall is what a shim would have done before it passed a call on.
func (st *store) passCall(in *instance, params int) error {
	if !st.engine.unmetered {
		if err := st.tank.Take(shimCost(params)); err != nil {
			return st.outOfFuel(err)
		}
	}
	if !in.fixed {
		return &CallError{Kind: AbortTrap, Message: "trap: undefined table element"}
	}
	return nil
}
