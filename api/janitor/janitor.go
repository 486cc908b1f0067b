// Package janitor compares the stored files with the rows that name them. A file without a row is left over from a
// deletion, or from an upload that a crash cut off, and is removed; a row without its file is reported.
package janitor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"portfolio/api/crashpoint"
	"portfolio/api/database"
	"portfolio/api/media"
	"portfolio/api/storage"
)

// Grace is how old a file without a row must be to count as left over. An upload stores its files before its row.
const Grace = time.Hour

// batch is how many files are removed in one transaction, which others wait for.
const batch = 20

// Source returns the files that the rows of a feature name.
type Source func(ctx context.Context, from database.Reader) ([]media.Kept, error)

// Janitor looks after the files in a store.
type Janitor struct {
	db      *database.DB
	store   storage.Store
	now     func() time.Time
	sources []Source
}

// New returns the janitor of store, whose files the sources name, all of them.
func New(db *database.DB, store storage.Store, clock func() time.Time, sources ...Source) *Janitor {
	return &Janitor{db: db, store: store, now: clock, sources: sources}
}

// Report is what an inspection found.
type Report struct {
	// Named is how many files the rows name, each counted once; Stored is how many there are.
	Named, Stored int
	// Orphans are the files that no row names.
	Orphans []storage.Info
	// Broken are the files that a row names and that are missing or of another size.
	Broken []Fault
}

// Fault is what is wrong with the file of a row, in words for the owner of the site.
type Fault struct {
	media.Kept
	What string
}

// Inspect compares the files with the rows, and changes nothing. Of files without a row, those that are younger than
// grace do not count. The site may be at work meanwhile.
func (j *Janitor) Inspect(ctx context.Context, grace time.Duration) (Report, error) {
	// The files come first: what is stored later has a row later, or is young.
	stored := map[string]storage.Info{}
	for info, err := range j.store.List(ctx, "") {
		if err != nil {
			return Report{}, err
		}
		stored[info.Name] = info
	}
	named, err := j.named(ctx, j.db)
	if err != nil {
		return Report{}, err
	}
	report := Report{Named: len(named), Stored: len(stored)}
	var suspects []string
	for name, kept := range named {
		if info, ok := stored[name]; !ok || info.Size != kept.Bytes {
			suspects = append(suspects, name)
		}
	}
	latest := j.now().Add(-grace)
	for name, info := range stored {
		if _, ok := named[name]; !ok && !info.Modified.After(latest) {
			report.Orphans = append(report.Orphans, info)
		}
	}
	slices.SortFunc(report.Orphans, func(a, b storage.Info) int { return cmp.Compare(a.Name, b.Name) })
	report.Broken, err = j.broken(ctx, suspects)
	return report, err
}

// broken looks the suspects up while no file can go and no row can come: theirs may be younger than the list of files, or
// gone by now.
func (j *Janitor) broken(ctx context.Context, suspects []string) (faults []Fault, err error) {
	if len(suspects) == 0 {
		return nil, nil
	}
	err = j.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockFiles); err != nil {
			return err
		}
		named, err := j.named(ctx, tx)
		if err != nil {
			return err
		}
		for _, name := range suspects {
			kept, ok := named[name]
			if !ok {
				continue
			}
			what, err := j.look(ctx, kept)
			if err != nil {
				return err
			}
			if what != "" {
				faults = append(faults, Fault{kept, what})
			}
		}
		return nil
	})
	slices.SortFunc(faults, func(a, b Fault) int { return cmp.Compare(a.Owner+a.Name, b.Owner+b.Name) })
	return faults, err
}

// look returns what is wrong with a file, "" for nothing.
func (j *Janitor) look(ctx context.Context, kept media.Kept) (string, error) {
	object, err := j.store.Open(ctx, kept.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return "is missing", nil
	}
	if err != nil {
		return "", err
	}
	defer func() { _ = object.Close() }()
	if object.Size != kept.Bytes {
		return fmt.Sprintf("has %d bytes and not %d", object.Size, kept.Bytes), nil
	}
	return "", nil
}

// Sweep removes the files that no row names and that are not younger than grace, and returns which. While files are held
// it removes none and returns ErrHeld.
func (j *Janitor) Sweep(ctx context.Context, grace time.Duration) (removed []storage.Info, err error) {
	report, err := j.Inspect(ctx, grace)
	if err != nil {
		return nil, fmt.Errorf("look for files without a row: %w", err)
	}
	for orphans := range slices.Chunk(report.Orphans, batch) {
		gone, err := j.remove(ctx, orphans)
		removed = append(removed, gone...)
		if errors.Is(err, ErrHeld) {
			return removed, ErrHeld
		}
		if err != nil {
			return removed, fmt.Errorf("remove files without a row: %w", err)
		}
	}
	return removed, nil
}

// remove removes those that no row names by now. No row can come meanwhile: who writes one holds the same lock, and looks
// for the files first.
func (j *Janitor) remove(ctx context.Context, orphans []storage.Info) (removed []storage.Info, err error) {
	err = j.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockFiles); err != nil {
			return err
		}
		if err := checkHeld(ctx, tx, j.now()); err != nil {
			return err
		}
		named, err := j.named(ctx, tx)
		if err != nil {
			return err
		}
		for _, orphan := range orphans {
			if _, ok := named[orphan.Name]; ok {
				continue
			}
			if err := j.store.Delete(ctx, orphan.Name); err != nil {
				return err
			}
			crashpoint.Reach("orphan removed")
			removed = append(removed, orphan)
		}
		return nil
	})
	return removed, err
}

// named returns the files that the rows name. Of several rows with the same file one stands for all.
func (j *Janitor) named(ctx context.Context, from database.Reader) (map[string]media.Kept, error) {
	named := map[string]media.Kept{}
	for _, source := range j.sources {
		files, err := source(ctx, from)
		if err != nil {
			return nil, err
		}
		for _, kept := range files {
			named[kept.Name] = kept
		}
	}
	return named, nil
}
