package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"portfolio/api/app"
	"portfolio/api/content"
)

// exportContent writes the texts that were published in the browser into a content folder, with the photos that they show, so that git
// has them. It fails with exitFound when one was made on another file than the one that is there, and leaves that one as it is, and when
// a photo is not there any more.
func exportContent(ctx context.Context, args []string, std streams) error {
	flags := newFlags("content export", std)
	folder, err := parseFile(flags, args)
	if err != nil {
		return err
	}
	return withApp(ctx, func(parts *app.App) error {
		done, err := parts.Content.Export(ctx, folder)
		printExported(done, std)
		if err != nil {
			return err
		}
		if len(done.Written)+len(done.Removed)+len(done.InConflict)+len(done.Missing) == 0 {
			fmt.Fprintln(std.out, "The folder has every published text.")
		}
		var faults error
		if len(done.InConflict) > 0 {
			faults = fmt.Errorf("%s changed in the folder since: settle %s at /words", files(len(done.InConflict)), strings.Join(done.InConflict, ", "))
		}
		if len(done.Missing) > 0 {
			faults = errors.Join(faults, fmt.Errorf("the photos have no picture for %s: choose others at /words, or restore them from the trash", strings.Join(done.Missing, ", ")))
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
