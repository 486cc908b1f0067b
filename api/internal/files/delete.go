package files

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"portfolio/api/internal/database"
)

const (
	// RemovalDelay is how long a deleted file is kept in the store, so that a backup can still copy
	// it. An off-site backup may take longer: nothing is removed while one runs.
	RemovalDelay = 6 * time.Hour
	// removalBatch is how many files are removed at once.
	removalBatch = 100
	// removalTimeout is the timeout of removing a batch.
	removalTimeout = 30 * time.Second
)

// Delete queues files for removal, in the transaction that deletes the rows that owned them. The delay of a file that was
// deleted before, and owned again since, starts over.
func (f *Files) Delete(ctx context.Context, tx *database.Tx, names ...string) error {
	for _, name := range names {
		_, err := tx.Exec(ctx, `INSERT INTO deleted_files (name, deleted_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET deleted_at = excluded.deleted_at`,
			name, database.At(f.Clock()))
		if err != nil {
			return fmt.Errorf("queue a file for removal: %w", err)
		}
	}
	return nil
}

// DeletedAt returns when a file was queued for removal that is still in the store; ok is false for any other file.
func (f *Files) DeletedAt(ctx context.Context, name string) (at time.Time, ok bool, err error) {
	var deleted database.Time
	ok, err = f.DB.Find(ctx, &deleted, `SELECT deleted_at FROM deleted_files WHERE name = ?`, name)
	if err != nil {
		err = fmt.Errorf("find a deleted file: %w", err)
	}
	return deleted.Time, ok, err
}

// RemoveDeleted removes the files from the store that were queued at least delay ago, unless an
// off-site backup runs. It returns how many. A file that a row owns is not removed.
func (f *Files) RemoveDeleted(ctx context.Context, delay time.Duration) (removed int, err error) {
	if f.BackupRuns != nil {
		if running, err := f.BackupRuns(ctx); err != nil || running {
			return 0, err
		}
	}
	before := f.Clock().Add(-delay)
	for {
		var names []string
		err := f.DB.Select(ctx, &names, `
			SELECT d.name FROM deleted_files d
			 WHERE d.deleted_at <= ? AND NOT EXISTS (SELECT 1 FROM owned_files o WHERE o.name = d.name)
			 ORDER BY d.deleted_at, d.name LIMIT ?`, database.At(before), removalBatch)
		if err != nil {
			return removed, fmt.Errorf("list the deleted files: %w", err)
		}
		n, err := f.removeAll(ctx, names)
		removed += n
		if err != nil || len(names) < removalBatch {
			return removed, err
		}
	}
}

// removeAll removes files from the store and then from the queue. Those that could not be removed stay in the queue.
func (f *Files) removeAll(ctx context.Context, names []string) (removed int, err error) {
	if len(names) == 0 {
		return 0, nil
	}
	limited, cancel := context.WithTimeout(ctx, removalTimeout)
	defer cancel()
	var mutex sync.Mutex
	var gone []string
	var group errgroup.Group
	group.SetLimit(maxConcurrent)
	for _, name := range names {
		group.Go(func() error {
			if err := f.Storage.Delete(limited, name); err != nil {
				return fmt.Errorf("remove a deleted file: %w", err)
			}
			mutex.Lock()
			defer mutex.Unlock()
			gone = append(gone, name)
			return nil
		})
	}
	err = group.Wait()
	Failpoint("bytes removed")
	return len(gone), errors.Join(err, f.DB.InTx(ctx, func(tx *database.Tx) error {
		for _, name := range gone {
			if _, err := tx.Exec(ctx, `DELETE FROM deleted_files WHERE name = ?`, name); err != nil {
				return err
			}
		}
		return nil
	}))
}
