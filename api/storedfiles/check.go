package storedfiles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"

	"portfolio/api/database"
	"portfolio/api/storage"
)

// Report is what a check found.
type Report struct {
	// Used is how many files something uses; Stored is how many are in the store.
	Used, Stored int
	// Stray are the files in the store that nothing uses.
	Stray []storage.Info
	// Broken are the files that something uses and that are missing or of another size.
	Broken []Fault
}

// Fault is what is wrong with a file that something uses, in words for the owner of the site. Owner is what uses it.
type Fault struct {
	Owner, Name, What string
}

// checked is a file as the table has it.
type checked struct {
	File
	Bytes int64 `db:"bytes"`
	Used  bool  `db:"used"`
}

// checkBatch is how many files are compared at once.
const checkBatch = 500

// Check compares the table with the store, and changes nothing. Of stray files, those that are younger than age do not
// count: they may belong to uploads under way. The site may be at work meanwhile. Of what is as it should be, only a bit stays in
// memory.
func (f *Files) Check(ctx context.Context, age time.Duration) (report Report, err error) {
	// The store comes first: what is put there later has a row later, or is young.
	var intact idSet
	batch, latest := make([]storage.Info, 0, checkBatch), f.Clock().Add(-age)
	for info, err := range f.Storage.List(ctx, "") {
		if err != nil {
			return Report{}, err
		}
		report.Stored++
		if batch = append(batch, info); len(batch) == checkBatch {
			if err := f.checkStored(ctx, batch, latest, &intact, &report); err != nil {
				return Report{}, err
			}
			batch = batch[:0]
		}
	}
	if err := f.checkStored(ctx, batch, latest, &intact, &report); err != nil {
		return Report{}, err
	}
	for last := int64(0); ; {
		var rows []checked
		err := f.DB.Select(ctx, &rows, `
			SELECT id, name, bytes, `+f.used()+` AS used FROM stored_files WHERE id > ? ORDER BY id LIMIT ?`, last, checkBatch)
		if err != nil {
			return Report{}, fmt.Errorf("list the stored files: %w", err)
		}
		if len(rows) == 0 {
			break
		}
		last = rows[len(rows)-1].ID
		if err := f.checkRows(ctx, rows, intact, &report); err != nil {
			return Report{}, err
		}
	}
	slices.SortFunc(report.Stray, func(a, b storage.Info) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(report.Broken, func(a, b Fault) int { return cmp.Compare(a.Name, b.Name) })
	return report, nil
}

// checkStored looks for the rows of files in the store: it adds those of the right size to intact, and files that nothing uses to
// the report.
func (f *Files) checkStored(ctx context.Context, stored []storage.Info, latest time.Time, intact *idSet, report *Report) error {
	if len(stored) == 0 {
		return nil
	}
	names := make([]any, len(stored))
	for i, info := range stored {
		names[i] = info.Name
	}
	var rows []checked
	err := f.DB.Select(ctx, &rows, `
		SELECT id, name, bytes, `+f.used()+` AS used FROM stored_files WHERE name IN (?`+strings.Repeat(`, ?`, len(names)-1)+`)`, names...)
	if err != nil {
		return fmt.Errorf("find stored files: %w", err)
	}
	byName := map[string]checked{}
	for _, row := range rows {
		byName[row.Name] = row
	}
	for _, info := range stored {
		row := byName[info.Name]
		if row.Used && row.Bytes == info.Size {
			intact.add(row.ID)
		}
		if !row.Used && !info.Modified.After(latest) {
			report.Stray = append(report.Stray, info)
		}
	}
	return nil
}

// checkRows adds to the report the rows that something uses and whose files are not intact.
func (f *Files) checkRows(ctx context.Context, rows []checked, intact idSet, report *Report) error {
	for _, row := range rows {
		if !row.Used {
			continue
		}
		report.Used++
		if intact.has(row.ID) {
			continue
		}
		fault, err := f.examine(ctx, row)
		if err != nil {
			return err
		}
		if fault != nil {
			report.Broken = append(report.Broken, *fault)
		}
	}
	return nil
}

// idSet holds ids of rows, a bit for each.
type idSet []uint64

func (s *idSet) add(id int64) {
	if more := int(id/64) + 1 - len(*s); more > 0 {
		*s = append(*s, make([]uint64, more)...)
	}
	(*s)[id/64] |= 1 << (id % 64)
}

func (s idSet) has(id int64) bool { return id/64 < int64(len(s)) && s[id/64]&(1<<(id%64)) != 0 }

// examine returns what is wrong with a file, nil for nothing. It may have been stored after the store was listed, or not
// be used by now: a row that is used before and after the look was used all the time, because a claimed one never is again.
func (f *Files) examine(ctx context.Context, row checked) (*Fault, error) {
	what := ""
	object, err := f.Storage.Open(ctx, row.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		what = "is missing"
	case err != nil:
		return nil, err
	default:
		defer func() { _ = object.Close() }()
		if object.Size == row.Bytes {
			return nil, nil
		}
		what = fmt.Sprintf("has %d bytes and not %d", object.Size, row.Bytes)
	}
	var used bool
	err = f.DB.Get(ctx, &used, `SELECT `+f.used()+` FROM stored_files WHERE id = ?`, row.ID)
	if errors.Is(err, database.ErrNoRows) || err == nil && !used {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("find a stored file: %w", err)
	}
	owner, err := f.Owner(ctx, row.ID)
	return &Fault{Owner: owner, Name: row.Name, What: what}, err
}

// CollectStray hands the stray files that are not younger than age to the collectors: files that a restore left when it was
// cut off, that somebody put there, or that rows used which somebody deleted by hand.
func (f *Files) CollectStray(ctx context.Context, age time.Duration) error {
	report, err := f.Check(ctx, age)
	if err != nil {
		return fmt.Errorf("look for stray files: %w", err)
	}
	if f.Cache != nil {
		if err := f.Cache.Evict(); err != nil {
			return fmt.Errorf("shrink the cache: %w", err)
		}
	}
	for _, info := range report.Stray {
		if err := f.DB.InTx(ctx, func(tx *database.Tx) error { return f.addStray(ctx, tx, info) }); err != nil {
			return fmt.Errorf("note a stray file: %w", err)
		}
	}
	return nil
}

func (f *Files) addStray(ctx context.Context, tx *database.Tx, info storage.Info) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO stored_files (name, bytes, content_type, state, touched_at) VALUES (?, ?, '', 'unused', ?)
		ON CONFLICT (name) DO NOTHING`, info.Name, info.Size, database.At(f.Clock()))
	if err != nil {
		return err
	}
	var known []File
	if err := tx.Select(ctx, &known, `SELECT id, name FROM stored_files WHERE name = ? AND state IN ('stored', 'trashed')`, info.Name); err != nil {
		return err
	}
	return f.ChangeReferences(ctx, tx, known, func() error { return nil })
}

// Repair removes the stray files that are not younger than age and returns how many were removed, or ErrLeased.
func (f *Files) Repair(ctx context.Context, age time.Duration) (removed int, err error) {
	var leases int
	if err := f.DB.Get(ctx, &leases, `SELECT COUNT(*) FROM collection_leases WHERE expires_at >= ?`, database.At(f.Clock())); err != nil {
		return 0, fmt.Errorf("look for collection leases: %w", err)
	}
	if leases > 0 {
		return 0, ErrLeased
	}
	if err := f.CollectStray(ctx, age); err != nil {
		return 0, err
	}
	return f.Collect(ctx, age)
}
