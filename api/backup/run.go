package backup

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/database"
)

// Run is what is known of one backup.
type Run struct {
	ID         int64         `db:"id"`
	FinishedAt database.Time `db:"finished_at"`
	// File is the absolute path that it was written to, on the machine that wrote it.
	File  string `db:"file"`
	Bytes int64  `db:"bytes"`
	// VerifiedAt is when the file was checked last, nil when it never was.
	VerifiedAt *database.Time `db:"verified_at"`
	// Problem says why there is no such file, or what the last check found wrong; "" when all is well.
	Problem string `db:"problem"`
}

// LastRun returns the newest run; found is false when there was none.
func LastRun(ctx context.Context, from database.Reader) (run Run, found bool, err error) {
	err = from.Get(ctx, &run, `
		SELECT id, finished_at, file, bytes, verified_at, problem FROM backup_runs ORDER BY id DESC LIMIT 1`)
	if errors.Is(err, database.ErrNoRows) {
		return Run{}, false, nil
	}
	if err != nil {
		return Run{}, false, fmt.Errorf("read the last backup: %w", err)
	}
	return run, true, nil
}

// execer is a database or a transaction.
type execer interface {
	Exec(ctx context.Context, query string, args ...any) (int64, error)
}

// recordRun stores the result of a backup: its file and that file's checksum, when it was checked, or its problem.
func recordRun(ctx context.Context, to execer, run Run, checksum string) error {
	_, err := to.Exec(ctx, `INSERT INTO backup_runs (finished_at, file, bytes, seal, verified_at, problem) VALUES (?, ?, ?, ?, ?, ?)`,
		run.FinishedAt, run.File, run.Bytes, checksum, run.VerifiedAt, run.Problem)
	return err
}

// recordCheck stores the result of a check of the file with that checksum or, where the checksum is unknown, that path. It reports
// whether the database knows of such a backup.
func recordCheck(ctx context.Context, db *database.DB, file, checksum string, at database.Time, problem string) (known bool, err error) {
	n, err := db.Exec(ctx, `
		UPDATE backup_runs SET verified_at = ?, problem = ?
		 WHERE id = (SELECT max(id) FROM backup_runs WHERE (seal <> '' AND seal = ?) OR (? = '' AND file = ?))`,
		at, problem, checksum, checksum, file)
	return n > 0, err
}
