package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os/user"
	"strings"
	"time"

	"golang.org/x/term"

	"portfolio/api"
	"portfolio/api/backup"
	"portfolio/api/internal/config"
)

// restoreBackup restores a backup to an empty database and an empty store. It prints which these are
// and asks before it writes, unless --yes was given.
func restoreBackup(ctx context.Context, args []string, std streams) error {
	flags := newFlags("restore", std)
	yes := flags.Bool("yes", false, "do not ask")
	file, archive, err := openArchive(ctx, flags, args, std)
	if errors.Is(err, errUsage) {
		return err
	}
	if err != nil {
		return stopped(ctx, fmt.Errorf("%s: %w", file, err))
	}
	defer func() { _ = archive.Close() }()
	settings, err := config.Load()
	if err != nil {
		return err
	}
	if err := settings.CheckOwner(); err != nil {
		return err
	}
	describe(std, archive)
	describeTarget(std, file, settings)
	if err := confirm(std, *yes, "restore", "restored"); err != nil {
		return err
	}
	progress := newProgress(std.err, false)
	err = api.OpenEmptySite(ctx, settings, time.Now, func(site *backup.Site) error {
		site.Report = progress.report
		return site.Restore(ctx, archive)
	})
	if err != nil {
		return stopped(ctx, fmt.Errorf("%s: %w", file, err))
	}
	fmt.Fprintln(std.out, restored)
	return nil
}

// restored names what backups do not contain and what a new secret key costs.
const restored = `Restored. Backups contain neither the secret key (DATA_DIR/secret.key) nor the build token (DATA_DIR/build.token).
With a new secret key
  - all users sign in again; those with an authenticator app need a recovery code, and set the app up again
  - staff enter the mail settings again under Settings, because the password of the mail server cannot be read
With a new build token, builds elsewhere get nothing until they have it.`

// describeTarget prints the database, the store and the user of a restore.
func describeTarget(std streams, file string, settings config.Config) {
	name := "unknown"
	if who, err := user.Current(); err == nil {
		name = who.Username
	}
	fmt.Fprintf(std.out, "Restoring %s to\n  database  %s\n  files     %s\n  as user   %s\n",
		file, settings.DatabaseName(), settings.StorageName(), name)
}

// confirm asks whether to continue, unless yes is true. It returns an error unless the answer is yes.
func confirm(std streams, yes bool, command, done string) error {
	if yes {
		return nil
	}
	if !term.IsTerminal(int(std.in.Fd())) {
		fmt.Fprintf(std.err, "portfolio %s: cannot ask without a terminal; --yes skips the question\n", command)
		return errUsage
	}
	fmt.Fprint(std.out, "Go on? [y/N] ")
	answer, err := bufio.NewReader(std.in).ReadString('\n')
	if err != nil {
		fmt.Fprintln(std.out) // the question's line has no answer that ends it
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	if answer = strings.ToLower(strings.TrimSpace(answer)); answer != "y" && answer != "yes" {
		return errors.New("nothing was " + done)
	}
	return nil
}
