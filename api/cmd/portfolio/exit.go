package main

import (
	"errors"
	"fmt"
	"strings"

	"portfolio/api"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// The exit codes. Those above 2 are from sysexits.h, which service managers know. A restart after
// 78 does not help.
const (
	exitDone        = 0
	exitFailed      = 1
	exitUsage       = 2
	exitFound       = 65 // EX_DATAERR: a check found something wrong
	exitUnavailable = 69 // EX_UNAVAILABLE: the database, the store or the address does not answer or is taken
	exitConfig      = 78 // EX_CONFIG: a setting is wrong
)

// errUsage is returned for a wrong command line, after its fault was printed.
var errUsage = errors.New("usage")

// found is the problem that a check found. The command itself succeeded.
type found struct{ error }

// exitCode prints an error, one line for each fault, and returns its exit code.
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
	var setting *database.SettingError
	var unavailable *api.Unavailable
	var public *httpx.Error
	var wrong found
	switch {
	case errors.As(err, &fault), errors.As(err, &setting):
		return exitConfig
	case errors.As(err, &unavailable), errors.As(err, &public) && public.Kind == httpx.KindBusy:
		return exitUnavailable
	case errors.As(err, &wrong):
		return exitFound
	}
	return exitFailed
}
