//go:build !linux && !darwin && !windows

package component

// spaces would keep address space; memories are on the Go heap where no other way is written.
type spaces struct{}

func (*spaces) region(uint64) region { return &heapRegion{} }

func (*spaces) close() {}
