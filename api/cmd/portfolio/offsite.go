package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"text/tabwriter"
	"time"

	"filippo.io/age"

	"portfolio/api/app"
	"portfolio/api/backup"
	"portfolio/api/config"
	"portfolio/api/httpx"
	"portfolio/api/offsite"
	"portfolio/api/storage"
)

// sendBackup sends a backup to BACKUP_URL and checks it there. With --quiet it prints only what is wrong.
func sendBackup(ctx context.Context, args []string, std streams) error {
	flags := newFlags("backup send", std)
	quiet := flags.Bool("quiet", false, "print nothing when all is well")
	if err := parse(flags, args); err != nil {
		return err
	}
	settings, err := loadBackupPlace()
	if err != nil {
		return err
	}
	progress := newProgress(std.err, *quiet)
	sent, err := app.SendBackup(ctx, settings, progress.report)
	progress.end()
	if err == nil && !*quiet {
		fmt.Fprintf(std.out, "Sent %s, %s, to %s, and read it back.\n", sent.Name, httpx.Size(sent.Bytes), sent.Place)
	}
	return stopped(ctx, err)
}

// listBackups prints the backups at BACKUP_URL, the newest first.
func listBackups(ctx context.Context, args []string, std streams) error {
	if err := parse(newFlags("backup list", std), args); err != nil {
		return err
	}
	return withBackupPlace(ctx, func(store storage.StreamStore) error {
		backups, err := offsite.List(ctx, store)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "NAME\tMADE\tSIZE\tCHECKED")
		for _, one := range backups {
			checked := "no: its upload did not end well"
			if one.Checked {
				checked = "yes"
			}
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", cell(one.Name), one.MadeAt.Format(time.DateTime+" MST"), httpx.Size(one.Bytes), checked)
		}
		return table.Flush()
	})
}

// loadBackupPlace reads the settings, which have to name a place for backups.
func loadBackupPlace() (config.Config, error) {
	settings, err := config.Load()
	if err == nil && settings.Backup.URL == "" {
		err = config.Wrong(errors.New("BACKUP_URL is not set: it says where the backups are"))
	}
	return settings, err
}

func withBackupPlace(ctx context.Context, fn func(storage.StreamStore) error) error {
	settings, err := loadBackupPlace()
	if err != nil {
		return err
	}
	store, err := app.OpenBackupPlace(ctx, settings)
	if err != nil {
		return err
	}
	return errors.Join(fn(store), store.Close())
}

// noteOffsiteCheck stores what was found wrong with the backup of that name; that it is whole is known since it was sent.
func noteOffsiteCheck(ctx context.Context, site *backup.Site, name string, found error) error {
	if found == nil {
		return nil
	}
	return offsite.RecordDamage(ctx, site.DB, name, found, site.Clock())
}

// fetchArchive decrypts the backup of that name at BACKUP_URL, the newest for "", into a file that is gone when it is closed.
func fetchArchive(ctx context.Context, name, identity string, std streams) (_ string, archive *backup.Archive, err error) {
	defer func() {
		if damage := (*backup.Damage)(nil); err != nil && !errors.As(err, &damage) {
			err = notFetched{err}
		}
	}()
	keys, err := readIdentities(identity, std)
	if err != nil {
		return name, nil, err
	}
	err = withBackupPlace(ctx, func(store storage.StreamStore) error {
		file, err := os.CreateTemp("", "portfolio-fetched-*")
		if err != nil {
			return err
		}
		defer func() {
			_ = file.Close()
			_ = os.Remove(file.Name())
		}()
		if name, err = offsite.Fetch(ctx, store, name, keys, file); err != nil {
			return err
		}
		if archive, err = backup.Open(file.Name()); err == nil {
			archive.Path = name
		}
		return err
	})
	return name, archive, err
}

// notFetched is why a backup could not be had, which is not its fault.
type notFetched struct{ error }

// Unwrap returns the reason.
func (n notFetched) Unwrap() error { return n.error }

// readIdentities reads private keys as age-keygen writes them. What is no key is not repeated.
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
		return nil, fmt.Errorf("--identity %s holds no private key of age, AGE-SECRET-KEY-…; one that is encrypted with a passphrase is decrypted first: age -d", path)
	}
	return keys, nil
}
