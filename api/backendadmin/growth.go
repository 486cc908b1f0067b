package backendadmin

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"

	"portfolio/api/audit"
)

// growth is what grows over the years, for the system page.
type growth struct {
	Audit  audit.Size
	Media  int64
	Trash  int64
	Outbox *folder
}

// folder is how much is in a folder of this machine.
type folder struct {
	Path         string
	Files, Bytes int64
}

// readGrowth measures what grows.
func (a *Admin) readGrowth(ctx context.Context) (data growth, err error) {
	if data.Audit, err = audit.ReadSize(ctx, a.db); err != nil {
		return data, err
	}
	if data.Media, err = a.system.Used(ctx); err != nil {
		return data, err
	}
	if data.Trash, err = a.system.Trashed(ctx); err != nil {
		return data, err
	}
	data.Outbox = measure(a.system.Outbox, "*.eml")
	return data, nil
}

// measure returns the size of the files in the folder at path whose names match pattern, nil where there are none or this
// process may not look.
func measure(path, pattern string) *folder {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil
	}
	found := folder{Path: path}
	for _, entry := range entries {
		if matches, err := filepath.Match(pattern, entry.Name()); err != nil || !matches || entry.Type() != fs.FileMode(0) {
			continue
		}
		if info, err := entry.Info(); err == nil {
			found.Files++
			found.Bytes += info.Size()
		}
	}
	if found.Files == 0 {
		return nil
	}
	return &found
}
