//go:build failpoints

package failpoint

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

// remaining is how often the failpoint must still be reached before the process is killed.
var remaining atomic.Int64

// FAILPOINT names the failpoint at which the process is killed; "name#3" is the third time that it is reached.
var target, times, _ = strings.Cut(os.Getenv("FAILPOINT"), "#")

func init() {
	n, err := strconv.ParseInt(times, 10, 64)
	if err != nil {
		n = 1
	}
	remaining.Store(n)
}

// Reach kills the process, without any clean-up, if name is the failpoint that FAILPOINT names.
func Reach(name string) {
	if name == target && remaining.Add(-1) == 0 {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	}
}
