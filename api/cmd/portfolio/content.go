package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"portfolio/api"
	"portfolio/api/content"
	"portfolio/api/internal/httpx"
)

// importContent publishes the changes of a content folder. It fails with exitFound for texts that
// changed on the site as well, which it does not change.
func importContent(ctx context.Context, args []string, std streams) error {
	folder, err := parseFile(newFlags("content import", std), args)
	if err != nil {
		return err
	}
	texts, err := content.ReadFolder(folder)
	if err != nil {
		return err
	}
	return withApp(ctx, func(parts *api.App) error {
		done := content.Imported{}
		err := parts.Content.CheckSite(ctx, texts)
		if err == nil {
			done, err = parts.Content.Import(ctx, texts)
		}
		var wrong *httpx.Error
		if errors.As(err, &wrong) && wrong.Fields != nil {
			return errors.New(strings.Join(wrong.Fields["files"], "\n"))
		}
		if err != nil {
			return err
		}
		for _, path := range done.Published {
			fmt.Fprintln(std.out, "published", path)
		}
		for _, path := range done.Removed {
			fmt.Fprintln(std.out, "removed", path)
		}
		if len(done.Conflicts) > 0 {
			conflicts := fmt.Sprintf(httpx.FilesInConflict, strings.Join(done.Conflicts, ", "))
			return found{errors.New(conflicts)}
		}
		if len(done.Published)+len(done.Removed) == 0 {
			fmt.Fprintln(std.out, "The site already has everything in the folder.")
		}
		return nil
	})
}

// exportContent writes the published content and its photos into a content folder for git. It fails
// with exitFound for conflicts, whose files it does not change, and for missing photos.
func exportContent(ctx context.Context, args []string, std streams) error {
	folder, err := parseFile(newFlags("content export", std), args)
	if err != nil {
		return err
	}
	return withApp(ctx, func(parts *api.App) error {
		openPhoto := func(ctx context.Context, id int64) (io.ReadCloser, error) { return parts.Photos.OpenFull(ctx, id) }
		done, err := parts.Content.Export(ctx, folder, parts.Setup.SampleFiles, openPhoto)
		printExported(done, std)
		if err != nil {
			return err
		}
		if len(done.Written)+len(done.Removed)+len(done.InConflict)+len(done.Missing) == 0 {
			fmt.Fprintln(std.out, "The folder already has all published content.")
		}
		var faults error
		if len(done.InConflict) > 0 {
			faults = fmt.Errorf("%s also changed in the folder: %s; run portfolio content import first, then compare the versions at /content", countFiles(len(done.InConflict)), strings.Join(done.InConflict, ", "))
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
