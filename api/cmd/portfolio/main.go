// Command portfolio is the site's server and the owner's commands.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
)

const usage = `portfolio serves a personal portfolio site and its API.

  portfolio serve [--demo]                 serve the site on LISTEN_ADDR; --demo fills a new site with the sample first
  portfolio setup-link                     print a new link that sets the site up in a browser; the earlier one ends
  portfolio doctor                         check the settings and what they name
  portfolio version                        print the version of this build
  portfolio migrate [--check]              update the database to this version; --check only lists the steps; --new-secret lets
                                           the next server on a PostgreSQL database have another key
  portfolio demo [--files=false]           fill a new site with the sample and a staff account to look around with
  portfolio fsck [--repair]                compare the stored files with the rows that name them; --repair removes files without
                                           a row, and asks if no file has one (--yes skips the question)
  portfolio content import DIR             publish what changed in a content folder since its last import
  portfolio content export DIR             write the published content and its photos into a content folder
  portfolio backup FILE [--force]          write database, photos and documents into one file, while serving
  portfolio backup send                    send an encrypted backup to BACKUP_URL now, and read it back
  portfolio backup list                    list the backups at BACKUP_URL
  portfolio backup verify FILE             check that a backup can be restored
  portfolio restore FILE [--yes]           restore a backup into an empty database and storage; --yes skips the question
                                           verify and restore with --identity KEYFILE take a backup at BACKUP_URL: FILE is
                                           its name or latest, and KEYFILE the private age key (- is standard input)
  portfolio user create --email E --first-name F --last-name L [--staff]
                                           create an account; the password is read from standard input
  portfolio user list                      list all accounts
  portfolio user set --email E CHANGE...   change an account:
      --password                           set the password, read from standard input, and sign out everywhere
      --new-email N                        change the e-mail address and sign out everywhere
      --confirmed                          confirm the e-mail address without the mailed link
      --staff on|off                       let the account manage the site
      --active on|off                      off: sign out everywhere and refuse sign-ins
      --reset-factors                      remove passkeys, authenticator app and recovery codes, and sign out everywhere
      --unthrottle                         clear the limits after too many attempts
  portfolio user export --email E [--to FILE]
                                           write the personal data of an account as JSON
  portfolio user delete --email E [--yes]  delete an account; its uploads stay; --yes skips the question

The backup commands print nothing but errors with --quiet. Settings are environment variables; docs/settings.md lists them.
Exit codes: 0 done, 1 failed, 2 wrong usage, 65 a check found a problem, 69 a service or address is unavailable, 78 a wrong setting.
`

// callTimeout is how long the database may take to answer a command, or the work beside requests.
const callTimeout = time.Minute

type command func(ctx context.Context, args []string, std streams) error

type streams struct {
	in       *os.File
	out, err io.Writer
}

var commands = map[string]command{
	"serve":          serve,
	"doctor":         examine,
	"version":        showVersion,
	"migrate":        migrate,
	"demo":           fillDemo,
	"setup-link":     makeSetupLink,
	"fsck":           fsck,
	"content import": importContent,
	"content export": exportContent,
	"backup":         backupCommand,
	"restore":        restoreBackup,
	"user create":    userCreate,
	"user list":      userList,
	"user set":       userSet,
	"user export":    userExport,
	"user delete":    userDelete,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run runs the command in args and returns its exit code. New files are readable only by their
// owner, and control characters in the output are escaped.
func run(ctx context.Context, args []string, std streams) int {
	syscall.Umask(0o077)
	std.out, std.err = escapingWriter{std.out}, escapingWriter{std.err}
	for words := min(2, len(args)); words > 0; words-- {
		if command, ok := commands[strings.Join(args[:words], " ")]; ok {
			return exitCode(command(database.WithTimeout(audit.ByCommand(ctx), callTimeout), args[words:], std), std)
		}
	}
	if unknown := unknownCommand(args); unknown != "" {
		fmt.Fprintf(std.err, "portfolio: unknown command %q; 'portfolio help' lists all commands\n", unknown)
	} else {
		fmt.Fprint(std.err, usage)
	}
	return exitUsage
}

// unknownCommand returns the words in args that were meant as a command, or "" for none.
func unknownCommand(args []string) string {
	if len(args) == 0 || args[0] == "help" || strings.HasPrefix(args[0], "-") {
		return ""
	}
	for name := range commands {
		if strings.HasPrefix(name, args[0]+" ") {
			if len(args) == 1 || strings.HasPrefix(args[1], "-") {
				return ""
			}
			return args[0] + " " + args[1]
		}
	}
	return args[0]
}

// backupCommand runs backup send, list or verify, or writes the named file.
func backupCommand(ctx context.Context, args []string, std streams) error {
	if len(args) > 0 {
		switch args[0] {
		case "send":
			return sendBackup(ctx, args[1:], std)
		case "list":
			return listBackups(ctx, args[1:], std)
		case "verify":
			return verifyBackup(ctx, args[1:], std)
		}
	}
	return writeBackup(ctx, args, std)
}

// showVersion prints the version of this build.
func showVersion(_ context.Context, args []string, std streams) error {
	if err := parse(newFlags("version", std), args); err != nil {
		return err
	}
	fmt.Fprintln(std.out, config.ReadBuild())
	return nil
}
