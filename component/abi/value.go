// Package abi is the canonical ABI, synchronous: how values of component types lie in linear memory and on the
// core stack, and how they are lifted from there and lowered to it.
package abi

// Value is a component value in Go. Which Go type stands for which component type:
//
//	bool                      bool
//	s8 s16 s32 s64            int8 int16 int32 int64
//	u8 u16 u32 u64            uint8 uint16 uint32 uint64
//	f32 f64                   float32 float64 (any NaN is the canonical one)
//	char                      Char
//	string                    string (valid UTF-8)
//	list<u8>                  []byte
//	list<T>                   List
//	record, tuple             Record, Tuple: the values in the order of the type
//	variant                   Variant
//	enum                      Enum
//	flags                     Flags
//	option<T>                 Option
//	result<T, E>              Result
//	own<R>, borrow<R>         Handle
//
// A value does not carry its type: whoever holds one holds the *types.Type beside it.
type Value = any

// Char is a Unicode scalar value.
type Char rune

// List holds the elements of a list of anything but u8.
type List []Value

// Record holds the fields of a record in the order of its type.
type Record []Value

// Tuple holds the elements of a tuple.
type Tuple []Value

// Variant is a case by its index, with its payload (nil where the case has none).
type Variant struct {
	Case  uint32
	Value Value
}

// Enum is the index of a case.
type Enum uint32

// Flags has bit i set where label i is.
type Flags uint32

// Option is none, or some Value.
type Option struct {
	Some  bool
	Value Value
}

// Result is ok, or err; Value is the payload of the case, nil where it has none.
type Result struct {
	Err   bool
	Value Value
}

// Handle is an own or a borrow as the host sees it. What Rep holds is decided by who made the resource type: for a
// resource of the host it is the Go value that the host gave; for a resource of a guest it is the *Resource
// of the component package.
type Handle struct {
	Rep any
}
