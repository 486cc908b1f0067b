package main

import (
	"errors"
	"fmt"
	"strings"

	"portfolio/api/app"
	"portfolio/api/apperror"
	"portfolio/api/config"
)

// The exit codes. Those above 2 are of sysexits.h, which service managers know: another start after 78 is of no use.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitFound       = 65 // EX_DATAERR: a check found something wrong
	exitUnavailable = 69 // EX_UNAVAILABLE: the database, the store or the address does not answer or is taken
	exitConfig      = 78 // EX_CONFIG: a setting is wrong
)

// errUsage is returned for a command line that cannot be understood; what was wrong has been printed.
var errUsage = errors.New("usage")

// found is what a check found wrong: the command has done its work.
type found struct{ error }

// exitCode prints what went wrong, a line each, and returns the code for it.
func exitCode(err error, std streams) int {
	if err == nil {
		return exitDone
	}
	if errors.Is(err, errUsage) {
		return exitUsage
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(std.err, "portfolio: %s\n", line)
	}
	var fault *config.Fault
	var unavailable *app.Unavailable
	var public *apperror.Error
	var wrong found
	switch {
	case errors.As(err, &fault):
		return exitConfig
	case errors.As(err, &unavailable), errors.As(err, &public) && public.Kind == apperror.KindBusy:
		return exitUnavailable
	case errors.As(err, &wrong):
		return exitFound
	}
	return exitFailed
}
