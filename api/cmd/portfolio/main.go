// Command portfolio is the whole server of the site, and the tools of its owner.
package main

import (
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"portfolio/api/version"

	"portfolio/api/accounts"
	"portfolio/api/audit"
	"portfolio/api/database"
)

const usage = `portfolio serves a personal portfolio site and its API.

  portfolio serve                          serve the site on LISTEN_ADDR
  portfolio doctor [URL]                   check what the settings name; with URL, a site from outside
  portfolio version                        tell which build this is
  portfolio migrate [--check]              bring the database to this program's version; --check says what that does, and does
                                           nothing
  portfolio demo                           fill an empty site with a staff account and sample pictures
  portfolio fsck [--repair]                compare the stored files with the rows that name them; --repair removes files without
                                           a row, and asks where no file has one; --yes does not ask
  portfolio content export DIR             write the texts that were published in the browser into a content folder
  portfolio backup FILE [--force]          write database, pictures and documents into one file, while serving; with --quiet
                                           it prints only what is wrong, and so does verify
  portfolio backup verify FILE             prove that a site can be made of a backup
  portfolio backup send                    send a backup to BACKUP_URL now, encrypted, as the server does every night, and check it
  portfolio backup list                    the backups at BACKUP_URL
  portfolio backup verify NAME --identity KEYFILE
                                           the same with a backup at BACKUP_URL and the private key of age, - for standard
                                           input; --latest instead of NAME is the newest
  portfolio restore FILE [--yes]           make the site of a backup, on an empty database and storage; --yes does not ask
  portfolio restore NAME --identity KEYFILE [--yes]
                                           the same from BACKUP_URL; here too --latest is the newest
  portfolio user create --email E --first-name F --last-name L [--staff]
  portfolio user password --email E        set a new password, which signs the account out everywhere
  portfolio user email --email E --new N   give an account another address, which signs it out everywhere
  portfolio user confirm-email --email E   let an account do all that users may, without the link that was mailed to it
  portfolio user list                      every account
  portfolio user sessions --email E        where an account is signed in
  portfolio user staff --email E --on      let an account manage the site; --off: no longer
  portfolio user deactivate --email E      sign an account out everywhere and keep it out
  portfolio user activate --email E        let it sign in again
  portfolio user unthrottle --email E      lift the limits on an account after too many tries
  portfolio user reset-factors --email E   take second factors away after a lost phone; sign the account out everywhere
  portfolio user export --email E [--to FILE]
                                           write everything that the database knows of a person as JSON
  portfolio user delete --email E [--yes]  remove an account; what it uploaded stays; --yes does not ask

create and password read the password from standard input, one line. Settings are environment variables; README.md lists them.
Exit codes: 0 done, 1 failed, 2 not understood, 65 a check found something wrong, 69 something needed does not answer, 78 a wrong setting.
`

// callTimeout is how long the database may take to answer a command, or the work beside requests.
const callTimeout = time.Minute

type command func(ctx context.Context, args []string, std streams) error

type streams struct {
	in       *os.File
	out, err io.Writer
}

var commands = map[string]command{
	"doctor":             examine,
	"version":            showVersion,
	"serve":              serve,
	"migrate":            migrate,
	"demo":               fillDemo,
	"fsck":               fsck,
	"content export":     exportContent,
	"backup":             writeBackup,
	"backup verify":      verifyBackup,
	"backup send":        sendBackup,
	"backup list":        listBackups,
	"restore":            restoreBackup,
	"user create":        userCreate,
	"user password":      userPassword,
	"user email":         userEmail,
	"user confirm-email": changeAccount("user confirm-email", "The address %s is confirmed.\n", (*accounts.Service).ConfirmEmail),
	"user list":          userList,
	"user sessions":      userSessions,
	"user staff":         userStaff,
	"user unthrottle":    userUnthrottle,
	"user reset-factors": userResetFactors,
	"user export":        userExport,
	"user deactivate":    changeAccount("user deactivate", "%s was signed out everywhere and cannot sign in.\n", (*accounts.Service).Deactivate),
	"user activate":      changeAccount("user activate", "%s can sign in again.\n", (*accounts.Service).Activate),
	"user delete":        userDelete,
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run returns the exit code; see the constants. Whatever it writes on the disk is for its user alone, and whatever it prints
// shows a terminal no more than text.
func run(ctx context.Context, args []string, std streams) int {
	syscall.Umask(0o077)
	std.out, std.err = escapingWriter{std.out}, escapingWriter{std.err}
	for words := min(2, len(args)); words > 0; words-- {
		if command, ok := commands[strings.Join(args[:words], " ")]; ok {
			return exitCode(command(database.WithTimeout(audit.ByCommand(ctx), callTimeout), args[words:], std), std)
		}
	}
	printHelp(args, std)
	return exitUsage
}

// printHelp prints which words are no command or, where none were meant to be one, all commands.
func printHelp(args []string, std streams) {
	names := slices.Sorted(maps.Keys(commands))
	isGroup := func(word string) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, word+" ") })
	}
	typed := args[:min(1, len(args))]
	if len(args) > 1 && isGroup(args[0]) && !strings.HasPrefix(args[1], "-") {
		typed = args[:2]
	}
	words := strings.Join(typed, " ")
	if words == "" || words == "help" || strings.HasPrefix(words, "-") || isGroup(words) {
		fmt.Fprint(std.err, usage)
		return
	}
	suggestion := ""
	similar := func(name string) bool { return strings.HasPrefix(name, words) || strings.HasPrefix(words, name) }
	if at := slices.IndexFunc(names, similar); at >= 0 {
		suggestion = fmt.Sprintf(" Did you mean %q?", names[at])
	}
	fmt.Fprintf(std.err, "portfolio: %q is no command.%s 'portfolio help' prints them all.\n", words, suggestion)
}

// showVersion prints which build this is, in one line.
func showVersion(_ context.Context, args []string, std streams) error {
	if err := parse(newFlags("version", std), args); err != nil {
		return err
	}
	fmt.Fprintln(std.out, version.Read())
	return nil
}
