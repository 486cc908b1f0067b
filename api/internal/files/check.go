package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"
)

// OrphanAge is the age from which a file without a row is an orphan. Younger ones may belong to an upload under way.
const OrphanAge = time.Hour

// Report is the result of a check.
type Report struct {
	// Owned is the number of files that rows own, Stored the number in the store, and Queued the number of those that wait
	// for their removal.
	Owned, Stored, Queued int
	// Orphans are the files in the store without a row whose names are those that this program gives.
	Orphans []Info
	// Faults are the files that rows own and that are missing or damaged.
	Faults []Fault
}

// Fault describes a fault of a file that a row owns.
type Fault struct {
	Owner, Name, What string
}

// Check compares the files in the store with the rows and changes nothing. Files that are younger than age are not
// reported as orphans. The site may be running.
func (f *Files) Check(ctx context.Context, age time.Duration) (report Report, err error) {
	// The store is listed first: rows of files that are stored later are newer too.
	stored := map[string]Info{}
	for info, err := range f.Storage.List(ctx, "") {
		if err != nil {
			return Report{}, err
		}
		stored[info.Name] = info
	}
	owned, err := ListOwned(ctx, f.DB)
	if err != nil {
		return Report{}, err
	}
	var queued []string
	if err := f.DB.Select(ctx, &queued, `SELECT name FROM deleted_files`); err != nil {
		return Report{}, fmt.Errorf("list the deleted files: %w", err)
	}
	report.Owned, report.Stored = len(owned), len(stored)
	for _, file := range owned {
		if info, ok := stored[file.Name]; !ok || info.Size != file.Bytes {
			fault, err := f.examine(ctx, file)
			if err != nil {
				return Report{}, err
			}
			if fault != nil {
				report.Faults = append(report.Faults, *fault)
			}
		}
		delete(stored, file.Name)
	}
	for _, name := range queued {
		if _, ok := stored[name]; ok {
			report.Queued++
			delete(stored, name)
		}
	}
	latest := f.Clock().Add(-age)
	for _, info := range stored {
		if !info.Modified.After(latest) && hasID(info.Name) {
			report.Orphans = append(report.Orphans, info)
		}
	}
	return report, nil
}

// examine returns the fault of a file, or nil. The file may be newer than the list of the store,
// and its row may be gone by now.
func (f *Files) examine(ctx context.Context, file Owned) (*Fault, error) {
	what := "is missing"
	object, err := f.Storage.Open(ctx, file.Name)
	switch {
	case err == nil:
		defer func() { _ = object.Close() }()
		if object.Size == file.Bytes {
			return nil, nil
		}
		what = fmt.Sprintf("has %d bytes and not %d", object.Size, file.Bytes)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if owned, err := isOwned(ctx, f.DB, file.Name); err != nil || !owned {
		return nil, err
	}
	return &Fault{Owner: file.Owner(), Name: file.Name, What: what}, nil
}

// RemoveOrphans removes the orphans that a check found and that still have no row, and returns how many.
func (f *Files) RemoveOrphans(ctx context.Context, orphans []Info) (removed int, err error) {
	for _, orphan := range orphans {
		owned, err := isOwned(ctx, f.DB, orphan.Name)
		if err != nil {
			return removed, err
		}
		if owned {
			continue
		}
		if err := f.Storage.Delete(ctx, orphan.Name); err != nil {
			return removed, fmt.Errorf("remove an orphan: %w", err)
		}
		removed++
	}
	return removed, nil
}
