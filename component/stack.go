package component

import (
	"fmt"
	"reflect"
	"sync"

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

// stackFields are the places of the fields "stack" and "frames" in wazero's types of functions, -1 where there are none.
var stackFields sync.Map

// stackSize is how many bytes the stack of a function takes. wazero does not tell, so that it is read out of its function; 0 where nothing is found.
func stackSize(f api.Function) int {
	v := reflect.ValueOf(f)
	if v.Kind() != reflect.Pointer || v.Elem().Kind() != reflect.Struct {
		return 0
	}
	v = v.Elem()
	found, known := stackFields.Load(v.Type())
	if !known {
		found, _ = stackFields.LoadOrStore(v.Type(), [2]int{sliceField(v.Type(), "stack"), sliceField(v.Type(), "frames")})
	}
	at, size := found.([2]int), 0
	if at[0] >= 0 {
		stack := v.Field(at[0])
		size = stack.Cap() * int(stack.Type().Elem().Size())
	}
	if at[1] >= 0 {
		size += v.Field(at[1]).Len() * frameSize
	}
	return size
}

func sliceField(t reflect.Type, name string) int {
	if f, ok := t.FieldByName(name); ok && len(f.Index) == 1 && f.Type.Kind() == reflect.Slice {
		return f.Index[0]
	}
	return -1
}

func stacksOverflowed(limit int) *CallError {
	return &CallError{Kind: AbortStack, Message: fmt.Sprintf("the call stack overflowed: calls inside one another take %d MiB", limit>>20)}
}
