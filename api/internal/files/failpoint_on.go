//go:build failpoints

package files

import (
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
)

// failpointRemaining is how often the failpoint must still be reached before the process is killed.
var failpointRemaining atomic.Int64

// FAILPOINT names the failpoint at which the process is killed; "name#3" is the third time that it is reached.
var failpointName, failpointTimes, _ = strings.Cut(os.Getenv("FAILPOINT"), "#")

func init() {
	n, err := strconv.ParseInt(failpointTimes, 10, 64)
	if err != nil {
		n = 1
	}
	failpointRemaining.Store(n)
}

// Failpoint kills the process, without any clean-up, if name is the failpoint that FAILPOINT names.
func Failpoint(name string) {
	if name == failpointName && failpointRemaining.Add(-1) == 0 {
		_ = syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	}
}
