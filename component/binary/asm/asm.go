// Package asm writes components byte by byte, for the tests of the packages that read them. It checks nothing, so that wrong
// components can be written as easily as right ones.
package asm

import "slices"

// Bytes are encoded pieces; each function gives one, and most take the pieces they are made of.
type Bytes = []byte

// Value types that stand for themselves.
var (
	Bool   = Bytes{0x7f}
	S8     = Bytes{0x7e}
	U8     = Bytes{0x7d}
	S16    = Bytes{0x7c}
	U16    = Bytes{0x7b}
	S32    = Bytes{0x7a}
	U32    = Bytes{0x79}
	S64    = Bytes{0x78}
	U64    = Bytes{0x77}
	F32    = Bytes{0x76}
	F64    = Bytes{0x75}
	Char   = Bytes{0x74}
	String = Bytes{0x73}
	// None is the absence of something optional.
	None = Bytes{0x00}
)

// Sorts of items, as they stand before an index.
var (
	CoreFunc     = Bytes{0x00, 0x00}
	CoreTable    = Bytes{0x00, 0x01}
	CoreMemory   = Bytes{0x00, 0x02}
	CoreGlobal   = Bytes{0x00, 0x03}
	CoreTag      = Bytes{0x00, 0x04}
	CoreType     = Bytes{0x00, 0x10}
	CoreModule   = Bytes{0x00, 0x11}
	CoreInstance = Bytes{0x00, 0x12}
	Func         = Bytes{0x01}
	Value        = Bytes{0x02}
	Type         = Bytes{0x03}
	Component    = Bytes{0x04}
	Instance     = Bytes{0x05}
)

// Cat puts pieces behind each other.
func Cat(parts ...Bytes) Bytes { return slices.Concat(parts...) }

// U is a number in LEB128.
func U(n uint32) Bytes {
	var b Bytes
	for n >= 0x80 {
		b = append(b, byte(n)|0x80)
		n >>= 7
	}
	return append(b, byte(n))
}

// Idx is a type index where a value type may stand.
func Idx(n uint32) Bytes {
	b := U(n)
	if b[len(b)-1]&0x40 != 0 {
		// The next bit is the sign.
		b[len(b)-1] |= 0x80
		b = append(b, 0)
	}
	return b
}

// Str is a string.
func Str(s string) Bytes { return Cat(U(uint32(len(s))), Bytes(s)) }

// Vec is a count and that many items.
func Vec(items ...Bytes) Bytes { return Cat(U(uint32(len(items))), Cat(items...)) }

// Some is something optional that is there.
func Some(b Bytes) Bytes { return Cat(Bytes{0x01}, b) }

// File is a component of sections.
func File(sections ...Bytes) Bytes {
	return Cat(Bytes{0x00, 'a', 's', 'm', 0x0d, 0x00, 0x01, 0x00}, Cat(sections...))
}

// EmptyModule is a core module without anything.
var EmptyModule = Bytes{0x00, 'a', 's', 'm', 0x01, 0x00, 0x00, 0x00}

// Raw is a section of any contents.
func Raw(id byte, body Bytes) Bytes { return Cat(Bytes{id}, U(uint32(len(body))), body) }

// The sections. Custom, Module and Nested hold one thing, the others any number.
func Custom(name string, body Bytes) Bytes { return Raw(0, Cat(Str(name), body)) }
func Module(module Bytes) Bytes            { return Raw(1, module) }
func CoreInstances(items ...Bytes) Bytes   { return Raw(2, Vec(items...)) }
func CoreTypes(items ...Bytes) Bytes       { return Raw(3, Vec(items...)) }
func Nested(sections ...Bytes) Bytes       { return Raw(4, File(sections...)) }
func Instances(items ...Bytes) Bytes       { return Raw(5, Vec(items...)) }
func Aliases(items ...Bytes) Bytes         { return Raw(6, Vec(items...)) }
func Types(items ...Bytes) Bytes           { return Raw(7, Vec(items...)) }
func Canons(items ...Bytes) Bytes          { return Raw(8, Vec(items...)) }
func Imports(items ...Bytes) Bytes         { return Raw(10, Vec(items...)) }
func Exports(items ...Bytes) Bytes         { return Raw(11, Vec(items...)) }

// Types.

// Field is a name with a type: of a record or a parameter.
func Field(name string, t Bytes) Bytes { return Cat(Str(name), t) }

// Case is a case of a variant; payload is None or Some.
func Case(name string, payload Bytes) Bytes { return Cat(Str(name), payload, Bytes{0x00}) }

func names(ls []string) Bytes {
	items := make([]Bytes, len(ls))
	for i, l := range ls {
		items[i] = Str(l)
	}
	return Vec(items...)
}

// The defined types.
func Record(fields ...Bytes) Bytes { return Cat(Bytes{0x72}, Vec(fields...)) }
func Variant(cases ...Bytes) Bytes { return Cat(Bytes{0x71}, Vec(cases...)) }
func List(t Bytes) Bytes           { return Cat(Bytes{0x70}, t) }
func Tuple(ts ...Bytes) Bytes      { return Cat(Bytes{0x6f}, Vec(ts...)) }
func Flags(ls ...string) Bytes     { return Cat(Bytes{0x6e}, names(ls)) }
func Enum(ls ...string) Bytes      { return Cat(Bytes{0x6d}, names(ls)) }
func Option(t Bytes) Bytes         { return Cat(Bytes{0x6b}, t) }
func Result(ok, err Bytes) Bytes   { return Cat(Bytes{0x6a}, ok, err) }
func Own(i uint32) Bytes           { return Cat(Bytes{0x69}, U(i)) }
func Borrow(i uint32) Bytes        { return Cat(Bytes{0x68}, U(i)) }

// Resource is a resource that an i32 represents; dtor is None or Some(U(core function)).
func Resource(dtor Bytes) Bytes { return Cat(Bytes{0x3f, 0x7f}, dtor) }

// FuncType is a function; result nil stands for none.
func FuncType(result Bytes, params ...Bytes) Bytes {
	if result == nil {
		return Cat(Bytes{0x40}, Vec(params...), Bytes{0x01, 0x00})
	}
	return Cat(Bytes{0x40}, Vec(params...), Bytes{0x00}, result)
}

// ComponentType and InstanceType are made of declarators.
func ComponentType(decls ...Bytes) Bytes { return Cat(Bytes{0x41}, Vec(decls...)) }
func InstanceType(decls ...Bytes) Bytes  { return Cat(Bytes{0x42}, Vec(decls...)) }

// Declarators.
func DeclCoreType(t Bytes) Bytes              { return Cat(Bytes{0x00}, t) }
func DeclType(t Bytes) Bytes                  { return Cat(Bytes{0x01}, t) }
func DeclAlias(a Bytes) Bytes                 { return Cat(Bytes{0x02}, a) }
func DeclImport(name string, d Bytes) Bytes   { return Cat(Bytes{0x03}, Import(name, d)) }
func DeclExport(name string, d Bytes) Bytes   { return Cat(Bytes{0x04}, Import(name, d)) }
func CoreFuncType(params, result Bytes) Bytes { return Cat(Bytes{0x60}, Vec1(params), Vec1(result)) }
func CoreModuleType(decls ...Bytes) Bytes     { return Cat(Bytes{0x50}, Vec(decls...)) }

// Vec1 is a vector of single bytes.
func Vec1(b Bytes) Bytes { return Cat(U(uint32(len(b))), b) }

// Types of imports and exports.
var SubResource = Bytes{0x03, 0x01}

func OfModule(i uint32) Bytes    { return Cat(CoreModule, U(i)) }
func OfFunc(i uint32) Bytes      { return Cat(Func, U(i)) }
func OfType(i uint32) Bytes      { return Cat(Type, Bytes{0x00}, U(i)) }
func OfComponent(i uint32) Bytes { return Cat(Component, U(i)) }
func OfInstance(i uint32) Bytes  { return Cat(Instance, U(i)) }

// Name is a name without attributes.
func Name(s string) Bytes { return Cat(Bytes{0x00}, Str(s)) }

// Import is a name with the type that is asked for.
func Import(name string, d Bytes) Bytes { return Cat(Name(name), d) }

// Export is an export without a type of its own; ExportAs has one.
func Export(name string, sort Bytes, i uint32) Bytes { return Cat(Name(name), sort, U(i), None) }
func ExportAs(name string, sort Bytes, i uint32, d Bytes) Bytes {
	return Cat(Name(name), sort, U(i), Some(d))
}

// Aliases.
func AliasExport(sort Bytes, instance uint32, name string) Bytes {
	return Cat(sort, Bytes{0x00}, U(instance), Str(name))
}
func AliasCore(sort Bytes, instance uint32, name string) Bytes {
	return Cat(sort, Bytes{0x01}, U(instance), Str(name))
}
func AliasOuter(sort Bytes, count, i uint32) Bytes { return Cat(sort, Bytes{0x02}, U(count), U(i)) }

// Instantiate is an instance of a component, or of a core module with CoreArg; Bag is one made of exports.
func Instantiate(component uint32, args ...Bytes) Bytes {
	return Cat(Bytes{0x00}, U(component), Vec(args...))
}
func Bag(exports ...Bytes) Bytes { return Cat(Bytes{0x01}, Vec(exports...)) }

// Arg and CoreArg are arguments; BagExport and CoreBagExport (of a core sort without its first byte) are exports of a bag.
func Arg(name string, sort Bytes, i uint32) Bytes       { return Cat(Str(name), sort, U(i)) }
func CoreArg(name string, instance uint32) Bytes        { return Cat(Str(name), Bytes{0x12}, U(instance)) }
func BagExport(name string, sort Bytes, i uint32) Bytes { return Cat(Name(name), sort, U(i)) }
func CoreBagExport(name string, sort Bytes, i uint32) Bytes {
	return Cat(Str(name), sort[1:], U(i))
}

// Canonical definitions and their options.
func Lift(coreFunc, typ uint32, opts ...Bytes) Bytes {
	return Cat(Bytes{0x00, 0x00}, U(coreFunc), Vec(opts...), U(typ))
}
func Lower(f uint32, opts ...Bytes) Bytes { return Cat(Bytes{0x01, 0x00}, U(f), Vec(opts...)) }
func ResourceNew(typ uint32) Bytes        { return Cat(Bytes{0x02}, U(typ)) }
func ResourceDrop(typ uint32) Bytes       { return Cat(Bytes{0x03}, U(typ)) }
func ResourceRep(typ uint32) Bytes        { return Cat(Bytes{0x04}, U(typ)) }
func Memory(i uint32) Bytes               { return Cat(Bytes{0x03}, U(i)) }
func Realloc(i uint32) Bytes              { return Cat(Bytes{0x04}, U(i)) }
func PostReturn(i uint32) Bytes           { return Cat(Bytes{0x05}, U(i)) }
