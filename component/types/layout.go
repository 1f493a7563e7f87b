package types

import "math"

// The layout of every value type as the Canonical ABI defines it (alignment, size, flattening). All are computed when a
// type is made, from those of its parts, so that a type that is used a thousand times is laid out once.

// Limits of the flat calling convention of synchronous calls.
const (
	// MaxFlatParams is how many core parameters a call may have before they go through memory.
	MaxFlatParams = 16
	// MaxFlatResults is the same for results.
	MaxFlatResults = 1

	// maxFlat is one more than any flattening may use: enough to see that one is too long.
	maxFlat = MaxFlatParams + 1
)

// prims has the singleton of each primitive type.
var prims = func() (ps [String + 1]*Type) {
	for _, p := range []struct {
		kind Kind
		size uint32
		flat CoreType
	}{
		{Bool, 1, I32}, {S8, 1, I32}, {U8, 1, I32}, {S16, 2, I32}, {U16, 2, I32}, {S32, 4, I32}, {U32, 4, I32},
		{S64, 8, I64}, {U64, 8, I64}, {F32, 4, F32Core}, {F64, 8, F64Core}, {Char, 4, I32},
	} {
		ps[p.kind] = &Type{Kind: p.kind, size: leaf, Layout: Layout{Size: p.size, Align: p.size, Flat: []CoreType{p.flat}}}
	}
	ps[String] = &Type{Kind: String, size: leaf, Layout: pointerPair()}
	return ps
}()

// pointerPair is the layout of a string or list: where it starts and how long it is.
func pointerPair() Layout {
	return Layout{Size: 8, Align: 4, Flat: []CoreType{I32, I32}, HasPointers: true}
}

// Prim gives the primitive type of a kind (Bool to String): always the same pointer. It panics for any other kind.
func Prim(k Kind) *Type {
	if k < Bool || k > String {
		panic("types: Prim of a kind that is no primitive")
	}
	return prims[k]
}

// NewRecord makes a record.
func NewRecord(fields []Field) *Type {
	t := &Type{Kind: Record, Fields: fields}
	t.layFields()
	return t
}

// NewTuple makes a tuple.
func NewTuple(elems ...*Type) *Type {
	t := &Type{Kind: Tuple, Fields: make([]Field, len(elems))}
	for i, e := range elems {
		t.Fields[i].Type = e
	}
	t.layFields()
	return t
}

// layFields lays fields one after the other, each at its alignment.
func (t *Type) layFields() {
	t.size = leaf
	l := &t.Layout
	l.Align = 1
	l.Offsets = make([]uint32, len(t.Fields))
	for i, f := range t.Fields {
		part := &f.Type.Layout
		l.Align = max(l.Align, part.Align)
		l.Offsets[i] = alignUp(l.Size, part.Align)
		l.Size = addSize(l.Offsets[i], part.Size)
		l.Flat = appendFlat(l.Flat, part.Flat)
		t.include(f.Type)
	}
	l.Size = alignUp(l.Size, l.Align)
}

// NewVariant makes a variant.
func NewVariant(cases []Case) *Type {
	t := &Type{Kind: Variant, Cases: cases}
	payloads := make([]*Type, len(cases))
	for i, c := range cases {
		payloads[i] = c.Type
	}
	t.layCases(payloads)
	return t
}

// NewOption makes an option.
func NewOption(elem *Type) *Type {
	t := &Type{Kind: Option, Elem: elem}
	t.layCases([]*Type{nil, elem})
	return t
}

// NewResult makes a result; nil stands for a case without a payload.
func NewResult(ok, err *Type) *Type {
	t := &Type{Kind: Result, Ok: ok, Err: err}
	t.layCases([]*Type{ok, err})
	return t
}

// layCases lays out a discriminant and, after it, the payloads on top of each other.
func (t *Type) layCases(payloads []*Type) {
	t.size = leaf
	l := &t.Layout
	l.Disc = discriminantSize(len(payloads))
	l.Align = l.Disc
	l.Flat = []CoreType{I32}
	size, align := uint32(0), uint32(1)
	for _, p := range payloads {
		if p == nil {
			continue
		}
		size, align = max(size, p.Layout.Size), max(align, p.Layout.Align)
		for i, c := range p.Layout.Flat {
			switch {
			case i+1 < len(l.Flat):
				l.Flat[i+1] = join(l.Flat[i+1], c)
			case len(l.Flat) < maxFlat:
				l.Flat = append(l.Flat, c)
			}
		}
		t.include(p)
	}
	l.Align = max(l.Align, align)
	l.Payload = alignUp(l.Disc, align)
	l.Size = alignUp(addSize(l.Payload, size), l.Align)
}

// discriminantSize is the size in bytes of a number that tells n cases apart: 256 cases still fit one byte, 65,536 two.
func discriminantSize(n int) uint32 {
	switch {
	case n <= 1<<8:
		return 1
	case n <= 1<<16:
		return 2
	default:
		return 4
	}
}

// join is the core type of a slot that two cases share.
func join(a, b CoreType) CoreType {
	switch {
	case a == b:
		return a
	case a == I32 && b == F32Core, a == F32Core && b == I32:
		return I32
	default:
		return I64
	}
}

// NewEnum makes an enum.
func NewEnum(labels []string) *Type {
	t := &Type{Kind: Enum, Labels: labels}
	t.layCases(make([]*Type, len(labels)))
	return t
}

// NewFlags makes flags of 1 to 32 labels: one, two or four bytes.
func NewFlags(labels []string) *Type {
	t := &Type{Kind: Flags, Labels: labels}
	t.size = leaf
	size := uint32(4)
	switch {
	case len(labels) <= 8:
		size = 1
	case len(labels) <= 16:
		size = 2
	}
	t.Layout = Layout{Size: size, Align: size, Flat: []CoreType{I32}}
	return t
}

// NewList makes a list.
func NewList(elem *Type) *Type {
	t := &Type{Kind: List, Elem: elem}
	t.size = leaf
	t.Layout = pointerPair()
	t.include(elem)
	return t
}

// NewOwn makes an own handle of r.
func NewOwn(r *Resource) *Type { return newHandle(Own, r) }

// NewBorrow makes a borrow handle of r.
func NewBorrow(r *Resource) *Type { return newHandle(Borrow, r) }

func newHandle(k Kind, r *Resource) *Type {
	t := &Type{Kind: k, Resource: r, borrows: k == Borrow}
	t.size = leaf
	t.Layout = Layout{Size: 4, Align: 4, Flat: []CoreType{I32}, HasHandles: true}
	return t
}

// include takes the measures of a part into those of the whole.
func (t *Type) include(part *Type) {
	t.size = t.size.with(part.size)
	t.borrows = t.borrows || part.borrows
	t.Layout.HasHandles = t.Layout.HasHandles || part.Layout.HasHandles
	t.Layout.HasPointers = t.Layout.HasPointers || part.Layout.HasPointers
}

// appendFlat appends up to the cut.
func appendFlat(flat, more []CoreType) []CoreType {
	return append(flat, more[:min(len(more), maxFlat-len(flat))]...)
}

// alignUp rounds up to a multiple of align (a power of two), saturating.
func alignUp(n, align uint32) uint32 {
	if n > math.MaxUint32-(align-1) {
		return math.MaxUint32
	}
	return (n + align - 1) &^ (align - 1)
}

// addSize adds, saturating.
func addSize(a, b uint32) uint32 {
	if a > math.MaxUint32-b {
		return math.MaxUint32
	}
	return a + b
}
