package main

import (
	"runtime"
	"syscall"
)

// usage returns the processor's time that this process took, in seconds, and the most memory it had, in bytes.
func usage() (seconds, most float64, err error) {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0, 0, err
	}
	unit := 1024.0
	if runtime.GOOS == "darwin" {
		unit = 1
	}
	return secondsOf(usage.Utime) + secondsOf(usage.Stime), float64(usage.Maxrss) * unit, nil
}

func secondsOf(t syscall.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
