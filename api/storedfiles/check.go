package storedfiles

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"time"

	"portfolio/api/database"
	"portfolio/api/storage"
)

// Report counts what a check found.
type Report struct {
	// Used is how many files something uses; Stored is how many are in the store.
	Used, Stored int
	// Stray is how many files in the store nothing uses; Broken is how many something uses that are missing or of another size.
	Stray, Broken int
}

// Findings are called with each file that is not as it should be, in no promised order: there may be too many to be kept in
// memory. An error ends the check. What is nil is not called.
type Findings struct {
	Stray  func(storage.Info) error
	Broken func(Fault) error
}

func (f Findings) stray(info storage.Info) error {
	if f.Stray == nil {
		return nil
	}
	return f.Stray(info)
}

func (f Findings) broken(fault Fault) error {
	if f.Broken == nil {
		return nil
	}
	return f.Broken(fault)
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

// check is a check under way.
type check struct {
	*Files
	findings Findings
	report   Report
	latest   time.Time // stray files that were put later do not count
	intact   idSet
}

// Check compares the table with the store, and changes nothing. Of stray files, those that are younger than age do not
// count: they may belong to uploads under way. The site may be at work meanwhile. Of each file, only a bit stays in memory.
func (f *Files) Check(ctx context.Context, age time.Duration, findings Findings) (Report, error) {
	c := check{Files: f, findings: findings, latest: f.Clock().Add(-age), intact: idSet{}}
	// The store comes first: what is put there later has a row later, or is young.
	if err := c.compareStored(ctx); err != nil {
		return Report{}, err
	}
	if err := c.compareRows(ctx); err != nil {
		return Report{}, err
	}
	return c.report, nil
}

// compareStored goes through the files in the store.
func (c *check) compareStored(ctx context.Context) error {
	batch := make([]storage.Info, 0, checkBatch)
	for info, err := range c.Storage.List(ctx, "") {
		if err != nil {
			return err
		}
		c.report.Stored++
		if batch = append(batch, info); len(batch) == checkBatch {
			if err := c.findRows(ctx, batch); err != nil {
				return err
			}
			batch = batch[:0]
		}
	}
	return c.findRows(ctx, batch)
}

// findRows looks for the rows of files in the store: those of the right size are intact, those that nothing uses are stray.
func (c *check) findRows(ctx context.Context, stored []storage.Info) error {
	if len(stored) == 0 {
		return nil
	}
	names := make([]any, len(stored))
	for i, info := range stored {
		names[i] = info.Name
	}
	var rows []checked
	err := c.DB.Select(ctx, &rows, `
		SELECT id, name, bytes, `+c.used()+` AS used FROM stored_files WHERE name IN (?`+strings.Repeat(`, ?`, len(names)-1)+`)`, names...)
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
			c.intact.add(row.ID)
		}
		if !row.Used && !info.Modified.After(c.latest) {
			c.report.Stray++
			if err := c.findings.stray(info); err != nil {
				return err
			}
		}
	}
	return nil
}

// compareRows goes through the rows: those that something uses and whose files are not intact are broken.
func (c *check) compareRows(ctx context.Context) error {
	for last := int64(math.MinInt64); ; {
		var rows []checked
		err := c.DB.Select(ctx, &rows, `
			SELECT id, name, bytes, `+c.used()+` AS used FROM stored_files WHERE id > ? ORDER BY id LIMIT ?`, last, checkBatch)
		if err != nil {
			return fmt.Errorf("list the stored files: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		last = rows[len(rows)-1].ID
		for _, row := range rows {
			if err := c.compareRow(ctx, row); err != nil {
				return err
			}
		}
	}
}

func (c *check) compareRow(ctx context.Context, row checked) error {
	if !row.Used {
		return nil
	}
	c.report.Used++
	if c.intact.has(row.ID) {
		return nil
	}
	fault, err := c.examine(ctx, row)
	if err != nil || fault == nil {
		return err
	}
	c.report.Broken++
	return c.findings.broken(*fault)
}

// idSet holds ids of rows, a bit for each where they lie close together. They may be any: a backup that somebody made up is
// checked too.
type idSet map[int64]*[64]uint64

func (s idSet) add(id int64) {
	bits := s[id>>12]
	if bits == nil {
		bits = new([64]uint64)
		s[id>>12] = bits
	}
	bits[id>>6&63] |= 1 << (id & 63)
}

func (s idSet) has(id int64) bool {
	bits := s[id>>12]
	return bits != nil && bits[id>>6&63]&(1<<(id&63)) != 0
}

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

// Repair removes the stray files that are not younger than age and returns how many were removed,
// or ErrLeased. Collectors never remove a stray file: the database may be another site's, or an
// empty one.
func (f *Files) Repair(ctx context.Context, age time.Duration) (removed int, err error) {
	var leases int
	if err := f.DB.Get(ctx, &leases, `SELECT COUNT(*) FROM collection_leases WHERE expires_at >= ?`, database.At(f.Clock())); err != nil {
		return 0, fmt.Errorf("look for collection leases: %w", err)
	}
	if leases > 0 {
		return 0, ErrLeased
	}
	_, err = f.Check(ctx, age, Findings{Stray: func(info storage.Info) error { return f.release(ctx, info) }})
	if err != nil {
		return 0, fmt.Errorf("look for stray files: %w", err)
	}
	return f.Collect(ctx, age)
}

// Discard removes files that the caller stored and no row refers to. Files that an upload reserved,
// or that something uses, stay.
func (f *Files) Discard(ctx context.Context, files ...storage.Info) error {
	if err := f.release(ctx, files...); err != nil {
		return err
	}
	_, err := f.Collect(ctx, UploadLease)
	return err
}

// release makes collectors remove those of the files that nothing uses.
func (f *Files) release(ctx context.Context, files ...storage.Info) error {
	err := f.DB.InTx(ctx, func(tx *database.Tx) error {
		for _, file := range files {
			if err := f.releaseFile(ctx, tx, file); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("mark files as unused: %w", err)
	}
	return nil
}

func (f *Files) releaseFile(ctx context.Context, tx *database.Tx, info storage.Info) error {
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
