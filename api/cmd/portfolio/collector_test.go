package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

// The bytes that nobody touches are there, unless the owner says how much memory the collector leaves.
func TestTuneCollector(t *testing.T) {
	for _, test := range []struct {
		name, limit, percent string
		goal                 uint64
		softLimit            int64
	}{
		{"nothing is set", "", "", 2 * ballastSize, softMemory + ballastSize},
		{"GOGC", "", "50", 0, softMemory},
		{"GOMEMLIMIT", "1GiB", "", 0, 1 << 30},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("GOMEMLIMIT", test.limit)
			t.Setenv("GOGC", test.percent)
			defer debug.SetMemoryLimit(debug.SetMemoryLimit(1 << 30)) // as the runtime has done where it is set
			defer func() { ballast = nil }()
			// What other tests used counts for the limit until the system has it back.
			debug.FreeOSMemory()
			tuneCollector()
			runtime.GC()
			var heap runtime.MemStats
			runtime.ReadMemStats(&heap)
			if got := debug.SetMemoryLimit(-1); got != test.softLimit || heap.NextGC < test.goal || (test.goal == 0) != (ballast == nil) {
				t.Errorf("limit %d, next collection at %d, %d bytes of ballast", got, heap.NextGC, len(ballast))
			}
		})
	}
}
