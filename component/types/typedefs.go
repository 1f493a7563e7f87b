package types

import (
	"strings"

	"openidea-plugin/component/binary"
)

// typeDef resolves a type definition.
func (r *resolver) typeDef(s *scope, b *binary.Type) *TypeDef {
	switch b.Kind {
	case binary.FuncDef:
		return &TypeDef{Func: r.funcType(s, b)}
	case binary.ResourceDef:
		return &TypeDef{Resource: r.resourceType(s, b)}
	case binary.InstanceDef:
		return &TypeDef{Instance: r.instanceType(s, b)}
	case binary.ComponentDef:
		return &TypeDef{Component: r.componentType(s, b)}
	}
	t := r.valueType(s, b)
	r.checkSize(t.size)
	return &TypeDef{Value: t}
}

// primOf gives the primitive type of a byte of the file: they count down from bool.
func primOf(b byte) *Type {
	return Prim(primKinds[0x7f-b])
}

// primKinds are the primitive types in the order of their bytes, from 0x7f down.
var primKinds = [...]Kind{Bool, S8, U8, S16, U16, S32, U32, S64, U64, F32, F64, Char, String}

// ref resolves a value type in place.
func (r *resolver) ref(s *scope, v binary.ValType) *Type {
	if v.Prim != 0 {
		return primOf(v.Prim)
	}
	t := pick(r, s.c.Types, v.Index, "type")
	if t.Value == nil {
		r.fail("type %d is the type of %s, not of a value", v.Index, typeDefWord(t))
	}
	return t.Value
}

func (r *resolver) optRef(s *scope, v *binary.ValType) *Type {
	if v == nil {
		return nil
	}
	return r.ref(s, *v)
}

// valueType resolves the definition of a value type.
func (r *resolver) valueType(s *scope, b *binary.Type) *Type {
	switch b.Kind {
	case binary.PrimDef:
		return r.ref(s, b.Elem)
	case binary.RecordDef:
		r.notEmpty(len(b.Fields), "a record", "field")
		return NewRecord(r.fields(s, b.Fields, "field of a record"))
	case binary.TupleDef:
		r.notEmpty(len(b.Fields), "a tuple", "type")
		elems := make([]*Type, len(b.Fields))
		for i := range b.Fields {
			elems[i] = r.ref(s, *b.Fields[i].Type)
		}
		return NewTuple(elems...)
	case binary.VariantDef:
		r.notEmpty(len(b.Fields), "a variant", "case")
		seen := labelSet{}
		cases := make([]Case, len(b.Fields))
		for i := range b.Fields {
			f := &b.Fields[i]
			r.label(seen, f.Name, "case of a variant")
			cases[i] = Case{Name: f.Name, Type: r.optRef(s, f.Type)}
		}
		return NewVariant(cases)
	case binary.FlagsDef:
		r.notEmpty(len(b.Labels), "a flags type", "flag")
		if len(b.Labels) > 32 {
			r.fail("a flags type has %d flags; at most 32 are allowed", len(b.Labels))
		}
		return NewFlags(r.labels(b.Labels, "flag"))
	case binary.EnumDef:
		r.notEmpty(len(b.Labels), "an enum", "case")
		return NewEnum(r.labels(b.Labels, "case of an enum"))
	case binary.ListDef:
		return NewList(r.ref(s, b.Elem))
	case binary.OptionDef:
		return NewOption(r.ref(s, b.Elem))
	case binary.ResultDef:
		return NewResult(r.optRef(s, b.Ok), r.optRef(s, b.Err))
	default:
		def := pick(r, s.c.Types, b.Index, "type")
		if def.Resource == nil {
			r.fail("type %d is the type of %s, not a resource: it has no handles", b.Index, typeDefWord(def))
		}
		kind := Own
		if b.Kind == binary.BorrowDef {
			kind = Borrow
		}
		t := newHandle(kind, def.Resource)
		t.def = def
		return t
	}
}

func (r *resolver) notEmpty(n int, what, part string) {
	if n == 0 {
		r.fail("%s must have at least one %s", what, part)
	}
}

// fields resolves the fields of a record or the parameters of a function.
func (r *resolver) fields(s *scope, bs []binary.Field, what string) []Field {
	seen := labelSet{}
	fs := make([]Field, len(bs))
	for i := range bs {
		r.label(seen, bs[i].Name, what)
		fs[i] = Field{Name: bs[i].Name, Type: r.ref(s, *bs[i].Type)}
	}
	return fs
}

func (r *resolver) labels(ls []string, what string) []string {
	seen := labelSet{}
	for _, l := range ls {
		r.label(seen, l, what)
	}
	return ls
}

// labelSet finds labels that are the same but for their case.
type labelSet map[string]string

// label checks a label and that no other has the same words.
func (r *resolver) label(seen labelSet, l, what string) {
	if !isLabel(l) {
		r.fail("%q is no name of a %s: it must be in kebab case, words of letters and digits joined by single hyphens, each word in one case and the first starting with a letter", l, what)
	}
	key := strings.ToLower(l)
	if other, ok := seen[key]; ok {
		r.fail("the name %q of a %s conflicts with %q before it", l, what, other)
	}
	seen[key] = l
}

// funcType resolves a function type.
func (r *resolver) funcType(s *scope, b *binary.Type) *Func {
	f := &Func{Params: r.fields(s, b.Fields, "parameter"), Result: r.optRef(s, b.Result), size: leaf}
	for i := range f.Params {
		f.size = f.size.with(f.Params[i].Type.size)
	}
	if f.Result != nil {
		if f.Result.borrows {
			r.fail("the result of a function cannot contain a borrow")
		}
		f.size = f.size.with(f.Result.size)
	}
	r.checkSize(f.size)
	return f
}

// resourceType resolves the definition of a resource.
func (r *resolver) resourceType(s *scope, b *binary.Type) *Resource {
	if s.kind != componentScope {
		r.fail("a resource can only be defined in a component, not in the type of one")
	}
	if b.Rep != byte(I32) {
		r.fail("a resource must be represented by an i32, not by %s", coreTypeWord(b.Rep))
	}
	if b.Dtor != nil {
		f := pick(r, s.c.CoreFuncs, *b.Dtor, "core function")
		if want := coreFunc([]CoreType{I32}, nil); !sameCoreFunc(f, want) {
			r.fail("the destructor of a resource must be a core function %s, not %s", want, f)
		}
	}
	res := &Resource{}
	s.local[res] = true
	s.defined = append(s.defined, res)
	return res
}

// instanceType resolves an instance type.
func (r *resolver) instanceType(s *scope, b *binary.Type) *Instance {
	inner := newScope(instanceTypeScope, s)
	r.decls(inner, b.Decls)
	return &Instance{Exports: inner.items[exportSide], bound: inner.defined, size: inner.size}
}

// componentType resolves a component type.
func (r *resolver) componentType(s *scope, b *binary.Type) *ComponentType {
	inner := newScope(componentTypeScope, s)
	r.decls(inner, b.Decls)
	return r.finish(inner)
}

// decls resolves the declarators of a component or instance type.
func (r *resolver) decls(s *scope, ds []binary.Decl) {
	at := r.at
	for i := range ds {
		d := &ds[i]
		r.at = d.Offset
		switch {
		case d.CoreType != nil:
			r.addCoreType(s, r.coreType(s, d.CoreType))
		case d.Type != nil:
			r.addType(s, r.typeDef(s, d.Type))
		case d.Alias != nil:
			r.alias(s, d.Alias)
		case d.Import != nil:
			r.importItem(s, d.Import)
		case d.Export != nil:
			r.exportDecl(s, d.Export)
		}
	}
	r.at = at
}
