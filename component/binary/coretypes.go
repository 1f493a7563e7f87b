package binary

// coreValType reads a core value type, as far as core modules of today can be run.
func (r *reader) coreValType() byte {
	at := r.pos
	switch b := r.byte(); b {
	case 0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x70, 0x6f, 0x69:
		return b
	case 0x65:
		r.unsupported(at, "core types of shared-everything threads")
	case 0x68, 0x75:
		r.unsupported(at, "core types of stack switching")
	case 0x63, 0x64, 0x66, 0x67, 0x6a, 0x6b, 0x6c, 0x6d, 0x6e, 0x71, 0x72, 0x73, 0x74:
		r.unsupported(at, "core reference types of garbage collection")
	default:
		r.bad(at, b, "core value type")
	}
	return 0
}

// coreType reads a core type definition.
func (r *reader) coreType(inModule bool) *CoreType {
	at := r.pos
	switch b := r.byte(); b {
	case 0x60:
		f := &FuncSig{}
		r.vec(maxParams, "parameters", func() { f.Params = append(f.Params, r.coreValType()) })
		r.vec(maxParams, "results", func() { f.Results = append(f.Results, r.coreValType()) })
		return &CoreType{Func: f}
	case 0x50:
		if inModule {
			return r.nestedModule(at)
		}
		t := &CoreType{IsModule: true}
		r.vec(unlimitedItems, "declarations", func() { t.Module = append(t.Module, r.coreDecl()) })
		return t
	case 0x00, 0x4e, 0x4f, 0x5e, 0x5f:
		r.unsupported(at, "core types of garbage collection")
	case 0x65:
		r.unsupported(at, "core types of shared-everything threads")
	case 0x5d:
		r.unsupported(at, "core types of stack switching")
	default:
		r.bad(at, b, "core type")
	}
	return nil
}

// nestedModule reads what byte 0x50 starts inside a module type, where it means a type of garbage collection that is open for
// subtypes. An empty module type, which is invalid there, can be told from it.
func (r *reader) nestedModule(at int) *CoreType {
	if n := r.u32(); n == 0 && r.ok() && (r.pos == r.end || r.peek() < 0x5d) {
		return &CoreType{IsModule: true}
	}
	r.unsupported(at, "core types of garbage collection")
	return nil
}

// coreDecl reads a declarator of a module type.
func (r *reader) coreDecl() CoreDecl {
	d := CoreDecl{Offset: r.pos}
	switch b := r.byte(); b {
	case 0x00:
		d.Import = &CoreImportDecl{Module: r.name(), Name: r.name()}
		d.Import.Desc = r.coreDesc()
	case 0x01:
		d.Type = r.coreType(true)
	case 0x02:
		at := r.pos
		if s := r.byte(); s != byte(CoreTypeSort) {
			r.bad(at, s, "sort of a core alias")
		}
		at = r.pos
		if k := r.byte(); k != 0x01 {
			r.bad(at, k, "kind of a core alias")
		}
		d.Outer = &[2]uint32{r.u32(), r.u32()}
	case 0x03:
		d.Export = &CoreExportDecl{Name: r.name()}
		d.Export.Desc = r.coreDesc()
	default:
		r.bad(d.Offset, b, "declarator of a module type")
	}
	return d
}

// coreDesc reads the type of a core import or export.
func (r *reader) coreDesc() (d CoreDesc) {
	at := r.pos
	d.Sort = CoreSort(r.byte())
	switch d.Sort {
	case CoreFunc:
		d.Index = r.u32()
	case CoreTable:
		d.ValType = r.refType()
		r.limits(&d, false)
	case CoreMemory:
		r.limits(&d, true)
	case CoreGlobal:
		d.ValType = r.coreValType()
		d.Mutable = r.flag("mark of a mutable global")
	case CoreTag:
		r.zero("attribute of a tag")
		d.Index = r.u32()
	default:
		r.bad(at, byte(d.Sort), "sort of a core import or export")
	}
	return d
}

func (r *reader) refType() byte {
	at := r.pos
	b := r.coreValType()
	if r.ok() && b > 0x70 {
		r.bad(at, b, "reference type")
	}
	return b
}

// Bits of the flags of limits.
const (
	limitMax      = 1 << 0
	limitShared   = 1 << 1
	limit64       = 1 << 2
	limitPageSize = 1 << 3
)

func (r *reader) limits(d *CoreDesc, memory bool) {
	at := r.pos
	f := r.byte()
	switch {
	case f > limitMax|limitShared|limit64|limitPageSize:
		r.bad(at, f, "set of limits")
	case f&limitPageSize != 0:
		r.unsupported(at, "custom page sizes")
	case f&limitShared != 0 && !memory:
		r.unsupported(at, "shared tables")
	}
	d.Shared, d.Is64 = f&limitShared != 0, f&limit64 != 0
	bits := uint(32)
	if d.Is64 {
		bits = 64
	}
	d.Min = r.uleb(bits)
	if f&limitMax != 0 {
		m := r.uleb(bits)
		d.Max = &m
	}
}
