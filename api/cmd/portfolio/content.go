package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"portfolio/api/app"
	"portfolio/api/content"
)

// exportContent writes the published content and its photos into a content folder for git. It fails
// with exitFound for conflicts, whose files it does not change, and for missing photos.
func exportContent(ctx context.Context, args []string, std streams) error {
	flags := newFlags("content export", std)
	all := flags.Bool("all", false, "write the content that the folder lacks or has from the sample, too")
	folder, err := parseFile(flags, args)
	if err != nil {
		return err
	}
	return withApp(ctx, func(parts *app.App) error {
		done, err := parts.Content.Export(ctx, folder, *all, parts.Setup.SampleFiles)
		printExported(done, std)
		if err != nil {
			return err
		}
		if len(done.Written)+len(done.Removed)+len(done.InConflict)+len(done.Missing) == 0 {
			fmt.Fprintln(std.out, "The folder already has all published content.")
		}
		var faults error
		if len(done.InConflict) > 0 {
			faults = fmt.Errorf("%s also changed in the folder: resolve %s at /content", countFiles(len(done.InConflict)), strings.Join(done.InConflict, ", "))
		}
		if len(done.Missing) > 0 {
			faults = errors.Join(faults, fmt.Errorf("missing photos: %s; choose others at /content, or restore them from the trash", strings.Join(done.Missing, ", ")))
		}
		if faults != nil {
			return found{faults}
		}
		return nil
	})
}

func printExported(done content.Exported, std streams) {
	for _, path := range done.Written {
		fmt.Fprintln(std.out, "written", path)
	}
	for _, path := range done.Removed {
		fmt.Fprintln(std.out, "removed", path)
	}
}
