// Package process says what this process holds of the machine. Where a figure cannot be had it is -1.
package process

import (
	"os"
	"runtime"
	"strconv"
	"strings"
)

// PeakBytes is the most memory that was resident at once.
func PeakBytes() int64 { return status("VmHWM:") }

// ResidentBytes is the memory that is resident now.
func ResidentBytes() int64 { return status("VmRSS:") }

// status reads a figure of Linux's /proc/self/status.
func status(field string) int64 {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return -1
	}
	_, rest, ok := strings.Cut(string(text), field)
	fields := strings.Fields(rest)
	if !ok || len(fields) == 0 {
		return -1
	}
	kib, err := strconv.ParseInt(fields[0], 10, 64)
	if err != nil {
		return -1
	}
	return kib << 10
}

// OpenFiles is how many files are open.
func OpenFiles() int {
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return -1
	}
	return len(entries) - 1 // the folder itself is one of them
}

// Mappings is how many pieces of address space are mapped.
func Mappings() int {
	text, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return -1
	}
	return strings.Count(string(text), "\n")
}

// Goroutines is how many goroutines there are.
func Goroutines() int { return runtime.NumGoroutine() }
