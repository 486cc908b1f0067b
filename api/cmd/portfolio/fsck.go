package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/app"
	"portfolio/api/httpx"
	"portfolio/api/janitor"
)

// fsck compares the stored files with the rows that name them and says what is wrong. It fails while something is; with
// --repair files without a row are removed, and only rows without their file are left to say.
func fsck(ctx context.Context, args []string, std streams) error {
	flags := newFlags("fsck", std)
	repair := flags.Bool("repair", false, "remove files without a row")
	grace := flags.Duration("older-than", janitor.Grace, "leave younger files without a row alone: they may be uploads under way")
	if err := parse(flags, args); err != nil {
		return err
	}
	return withApp(ctx, func(parts *app.App) error {
		report, err := parts.Janitor.Inspect(ctx, *grace)
		if err != nil {
			return err
		}
		fmt.Fprintf(std.out, "%s named by rows, %s stored.\n", files(report.Named), files(report.Stored))
		for _, fault := range report.Broken {
			fmt.Fprintf(std.out, "row without its file: %s: %s %s\n", fault.Owner, fault.Name, fault.What)
		}
		for _, orphan := range report.Orphans {
			fmt.Fprintf(std.out, "file without a row: %s, %s, of %s\n", orphan.Name, httpx.Size(orphan.Size), orphan.Modified.UTC().Format(time.DateTime))
		}
		left := len(report.Orphans)
		if *repair && left > 0 {
			removed, err := parts.Janitor.Sweep(ctx, *grace)
			if err != nil {
				return err
			}
			left = 0
			fmt.Fprintf(std.out, "Removed %s.\n", files(len(removed)))
		}
		return verdict(len(report.Broken), left)
	})
}

// verdict is nil when nothing is wrong, else what is.
func verdict(broken, orphans int) error {
	var faults []error
	if broken > 0 {
		faults = append(faults, fmt.Errorf("%s missing or damaged: upload again what the rows name, or delete the rows", files(broken)))
	}
	if orphans > 0 {
		faults = append(faults, fmt.Errorf("%s without a row: portfolio fsck --repair removes them", files(orphans)))
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
