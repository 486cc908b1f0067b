package accounts

import (
	"os"
	"runtime/debug"
	"sync"
)

const (
	// manyHashings is how many passwords wait to be hashed, or are, when the collector is put off.
	manyHashings = 8
	// putOffPercent is the GOGC of that time. Three hashings at once then leave some 60 MB more for the collector.
	putOffPercent = 300
)

// collector is the process's garbage collector. Each hashing leaves 19 MiB, so that it works after every second one, and while
// many people sign in at once it has the stacks of all who wait to look through: a twentieth of the time of their hashings. It is
// put off for as long as they are many, and until none is left.
type collector struct {
	mu       sync.Mutex
	hashings int
	putOff   bool
	percent  int
}

// processCollector is one for all, because the setting is.
var processCollector collector

// begin says that a password waits to be hashed. An owner's GOGC stays.
func (c *collector) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hashings++
	if c.hashings >= manyHashings && !c.putOff && os.Getenv("GOGC") == "" {
		c.percent, c.putOff = debug.SetGCPercent(putOffPercent), true
	}
}

// end says that it is hashed, or waits no more.
func (c *collector) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hashings--
	if c.hashings == 0 && c.putOff {
		debug.SetGCPercent(c.percent)
		c.putOff = false
	}
}
