package main

import (
	"os"
	"syscall"
)

// peak is the most memory that was resident at once, in KiB.
func peak(s *os.ProcessState) int64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	return usage.Maxrss
}
