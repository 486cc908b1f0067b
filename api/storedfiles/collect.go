package storedfiles

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"portfolio/api/database"
	"portfolio/api/failpoint"
)

const (
	// claimLease is how long a collector owns the files that it claimed; then another one may claim them.
	claimLease = 30 * time.Second
	// removeLimit is the timeout of removing the bytes. It is much shorter than claimLease, because after that a new upload
	// may have stored the same name.
	removeLimit = 10 * time.Second
	// claimSize is how many files are claimed at once.
	claimSize = 100
)

// collectable is the condition for claiming a file, besides that nothing uses it. Its arguments are the times before which
// a claim and an upload count as abandoned, and the time now. Files that were claimed before a collection lease was
// acquired are removed, because no backup needs them.
const collectable = `
	state <> 'stored' AND (
	  state = 'collecting' AND touched_at <= ?
	  OR (state = 'unused' OR state = 'uploading' AND touched_at <= ?)
	     AND NOT EXISTS (SELECT 1 FROM collection_leases WHERE expires_at >= ?))`

// Collect removes the files that nothing uses and returns how many. Those of uploads count as unused when they were
// reserved so long ago that the upload must have ended. While there is a collection lease, it removes none.
func (f *Files) Collect(ctx context.Context, uploadLease time.Duration) (removed int, err error) {
	for {
		claimed, err := f.claim(ctx, uploadLease)
		if err != nil {
			return removed, fmt.Errorf("claim files to collect: %w", err)
		}
		if len(claimed) == 0 {
			return removed, nil
		}
		failpoint.Reach("files claimed")
		n, err := f.remove(ctx, claimed)
		removed += n
		if err != nil {
			return removed, fmt.Errorf("collect files: %w", err)
		}
	}
}

// claimed is a file that this collector has claimed, and the time of the claim.
type claimed struct {
	File
	at database.Time
}

func (f *Files) claim(ctx context.Context, uploadLease time.Duration) (files []claimed, err error) {
	now := f.Clock()
	limits := []any{database.At(now.Add(-min(uploadLease, claimLease))), database.At(now.Add(-uploadLease)), database.At(now)}
	var found []File
	err = f.DB.Select(ctx, &found, `
		SELECT id, name FROM stored_files WHERE `+collectable+` AND NOT `+f.used()+` LIMIT ?`, append(limits, claimSize)...)
	if err != nil || len(found) == 0 {
		return nil, err
	}
	slices.SortFunc(found, compareNames)
	err = f.DB.InTx(ctx, func(tx *database.Tx) error {
		for _, file := range found {
			// The conditions are evaluated again by this statement: a lease or a reservation may have come.
			n, err := tx.Exec(ctx, `
				UPDATE stored_files SET state = 'collecting', touched_at = ? WHERE `+collectable+` AND NOT `+f.used()+` AND id = ?`,
				append(append([]any{database.At(now)}, limits...), file.ID)...)
			if err != nil {
				return err
			}
			if n > 0 {
				files = append(files, claimed{file, database.At(now)})
			}
		}
		return nil
	})
	return files, err
}

// remove deletes the bytes of claimed files and then their rows. A row whose bytes could not be deleted stays.
func (f *Files) remove(ctx context.Context, files []claimed) (removed int, err error) {
	var mutex sync.Mutex
	var gone []claimed
	var group errgroup.Group
	group.SetLimit(maxConcurrent)
	limited, cancel := context.WithTimeout(ctx, removeLimit)
	defer cancel()
	for _, file := range files {
		group.Go(func() error {
			if err := f.Storage.Delete(limited, file.Name); err != nil {
				return err
			}
			mutex.Lock()
			defer mutex.Unlock()
			gone = append(gone, file)
			return nil
		})
	}
	err = group.Wait()
	failpoint.Reach("bytes removed")
	return len(gone), errors.Join(err, f.DB.InTx(ctx, func(tx *database.Tx) error {
		for _, file := range gone {
			_, err := tx.Exec(ctx, `DELETE FROM stored_files WHERE id = ? AND state = 'collecting' AND touched_at = ?`, file.ID, file.at)
			if err != nil {
				return err
			}
		}
		return nil
	}))
}
