package main

import (
	"os"
	"runtime/debug"
)

const (
	// softMemory is how many bytes the process takes before the garbage collector works harder: thousands of connections leave
	// much behind. The most demanding picture stays below it.
	softMemory = 272 << 20
	// ballastSize is how many bytes more of garbage there may be before they are collected.
	ballastSize = 8 << 20
)

// ballast is memory that nobody writes to, so that the system gives none for it. The collector works each time that the heap
// has doubled, which would be every 4 MB, hundreds of answers; with these bytes in the heap it is every 12 MB or so. A higher GOGC
// would multiply what many sign-ins at once take, where this adds to it.
var ballast []byte

// tuneCollector sets how much memory the garbage collector leaves, unless GOGC or GOMEMLIMIT say it.
func tuneCollector() {
	switch {
	case os.Getenv("GOMEMLIMIT") != "":
	case os.Getenv("GOGC") != "":
		debug.SetMemoryLimit(softMemory)
	default:
		ballast = make([]byte, ballastSize)
		debug.SetMemoryLimit(softMemory + ballastSize)
	}
}
