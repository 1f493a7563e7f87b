package types

import (
	"errors"

	"openidea-plugin/component/binary"
)

// coreModule gives the type of an embedded core module.
func (r *resolver) coreModule(b *binary.CoreModule) *ModuleType {
	m, err := r.typer(b.Bytes)
	if err != nil {
		e := &Error{Offset: r.at, Malformed: true}
		if inner := (*Error)(nil); errors.As(err, &inner) {
			e.Offset, e.Message = r.at+inner.Offset, "in a core module: "+inner.Message
		} else {
			e.Message = "in a core module: " + err.Error()
		}
		panic(e)
	}
	r.uniqueImports(m.Imports)
	return m
}

// uniqueImports refuses what core modules may do and modules in components may not: import the same thing twice.
func (r *resolver) uniqueImports(imports []CoreImport) {
	seen := make(map[[2]string]bool, len(imports))
	for i := range imports {
		k := [2]string{imports[i].Module, imports[i].Name}
		if seen[k] {
			r.fail("a core module imports %q from %q twice, which is not allowed in a component", k[1], k[0])
		}
		seen[k] = true
	}
}

// coreType resolves a core type definition.
func (r *resolver) coreType(s *scope, b *binary.CoreType) CoreTypeDef {
	if !b.IsModule {
		return CoreTypeDef{Func: &CoreFuncType{Params: b.Func.Params, Results: b.Func.Results}}
	}
	at := r.at
	m := &ModuleType{}
	// The types inside a module type are its own.
	var funcs []*CoreFuncType
	names := map[string]bool{}
	for i := range b.Module {
		d := &b.Module[i]
		r.at = d.Offset
		switch {
		case d.Type != nil && d.Type.IsModule:
			r.fail("a module type cannot be declared inside a module type")
		case d.Type != nil:
			funcs = append(funcs, r.coreType(s, d.Type).Func)
		case d.Outer != nil:
			funcs = append(funcs, r.coreOuter(s, funcs, d.Outer))
		case d.Import != nil:
			m.Imports = append(m.Imports, CoreImport{Module: d.Import.Module, Name: d.Import.Name, CoreExtern: r.coreDesc(funcs, &d.Import.Desc)})
		case d.Export != nil:
			if names[d.Export.Name] {
				r.fail("a module type exports %q twice", d.Export.Name)
			}
			names[d.Export.Name] = true
			m.Exports = append(m.Exports, CoreExport{Name: d.Export.Name, CoreExtern: r.coreDesc(funcs, &d.Export.Desc)})
		}
	}
	r.at = at
	r.uniqueImports(m.Imports)
	return CoreTypeDef{Module: m}
}

// coreOuter resolves an outer alias inside a module type: 0 is the module type itself, 1 the scope around it.
func (r *resolver) coreOuter(s *scope, own []*CoreFuncType, o *[2]uint32) *CoreFuncType {
	if o[0] == 0 {
		return pick(r, own, o[1], "core type")
	}
	target := s
	for n := o[0] - 1; n > 0 && target != nil; n-- {
		target = target.parent
	}
	if target == nil {
		r.fail("an alias leads %d scopes out, but there are not so many around it", o[0])
	}
	t := pick(r, target.c.CoreTypes, o[1], "core type")
	if t.Func == nil {
		r.fail("core type %d is a module type: it cannot be aliased into a module type", o[1])
	}
	return t.Func
}

// Sizes that core modules are limited to.
const (
	maxPages32 = 1 << 16
	maxPages64 = 1 << 48
	maxTable   = 10_000_000
)

// coreDesc resolves the type of an import or export of a module type.
func (r *resolver) coreDesc(funcs []*CoreFuncType, d *binary.CoreDesc) CoreExtern {
	e := CoreExtern{Kind: CoreExternKind(d.Sort), ValType: d.ValType, Mutable: d.Mutable, Min: d.Min, Max: d.Max, Shared: d.Shared, Is64: d.Is64}
	switch e.Kind {
	case CoreFunc, CoreTag:
		e.Func = pick(r, funcs, d.Index, "core type")
		if e.Kind == CoreTag && len(e.Func.Results) > 0 {
			r.fail("the type of a tag must have no results")
		}
	case CoreTable, CoreMemory:
		if d.Max != nil && *d.Max < d.Min {
			r.fail("the maximum %d of a memory or table is less than its minimum %d", *d.Max, d.Min)
		}
		if e.Kind == CoreTable {
			if d.Min > maxTable {
				r.fail("a table of %d elements is too large; at most %d are allowed", d.Min, maxTable)
			}
			break
		}
		limit := uint64(maxPages32)
		if d.Is64 {
			limit = maxPages64
		}
		if d.Min > limit || d.Max != nil && *d.Max > limit {
			r.fail("a memory has more than %d pages", limit)
		}
		if d.Shared && d.Max == nil {
			r.fail("a shared memory must have a maximum")
		}
	}
	return e
}

// coreInstance resolves a core instance.
func (r *resolver) coreInstance(s *scope, b *binary.CoreInstance) *CoreInstance {
	if b.Inline {
		return r.coreBag(s, b)
	}
	m := pick(r, s.c.CoreModules, b.Module, "core module")
	args := make(map[string]*CoreInstance, len(b.Args))
	for _, a := range b.Args {
		if args[a.Name] != nil {
			r.fail("the argument %q of a core module is given twice", a.Name)
		}
		args[a.Name] = pick(r, s.c.CoreInstances, a.Instance, "core instance")
	}
	r.steps(len(m.Imports))
	for i := range m.Imports {
		want := &m.Imports[i]
		in := args[want.Module]
		if in == nil {
			r.fail("the core module that is instantiated imports from %q, but no argument of that name is given", want.Module)
		}
		have, ok := r.coreExportOf(in, want.Name)
		if !ok {
			r.fail("the argument %q of a core module does not export %q", want.Module, want.Name)
		}
		if why := matchCore(&have, &want.CoreExtern); why != "" {
			r.fail("the export %q of the argument %q does not fit what the core module imports: %s", want.Name, want.Module, why)
		}
	}
	return &CoreInstance{Exports: m.Exports}
}

// coreBag resolves a core instance made of exports.
func (r *resolver) coreBag(s *scope, b *binary.CoreInstance) *CoreInstance {
	in := &CoreInstance{}
	names := make(map[string]bool, len(b.Exports))
	for i := range b.Exports {
		x := &b.Exports[i]
		if names[x.Name] {
			r.fail("a core instance exports %q twice", x.Name)
		}
		names[x.Name] = true
		e := CoreExtern{Kind: CoreExternKind(x.Sort)}
		switch e.Kind {
		case CoreFunc:
			e.Func = pick(r, s.c.CoreFuncs, x.Index, coreSortWords[x.Sort])
		case CoreTable:
			e = *pick(r, s.c.CoreTables, x.Index, coreSortWords[x.Sort])
		case CoreMemory:
			e = *pick(r, s.c.CoreMemories, x.Index, coreSortWords[x.Sort])
		case CoreGlobal:
			e = *pick(r, s.c.CoreGlobals, x.Index, coreSortWords[x.Sort])
		case CoreTag:
			e.Func = pick(r, s.c.CoreTags, x.Index, coreSortWords[x.Sort])
		}
		in.Exports = append(in.Exports, CoreExport{Name: x.Name, CoreExtern: e})
	}
	return in
}

// coreExportOf finds an export of a core instance by name.
func (r *resolver) coreExportOf(in *CoreInstance, name string) (CoreExtern, bool) {
	if len(in.Exports) <= 16 {
		return in.Export(name)
	}
	index, ok := r.coreExports[in]
	if !ok {
		index = make(map[string]int, len(in.Exports))
		for i := range in.Exports {
			index[in.Exports[i].Name] = i
		}
		if r.coreExports == nil {
			r.coreExports = map[*CoreInstance]map[string]int{}
		}
		r.coreExports[in] = index
	}
	i, ok := index[name]
	if !ok {
		return CoreExtern{}, false
	}
	return in.Exports[i].CoreExtern, true
}
