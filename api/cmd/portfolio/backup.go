package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"text/tabwriter"
	"time"

	"filippo.io/age"
	"github.com/dustin/go-humanize"

	"portfolio/api"
	"portfolio/api/backup"
	"portfolio/api/internal/config"
	"portfolio/api/internal/files"
)

// writeBackup writes the site into one file. With --quiet it prints only errors.
func writeBackup(ctx context.Context, args []string, std streams) error {
	flags := newFlags("backup", std)
	force := flags.Bool("force", false, "replace FILE if it exists")
	quiet := flags.Bool("quiet", false, "print only errors")
	file, err := parseFile(flags, args)
	if err != nil {
		return err
	}
	settings, err := config.Load()
	if err != nil {
		return err
	}
	progress := newProgress(std.err, *quiet)
	err = api.OpenSite(ctx, settings, time.Now, func(site *backup.Site) error {
		site.Report = progress.report
		size, err := site.Write(ctx, file, *force)
		if !*force && errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("%s exists; --force replaces it", file)
		}
		if err == nil && !*quiet {
			fmt.Fprintf(std.out, "Backed up to %s, %s. Check it with: portfolio backup verify %s\n", file, humanize.IBytes(uint64(size)), file)
		}
		return err
	})
	return stopped(ctx, err)
}

// verifyBackup proves that a site can be made of a backup. With --quiet it prints only errors.
func verifyBackup(ctx context.Context, args []string, std streams) error {
	flags := newFlags("backup verify", std)
	quiet := flags.Bool("quiet", false, "print only errors")
	file, archive, err := openArchive(ctx, flags, args, std)
	if err == nil {
		defer func() { _ = archive.Close() }()
		progress := newProgress(std.err, *quiet)
		err = backup.Verify(ctx, archive, "", progress.report)
	}
	var damage *backup.Damage
	switch {
	case errors.Is(err, errUsage):
		return err
	case ctx.Err() != nil:
		return stopped(ctx, err)
	case errors.As(err, &damage), errors.Is(err, backup.ErrNotBackup):
		return found{fmt.Errorf("%s: %w", file, err)}
	case err != nil:
		return fmt.Errorf("check %s: %w", file, err)
	}
	if !*quiet {
		describe(std, archive)
		fmt.Fprintf(std.out, "%s is complete: it was restored into a temporary site and checked.\n", file)
	}
	return nil
}

// sendBackup sends a backup to BACKUP_URL and reads it back. With --quiet it prints only errors.
func sendBackup(ctx context.Context, args []string, std streams) error {
	flags := newFlags("backup send", std)
	quiet := flags.Bool("quiet", false, "print only errors")
	if err := parse(flags, args); err != nil {
		return err
	}
	settings, err := loadBackupPlace(ctx)
	if err != nil {
		return err
	}
	progress := newProgress(std.err, *quiet)
	sent, err := api.SendBackup(ctx, settings, progress.report)
	if err == nil && !*quiet {
		fmt.Fprintf(std.out, "Sent %s, %s, to %s, and read it back.\n", sent.Name, humanize.IBytes(uint64(sent.Bytes)), settings.Backup.Place())
	}
	return stopped(ctx, err)
}

// listBackups prints the backups at BACKUP_URL, the newest first.
func listBackups(ctx context.Context, args []string, std streams) error {
	if err := parse(newFlags("backup list", std), args); err != nil {
		return err
	}
	return withBackupPlace(ctx, func(store files.Store) error {
		backups, err := backup.List(ctx, store)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "NAME\tMADE\tSIZE")
		for _, sent := range backups {
			fmt.Fprintf(table, "%s\t%s\t%s\n", cell(sent.Name), sent.MadeAt.Format(time.DateTime+" MST"), humanize.IBytes(uint64(sent.Bytes)))
		}
		return table.Flush()
	})
}

// loadBackupPlace reads the settings. It returns an error if neither BACKUP_URL nor staff have set a place.
func loadBackupPlace(ctx context.Context) (config.Config, error) {
	settings, err := config.Load()
	if err == nil && settings.Backup.URL == "" {
		settings, err = api.WithStoredBackups(ctx, settings)
	}
	if err == nil && settings.Backup.URL == "" {
		err = config.Wrong(errors.New("BACKUP_URL is not set"))
	}
	return settings, err
}

func withBackupPlace(ctx context.Context, fn func(files.Store) error) error {
	settings, err := loadBackupPlace(ctx)
	if err != nil {
		return err
	}
	store, err := api.OpenBackupPlace(ctx, settings)
	if err != nil {
		return err
	}
	return errors.Join(fn(store), store.Close())
}

// openArchive opens the backup that the arguments name: a file or, with --identity, one at BACKUP_URL.
// The name is for messages even if there is an error.
func openArchive(ctx context.Context, flags *flag.FlagSet, args []string, std streams) (name string, archive *backup.Archive, err error) {
	identity := flags.String("identity", "", "the file with the private key of age, - for standard input; FILE is then the name of a backup at BACKUP_URL, or latest")
	if name, err = parseFile(flags, args); err != nil {
		return "", nil, err
	}
	if *identity == "" {
		archive, err = backup.Open(name)
		return name, archive, err
	}
	keys, err := readIdentities(*identity, std)
	if err != nil {
		return name, nil, err
	}
	err = withBackupPlace(ctx, func(store files.Store) error {
		file, err := os.CreateTemp("", "portfolio-fetched-*")
		if err != nil {
			return err
		}
		defer func() {
			_ = file.Close()
			_ = os.Remove(file.Name()) // the open archive keeps its content
		}()
		if name, err = backup.Fetch(ctx, store, name, keys, file); err != nil {
			return err
		}
		archive, err = backup.Open(file.Name())
		return err
	})
	return name, archive, err
}

// readIdentities reads private keys as age-keygen writes them. It does not repeat the text in errors.
func readIdentities(path string, std streams) ([]age.Identity, error) {
	var from io.Reader = std.in
	if path != "-" {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		defer func() { _ = file.Close() }()
		from = file
	}
	keys, err := age.ParseIdentities(from)
	if err != nil {
		return nil, fmt.Errorf("--identity %s has no age private key (AGE-SECRET-KEY-…); decrypt a key with a passphrase first: age -d", path)
	}
	return keys, nil
}

func describe(std streams, archive *backup.Archive) {
	manifest, rows := archive.Manifest, 0
	for _, table := range manifest.Tables {
		rows += table.Rows
	}
	fmt.Fprintf(std.out, "Made %s by %s from %s: %d rows in %d tables, %s.\n", manifest.MadeAt.Format(time.DateTime+" MST"),
		manifest.Program, manifest.Engine, rows, len(manifest.Tables), countFiles(len(archive.Files())))
}

// parseFile reads flags and the name of one file, in any order.
func parseFile(flags *flag.FlagSet, args []string) (file string, err error) {
	if err := flags.Parse(args); err != nil {
		return "", errUsage
	}
	if file = flags.Arg(0); file == "" {
		fmt.Fprintf(flags.Output(), "%s: missing file name\n", flags.Name())
		return "", errUsage
	}
	return file, parse(flags, flags.Args()[1:])
}

// stopped replaces the error of a command that was interrupted, unless it has left files behind.
func stopped(ctx context.Context, err error) error {
	if err != nil && ctx.Err() != nil && !errors.Is(err, backup.ErrNotUndone) {
		return errors.New("stopped; nothing was changed")
	}
	return err
}
