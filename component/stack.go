package component

import (
	"fmt"
	"reflect"
	"sync/atomic"
	"unsafe"

	"github.com/tetratelabs/wazero/api"
)

// Bounds of the stacks of calls that run inside one another. Each has a stack of its own that wazero lets grow to 400 MB; and the interpreter's frames are on the
// stack of the host's goroutine too, which ends the process when it overflows.
const (
	// maxDepth is how many calls into guests may run inside one another: each takes some 15 KB of the host's stack and memory. Components call one another no
	// deeper than there are instances, but a destructor may drop what runs it again.
	maxDepth = 1000
	// maxStacks is how many bytes the stacks of the calls that wait for another may take together.
	maxStacks = 400 << 20
	// maxInterpreted is how much the stack of one call may count on the interpreter, whose frames may hold any number of values.
	maxInterpreted = 128 << 20
	// keptStack is how many bytes the stack of a function may take that is kept for its next call.
	keptStack = 1 << 20
	// frameSize is what a frame of the interpreter counts: it takes 4.3 KB of the goroutine's stack, which Go doubles and copies as it grows.
	frameSize = 20_000
)

// stackFields are where wazero's types of functions keep their stacks.
type stackFields struct {
	typ reflect.Type
	// stack is the offset of the field "stack", size that of its elements; frames is the offset of the field "frames". Negative: there is none.
	stack, frames, size int
}

// lastFields are those of the type that was seen last: there is one for each engine.
var lastFields atomic.Pointer[stackFields]

// stackSize is how many bytes the stack of a function takes. wazero does not tell, so that it is read out of its function; 0 where nothing is found.
func stackSize(f api.Function) int {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Pointer {
		return 0
	}
	fields := lastFields.Load()
	if fields == nil || fields.typ != v.Type() {
		fields = fieldsOf(v.Type())
		lastFields.Store(fields)
	}
	size := 0
	if fields.stack >= 0 {
		size = cap(*(*[]byte)(unsafe.Add(v.UnsafePointer(), fields.stack))) * fields.size
	}
	if fields.frames >= 0 {
		size += len(*(*[]byte)(unsafe.Add(v.UnsafePointer(), fields.frames))) * frameSize
	}
	return size
}

func fieldsOf(pointer reflect.Type) *stackFields {
	fields := &stackFields{typ: pointer, stack: -1, frames: -1}
	t := pointer.Elem()
	if t.Kind() != reflect.Struct {
		return fields
	}
	if f, ok := sliceField(t, "stack"); ok {
		fields.stack, fields.size = int(f.Offset), int(f.Type.Elem().Size())
	}
	if f, ok := sliceField(t, "frames"); ok {
		fields.frames = int(f.Offset)
	}
	return fields
}

func sliceField(t reflect.Type, name string) (reflect.StructField, bool) {
	f, ok := t.FieldByName(name)
	return f, ok && len(f.Index) == 1 && f.Type.Kind() == reflect.Slice
}

func stacksOverflowed(limit int) *CallError {
	return &CallError{Kind: AbortStack, Message: fmt.Sprintf("the call stack overflowed: calls inside one another take %d MiB", limit>>20)}
}
