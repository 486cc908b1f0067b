// Command portfolio is the whole server of the site, and the tools of its owner.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"portfolio/api/audit"
)

const usage = `portfolio serves a personal portfolio site and its API.

  portfolio serve                          serve the site on LISTEN_ADDR
  portfolio migrate                        bring the database to the newest version
  portfolio demo                           fill an empty site with a staff account and sample pictures
  portfolio fsck [--repair]                compare the stored files with the rows that name them
  portfolio user create --email E --first-name F --last-name L [--staff]
  portfolio user password --email E        set a new password, which signs the account out everywhere
  portfolio user list                      every account
  portfolio user sessions --email E        where an account is signed in
  portfolio user staff --email E --on      let an account manage the site; --off: no longer
  portfolio user deactivate --email E      sign an account out everywhere and keep it out
  portfolio user activate --email E        let it sign in again
  portfolio user delete --email E          remove an account; what it uploaded stays

create and password read the password from standard input, one line. Settings are environment variables; README.md lists them.
`

// errUsage is returned for a command line that cannot be understood; what was wrong has been printed.
var errUsage = errors.New("usage")

type command func(ctx context.Context, args []string, std streams) error

type streams struct {
	in       *os.File
	out, err io.Writer
}

var commands = map[string]command{
	"serve":           serve,
	"migrate":         migrate,
	"demo":            fillDemo,
	"fsck":            fsck,
	"user create":     userCreate,
	"user password":   userPassword,
	"user list":       userList,
	"user sessions":   userSessions,
	"user staff":      userStaff,
	"user deactivate": userDeactivate,
	"user activate":   userActivate,
	"user delete":     userDelete,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run returns the exit code: 0 when all went well, 2 for a command line that cannot be understood, else 1.
func run(ctx context.Context, args []string, std streams) int {
	for words := min(2, len(args)); words > 0; words-- {
		if command, ok := commands[strings.Join(args[:words], " ")]; ok {
			return exitCode(command(audit.ByCommand(ctx), args[words:], std), std)
		}
	}
	fmt.Fprint(std.err, usage)
	return 2
}

func exitCode(err error, std streams) int {
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errUsage):
		return 2
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(std.err, "portfolio: %s\n", line)
	}
	return 1
}
