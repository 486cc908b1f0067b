package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/app"
	"portfolio/api/config"
	"portfolio/api/httpx"
	"portfolio/api/storage"
	"portfolio/api/storedfiles"
)

// fsck compares the stored files with the rows that name them and says what is wrong. It fails while something is; with
// --repair files without a row are removed, and only rows without their file are left to say. Where no row names a file it asks
// before: the database is likely another site's, or a new one. --yes answers.
func fsck(ctx context.Context, args []string, std streams) error {
	flags := newFlags("fsck", std)
	repair := flags.Bool("repair", false, "remove files without a row")
	yes := flags.Bool("yes", false, "do not ask, where no row names a file, before all of them are removed")
	grace := flags.Duration("older-than", storedfiles.UploadLease, "leave younger files without a row alone: they may be uploads under way")
	if err := parse(flags, args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *app.App) error {
		report, err := parts.Files.Check(ctx, *grace, storedfiles.Findings{
			Stray: func(stray storage.Info) error {
				_, err := fmt.Fprintf(std.out, "file without a row: %s, %s, of %s\n", cell(stray.Name), httpx.Size(stray.Size), stray.Modified.UTC().Format(time.DateTime))
				return err
			},
			Broken: func(fault storedfiles.Fault) error {
				_, err := fmt.Fprintf(std.out, "row without its file: %s: %s %s\n", cell(fault.Owner), cell(fault.Name), fault.What)
				return err
			},
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(std.out, "%s named by rows, %s stored.\n", files(report.Used), files(report.Stored))
		left := report.Stray
		if *repair && left > 0 {
			if report.Used == 0 {
				if err := confirmRemovalOfAll(std, *yes); err != nil {
					return err
				}
			}
			removed, err := parts.Files.Repair(ctx, *grace)
			if err != nil {
				return err
			}
			left = 0
			fmt.Fprintf(std.out, "Removed %s.\n", files(removed))
		}
		return verdict(report.Broken, left, report.Used)
	})
}

// confirmRemovalOfAll asks before every file of a storage is removed, and says for which database.
func confirmRemovalOfAll(std streams, yes bool) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "Removing the files that no row names, and no row names any. Is this the database of the site?\n  database  %s\n  files     %s\n",
		settings.DatabaseName(), settings.StorageName())
	return confirm(std, yes, "fsck", "removed")
}

// verdict is nil when nothing is wrong, else what is.
func verdict(broken, strays, used int) error {
	var faults []error
	if broken > 0 {
		faults = append(faults, fmt.Errorf("%s missing or damaged: upload again what the rows name, or delete the rows", files(broken)))
	}
	switch {
	case strays > 0 && used == 0:
		faults = append(faults, fmt.Errorf("%s without a row, and no row names a file: compare DATABASE_URL, STORAGE_URL and DATA_DIR with the site's; of a restore that was cut off portfolio fsck --repair removes them", files(strays)))
	case strays > 0:
		faults = append(faults, fmt.Errorf("%s without a row: portfolio fsck --repair removes them", files(strays)))
	}
	if len(faults) == 0 {
		return nil
	}
	return found{errors.Join(faults...)}
}

func files(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}
