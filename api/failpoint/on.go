//go:build failpoints

package failpoint

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

var left atomic.Int64

// FAILPOINT is the name of a moment; "name#3" is the third time that it comes.
var moment, times, _ = strings.Cut(os.Getenv("FAILPOINT"), "#")

func init() {
	n, err := strconv.ParseInt(times, 10, 64)
	if err != nil {
		n = 1
	}
	left.Store(n)
}

// Reach says that the moment of that name has come. If it is the one to crash at, the process ends as by a power cut.
func Reach(name string) {
	if name == moment && left.Add(-1) == 0 {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	}
}
