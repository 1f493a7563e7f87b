package binary

// Decode reads a component with everything nested in it. Core modules are kept as bytes, unread but for their preamble.
// An error is an *Error; it stands for a malformed file, or one that uses a feature that is not supported: Decode does not
// validate. It reads at most 100 levels of nesting, 1,000 components and
// core modules, and 2,000,000 items, and allocates in proportion to the length of data.
// The tree refers to data, which must not change.
func Decode(data []byte) (*Component, error) {
	r := &reader{data: data, end: len(data), where: "component", st: &state{}}
	c := r.component(0)
	if r.st.err != nil {
		return nil, r.st.err
	}
	return c, nil
}

// Section ids.
const (
	secCustom = iota
	secCoreModule
	secCoreInstance
	secCoreType
	secComponent
	secInstance
	secAlias
	secType
	secCanon
	secStart
	secImport
	secExport
	secValue
)

// sectionNames are for messages.
var sectionNames = [...]string{"custom section", "core module", "core instance section", "core type section", "nested component",
	"instance section", "alias section", "type section", "canonical function section", "start section", "import section",
	"export section", "value section"}

// component reads a component that fills the reader.
func (r *reader) component(depth int) *Component {
	start := r.pos
	if k := Header(r.data[r.pos:r.end]); k != ComponentFile {
		r.fail(start, "%s", k.refusal())
		return nil
	}
	r.unit(start)
	if depth > maxDepth {
		r.fail(start, "components are nested more than %d levels deep", maxDepth)
		return nil
	}
	r.pos += preambleSize
	c := &Component{Offset: start, Size: r.end - start}
	for r.ok() && r.pos < r.end {
		at := r.pos
		id := r.byte()
		size := r.u32()
		if !r.ok() {
			break
		}
		if id > secValue {
			r.fail(at, "there is no section with number %d", id)
			break
		}
		if uint64(size) > uint64(r.end-r.pos) {
			r.fail(at, "the %s should have %d bytes, but the file has only %d more", sectionNames[id], size, r.end-r.pos)
			break
		}
		s := &reader{data: r.data, pos: r.pos, end: r.pos + int(size), where: sectionNames[id], st: r.st}
		r.pos = s.end
		s.section(c, id, depth)
		if s.pos != s.end {
			s.fail(s.pos, "the %s has %d bytes too many", s.where, s.end-s.pos)
		}
	}
	return c
}

// section reads one section into c.
func (r *reader) section(c *Component, id byte, depth int) {
	start := r.pos
	each := func(def func(d *Def)) {
		r.vec(unlimitedItems, "definitions", func() {
			d := Def{Offset: r.pos}
			def(&d)
			c.Defs = append(c.Defs, d)
		})
	}
	switch id {
	case secCustom:
		r.name()
		r.pos = r.end
	case secCoreModule:
		if k := Header(r.data[r.pos:r.end]); k != CoreModuleFile {
			r.fail(start, "the core module section holds no core module")
			return
		}
		r.unit(start)
		c.Defs = append(c.Defs, Def{Offset: start, CoreModule: &CoreModule{Bytes: r.bytes(uint32(r.end - r.pos))}})
	case secComponent:
		c.Defs = append(c.Defs, Def{Offset: start, Component: r.component(depth + 1)})
	case secCoreInstance:
		each(func(d *Def) { d.CoreInstance = r.coreInstance() })
	case secCoreType:
		each(func(d *Def) { d.CoreType = r.coreType(false) })
	case secInstance:
		each(func(d *Def) { d.Instance = r.instance() })
	case secAlias:
		each(func(d *Def) { d.Alias = r.alias() })
	case secType:
		each(func(d *Def) { d.Type = r.defType(0) })
	case secCanon:
		each(func(d *Def) { d.Canon = r.canon() })
	case secStart:
		r.unsupported(start, "start definitions")
	case secImport:
		each(func(d *Def) {
			i := r.importDecl()
			d.Import = &i
		})
	case secExport:
		each(func(d *Def) { d.Export = r.export() })
	case secValue:
		r.unsupported(start, "value definitions")
	}
}

// coreInstance reads an instantiation or a bag of exports.
func (r *reader) coreInstance() *CoreInstance {
	at := r.pos
	switch b := r.byte(); b {
	case 0x00:
		ci := &CoreInstance{Module: r.u32()}
		r.vec(unlimitedItems, "arguments", func() {
			a := CoreArg{Name: r.name()}
			at := r.pos
			if s := r.byte(); s != byte(CoreInstSort) {
				r.bad(at, s, "sort of a core argument")
			}
			a.Instance = r.u32()
			ci.Args = append(ci.Args, a)
		})
		return ci
	case 0x01:
		ci := &CoreInstance{Inline: true}
		r.vec(unlimitedItems, "exports", func() {
			e := CoreInlineExport{Name: r.name()}
			e.Sort = r.coreExternSort()
			e.Index = r.u32()
			ci.Exports = append(ci.Exports, e)
		})
		return ci
	default:
		r.bad(at, b, "core instance")
		return nil
	}
}

// coreExternSort reads one of the sorts that a core module can export.
func (r *reader) coreExternSort() CoreSort {
	at := r.pos
	b := r.byte()
	if b > byte(CoreTag) {
		r.bad(at, b, "sort of a core export")
	}
	return CoreSort(b)
}

// instance reads an instantiation or a bag of exports.
func (r *reader) instance() *Instance {
	at := r.pos
	switch b := r.byte(); b {
	case 0x00:
		in := &Instance{Component: r.u32()}
		r.vec(unlimitedItems, "arguments", func() {
			in.Args = append(in.Args, Arg{Name: r.name(), SortIdx: r.sortIdx()})
		})
		return in
	case 0x01:
		in := &Instance{Inline: true}
		r.vec(unlimitedItems, "exports", func() {
			name, attrs := r.externName()
			in.Exports = append(in.Exports, InlineExport{Name: name, Attrs: attrs, SortIdx: r.sortIdx()})
		})
		return in
	default:
		r.bad(at, b, "instance")
		return nil
	}
}

// sort reads the sort of an import or export: of the core sorts only modules are allowed.
func (r *reader) sort() (s Sort, core CoreSort) {
	at := r.pos
	switch b := r.byte(); Sort(b) {
	case SortCore:
		at := r.pos
		if c := r.byte(); CoreSort(c) != CoreModSort {
			r.bad(at, c, "core sort that an import or export can have")
		}
		return SortCore, CoreModSort
	case SortFunc, SortType, SortComponent, SortInstance:
		return Sort(b), 0
	case SortValue:
		r.unsupported(at, "values")
	default:
		r.bad(at, b, "sort")
	}
	return 0, 0
}

func (r *reader) sortIdx() (si SortIdx) {
	si.Sort, si.Core = r.sort()
	si.Index = r.u32()
	return si
}

// externName reads a name with its attributes. The first byte tells old ways of writing a name apart from the present one;
// producers use all of them.
func (r *reader) externName() (name string, attrs []Attr) {
	at := r.pos
	b := r.byte()
	if b > 0x02 {
		r.bad(at, b, "start of a name")
		return "", nil
	}
	name = r.name()
	if b == 0x02 {
		r.vec(unlimitedItems, "attributes", func() {
			at := r.pos
			k := r.byte()
			if k > byte(AttrExternalID) {
				r.bad(at, k, "attribute of a name")
				return
			}
			attrs = append(attrs, Attr{Kind: AttrKind(k), Value: r.name()})
		})
	}
	return name, attrs
}

func (r *reader) importDecl() (i Import) {
	i.Name, i.Attrs = r.externName()
	i.Desc = r.externDesc()
	return i
}

func (r *reader) export() *Export {
	e := &Export{}
	e.Name, e.Attrs = r.externName()
	e.SortIdx = r.sortIdx()
	if r.flag("mark of an ascribed type") {
		d := r.externDesc()
		e.Desc = &d
	}
	return e
}

// externDesc reads the type of an import or export.
func (r *reader) externDesc() (d ExternDesc) {
	d.Sort, d.Core = r.sort()
	if d.Sort != SortType {
		d.Index = r.u32()
		return d
	}
	at := r.pos
	switch b := r.byte(); b {
	case 0x00:
		d.Eq, d.Index = true, r.u32()
	case 0x01:
	default:
		r.bad(at, b, "bound of a type")
	}
	return d
}

// alias reads an alias.
func (r *reader) alias() *Alias {
	a := &Alias{}
	at := r.pos
	a.Sort = Sort(r.byte())
	switch {
	case a.Sort == SortCore:
		a.Core = CoreSort(r.byte())
	case a.Sort == SortValue:
		r.unsupported(at, "values")
	case a.Sort > SortInstance:
		r.bad(at, byte(a.Sort), "sort")
	}
	kindAt := r.pos
	a.Kind = AliasKind(r.byte())
	var fits bool
	switch a.Kind {
	case AliasExport:
		fits = a.Sort != SortCore || a.Core == CoreModSort
		a.Instance, a.Name = r.u32(), r.name()
	case AliasCoreExport:
		fits = a.Sort == SortCore && a.Core <= CoreTag
		a.Instance, a.Name = r.u32(), r.name()
	case AliasOuter:
		fits = a.Sort == SortType || a.Sort == SortComponent || a.Sort == SortCore && (a.Core == CoreTypeSort || a.Core == CoreModSort)
		a.Count, a.Index = r.u32(), r.u32()
	default:
		r.bad(kindAt, byte(a.Kind), "kind of alias")
	}
	if !fits {
		r.fail(at, "an alias of this kind cannot have this sort")
	}
	return a
}
