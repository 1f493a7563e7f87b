package binary

// Value types that stand for themselves.
const (
	primLast     = 0x7f // bool
	primFirst    = 0x73 // string
	errorContext = 0x64
)

// unsupportedTypes names the types that are not supported, by their byte.
var unsupportedTypes = map[byte]string{
	errorContext: "the type error-context",
	0x43:         "async functions",
	0x63:         "the type map",
	0x65:         "the type future (async)",
	0x66:         "the type stream (async)",
	0x67:         "lists of fixed length",
	0x3e:         "resources with an async destructor",
}

// valType reads a value type in place.
func (r *reader) valType() ValType {
	at := r.pos
	b := r.peek()
	switch {
	case b >= primFirst && b <= primLast:
		r.byte()
		return ValType{Prim: b}
	case b == errorContext:
		r.unsupported(at, unsupportedTypes[b])
		return ValType{}
	default:
		return ValType{Index: r.typeIndex()}
	}
}

func (r *reader) optValType() *ValType {
	if !r.flag("mark of an optional type") {
		return nil
	}
	t := r.valType()
	return &t
}

// named reads a label with a type.
func (r *reader) named() Field {
	f := Field{Offset: r.pos, Name: r.name()}
	t := r.valType()
	f.Type = &t
	return f
}

// defType reads a defined type.
func (r *reader) defType(depth int) *Type {
	at := r.pos
	b := r.byte()
	t := &Type{Kind: DefKind(b)}
	field := func(f Field) { t.Fields = append(t.Fields, f) }
	label := func() { t.Labels = append(t.Labels, r.name()) }
	switch t.Kind {
	case RecordDef:
		r.vec(maxFields, "fields", func() { field(r.named()) })
	case VariantDef:
		r.vec(maxFields, "cases", func() {
			field(Field{Offset: r.pos, Name: r.name(), Type: r.optValType()})
			r.zero("end of a case")
		})
	case ListDef, OptionDef:
		t.Elem = r.valType()
	case TupleDef:
		r.vec(maxFields, "types of a tuple", func() {
			f := Field{Offset: r.pos}
			v := r.valType()
			f.Type = &v
			field(f)
		})
	case FlagsDef:
		r.vec(maxFlagLabels, "flags", label)
	case EnumDef:
		r.vec(maxFields, "cases", label)
	case ResultDef:
		t.Ok = r.optValType()
		t.Err = r.optValType()
	case OwnDef, BorrowDef:
		t.Index = r.u32()
	case FuncDef:
		r.vec(maxParams, "parameters", func() { field(r.named()) })
		t.Result = r.resultList()
	case ResourceDef:
		t.Rep = r.rep()
		if r.flag("mark of an optional destructor") {
			i := r.u32()
			t.Dtor = &i
		}
	case ComponentDef, InstanceDef:
		if depth >= maxDepth {
			r.fail(at, "types are nested more than %d levels deep", maxDepth)
			return t
		}
		r.vec(unlimitedItems, "declarations", func() { t.Decls = append(t.Decls, r.decl(t.Kind == ComponentDef, depth+1)) })
	default:
		if b >= primFirst && b <= primLast {
			return &Type{Kind: PrimDef, Elem: ValType{Prim: b}}
		}
		if feature, ok := unsupportedTypes[b]; ok {
			r.unsupported(at, feature)
		} else {
			r.bad(at, b, "type")
		}
	}
	return t
}

// resultList reads the result of a function: one type, or none in a list of length 0.
func (r *reader) resultList() *ValType {
	at := r.pos
	switch b := r.byte(); b {
	case 0x00:
		t := r.valType()
		return &t
	case 0x01:
		r.zero("number of results")
	default:
		r.bad(at, b, "result of a function")
	}
	return nil
}

// rep reads the representation of a resource.
func (r *reader) rep() byte {
	at := r.pos
	b := r.coreValType()
	if b == 0x7e {
		r.unsupported(at, "resources that are represented by an i64 (64-bit components)")
	}
	return b
}

// decl reads a declarator of a component or instance type.
func (r *reader) decl(component bool, depth int) Decl {
	d := Decl{Offset: r.pos}
	switch b := r.byte(); {
	case b == 0x00:
		d.CoreType = r.coreType(false)
	case b == 0x01:
		d.Type = r.defType(depth)
	case b == 0x02:
		d.Alias = r.alias()
	case b == 0x03 && component:
		i := r.importDecl()
		d.Import = &i
	case b == 0x04:
		e := ExportDecl{}
		e.Name, e.Attrs = r.externName()
		e.Desc = r.externDesc()
		d.Export = &e
	default:
		r.bad(d.Offset, b, "declarator of a component or instance type")
	}
	return d
}
