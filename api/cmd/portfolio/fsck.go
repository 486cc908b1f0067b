package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/dustin/go-humanize"

	"portfolio/api"
	"portfolio/api/internal/config"
	"portfolio/api/internal/files"
)

// fsck compares the stored files with the rows that own them and prints the differences. It fails
// if there are any. With --repair it removes the files without a row and the deleted files. If no
// row owns a file, it asks first, because the database is likely another site's or a new one. --yes
// answers.
func fsck(ctx context.Context, args []string, std streams) error {
	flags := newFlags("fsck", std)
	repair := flags.Bool("repair", false, "remove files without a row, and deleted files")
	yes := flags.Bool("yes", false, "do not ask before all files are removed if no row names a file")
	age := flags.Duration("older-than", files.OrphanAge, "skip files that were stored or deleted later: they may be of uploads or backups under way")
	if err := parse(flags, args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *api.App) error {
		report, err := parts.Files.Check(ctx, *age)
		if err != nil {
			return err
		}
		printReport(std, report)
		orphans := len(report.Orphans)
		if *repair && orphans+report.Queued > 0 {
			if report.Owned == 0 && orphans > 0 {
				if err := confirmRemovalOfAll(std, *yes); err != nil {
					return err
				}
			}
			removed, err := parts.Files.RemoveOrphans(ctx, report.Orphans)
			if err != nil {
				return err
			}
			deleted, err := parts.Files.RemoveDeleted(ctx, *age)
			if err != nil {
				return err
			}
			orphans = 0
			fmt.Fprintf(std.out, "Removed %s.\n", countFiles(removed+deleted))
		}
		return verdict(len(report.Faults), orphans, report.Owned)
	})
}

func printReport(std streams, report files.Report) {
	for _, orphan := range report.Orphans {
		fmt.Fprintf(std.out, "file without a row: %s, %s, of %s\n", cell(orphan.Name), humanize.IBytes(uint64(orphan.Size)), orphan.Modified.UTC().Format(time.DateTime))
	}
	for _, fault := range report.Faults {
		fmt.Fprintf(std.out, "row without its file: %s: %s %s\n", cell(fault.Owner), cell(fault.Name), fault.What)
	}
	fmt.Fprintf(std.out, "%s named by rows, %s stored.\n", countFiles(report.Owned), countFiles(report.Stored))
	if report.Queued > 0 {
		fmt.Fprintf(std.out, "%s deleted, to be removed by the server.\n", countFiles(report.Queued))
	}
}

// confirmRemovalOfAll asks before every file of a storage is removed, and names the database.
func confirmRemovalOfAll(std streams, yes bool) error {
	settings, err := config.Load()
	if err != nil {
		return err
	}
	fmt.Fprintf(std.out, "No row in the database refers to a file, so all files would be removed. Is this the right database?\n  database  %s\n  files     %s\n",
		settings.DatabaseName(), settings.StorageName())
	return confirm(std, yes, "fsck", "removed")
}

// verdict returns an error that describes the differences, or nil.
func verdict(faults, orphans, owned int) error {
	var problems []error
	if faults > 0 {
		problems = append(problems, fmt.Errorf("%s missing or damaged: upload them again, or delete their rows; restart the server to render missing pages again", countFiles(faults)))
	}
	switch {
	case orphans > 0 && owned == 0:
		problems = append(problems, fmt.Errorf("%s without a row, and no row refers to a file: check DATABASE_URL, STORAGE_URL and DATA_DIR; after an interrupted restore, portfolio fsck --repair removes them", countFiles(orphans)))
	case orphans > 0:
		problems = append(problems, fmt.Errorf("%s without a row: portfolio fsck --repair removes them", countFiles(orphans)))
	}
	if len(problems) == 0 {
		return nil
	}
	return found{errors.Join(problems...)}
}

func countFiles(n int) string {
	if n == 1 {
		return "1 file"
	}
	return fmt.Sprintf("%d files", n)
}
