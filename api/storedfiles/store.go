package storedfiles

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"portfolio/api/database"
	"portfolio/api/failpoint"
)

const (
	// UploadLease is how long the files of an upload are not collected, counted from their last reservation.
	UploadLease = time.Hour
	// uploadLimit is the timeout of an upload. It is much shorter than UploadLease, after which its files may be collected.
	uploadLimit = 15 * time.Minute
	// collectionPollInterval is how often an upload checks whether a file is still being collected.
	collectionPollInterval = 50 * time.Millisecond
	// maxConcurrent is how many files are stored or removed at the same time.
	maxConcurrent = 8
)

// errCollected is returned when a file was collected or is being collected, and has to be stored again.
var errCollected = errors.New("a stored file was collected before a row referred to it")

// Store puts the temporary files, if any, into the store and runs refer in the transaction that makes rows refer to them by
// ChangeReferences. Before refer they are durable. The transaction is rolled back when refer fails, and refer runs again
// when a file that was not used yet was collected meanwhile.
func (f *Files) Store(ctx context.Context, temporaries []*Temporary, refer func(tx *database.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, uploadLimit)
	defer cancel()
	for {
		err := f.tryStore(ctx, temporaries, refer)
		if !errors.Is(err, errCollected) {
			return err
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("store files: %w", ctx.Err())
		case <-time.After(collectionPollInterval):
		}
		// The collector that claimed the file may have died.
		if _, err := f.Collect(ctx, UploadLease); err != nil {
			return fmt.Errorf("store files: %w", err)
		}
	}
}

func (f *Files) tryStore(ctx context.Context, temporaries []*Temporary, refer func(tx *database.Tx) error) error {
	if err := f.reserve(ctx, temporaries); err != nil {
		return fmt.Errorf("reserve the names of files: %w", err)
	}
	failpoint.Reach("files reserved")
	if err := f.put(ctx, temporaries); err != nil {
		return err
	}
	failpoint.Reach("files stored")
	return f.DB.InTx(ctx, refer)
}

// reserve inserts a row for each file, or updates the existing one, so that collectors leave it. It returns errCollected
// while one of them is being collected.
func (f *Files) reserve(ctx context.Context, temporaries []*Temporary) error {
	if len(temporaries) == 0 {
		return nil
	}
	sorted := slices.SortedFunc(slices.Values(temporaries), func(a, b *Temporary) int { return compareNames(a.File, b.File) })
	return f.DB.InTx(ctx, func(tx *database.Tx) error {
		for _, temporary := range sorted {
			err := tx.Get(ctx, &temporary.ID, `
				INSERT INTO stored_files (name, bytes, content_type, state, touched_at) VALUES (?, ?, ?, 'uploading', ?)
				ON CONFLICT (name) DO UPDATE
				   SET bytes = excluded.bytes, content_type = excluded.content_type, touched_at = excluded.touched_at,
				       state = CASE WHEN stored_files.state = 'stored' THEN 'stored' ELSE 'uploading' END
				 WHERE stored_files.state <> 'collecting'
				RETURNING id`, temporary.Name, temporary.Size, temporary.ContentType, database.At(f.Clock()))
			if errors.Is(err, database.ErrNoRows) {
				return errCollected
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// put stores the bytes, also of files that are stored already: that costs little and repairs damaged ones.
func (f *Files) put(ctx context.Context, temporaries []*Temporary) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxConcurrent)
	for _, temporary := range temporaries {
		group.Go(func() error { return f.Storage.Put(ctx, temporary.Name, temporary.Content(), temporary.ContentType) })
	}
	return group.Wait()
}

// ChangeReferences runs change, which makes rows refer to some of the files or no longer do so, and then sets the files'
// states. Whoever changes another row too does that before, in the same transaction. What nothing refers to afterwards is
// no longer served once the transaction is committed, and is collected soon. Outside of Store, the files must be in use.
func (f *Files) ChangeReferences(ctx context.Context, tx *database.Tx, files []File, change func() error) error {
	files = slices.SortedFunc(slices.Values(files), compareNames)
	// The updates lock the rows, so that transactions about the same files run one after another.
	for _, file := range files {
		n, err := tx.Exec(ctx, `UPDATE stored_files SET touched_at = ? WHERE id = ? AND state <> 'collecting'`, database.At(f.Clock()), file.ID)
		if err != nil {
			return fmt.Errorf("refer to stored files: %w", err)
		}
		if n == 0 {
			return errCollected
		}
	}
	if err := change(); err != nil {
		return err
	}
	for _, file := range files {
		_, err := tx.Exec(ctx, `
			UPDATE stored_files SET state = CASE WHEN `+f.usedBeyondTrash()+` THEN 'stored' WHEN `+f.used()+` THEN 'trashed' ELSE 'unused' END
			 WHERE id = ?`, file.ID)
		if err != nil {
			return fmt.Errorf("refer to stored files: %w", err)
		}
	}
	return nil
}

// compareNames is the order in which every transaction locks files, so that two cannot deadlock.
func compareNames(a, b File) int { return cmp.Compare(a.Name, b.Name) }
