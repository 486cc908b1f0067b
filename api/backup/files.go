package backup

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"portfolio/api/database"
	"portfolio/api/storage"
	"portfolio/api/storedfiles"
)

// storedFile is a file that goes into the archive.
type storedFile struct {
	storedfiles.File
	Bytes int64 `db:"bytes"`
}

// fileList lists stored files in a temporary file without a name, since there may be more than memory holds.
type fileList struct {
	spool *os.File
	size  int64
	count int
	bytes int64 // of all files
}

// listBatch is how many files are read from the database at once.
const listBatch = 500

// listFiles lists the files that are in use, by name. The caller closes the spool, which is in dir.
func listFiles(ctx context.Context, tx *database.Tx, dir string) (list fileList, err error) {
	spool, err := openSpool(dir)
	if err != nil {
		return fileList{}, err
	}
	list.spool = spool
	defer func() {
		if err != nil {
			_ = spool.Close() // an error has overwritten list
		}
	}()
	buffer := bufio.NewWriter(spool)
	encoder := json.NewEncoder(buffer)
	for last := ""; ; {
		var batch []storedFile
		err := tx.Select(ctx, &batch, `
			SELECT id, name, bytes FROM stored_files WHERE state IN ('stored', 'trashed') AND name > ? ORDER BY name LIMIT ?`, last, listBatch)
		if err != nil {
			return fileList{}, fmt.Errorf("list the stored files: %w", err)
		}
		for _, file := range batch {
			if err := encoder.Encode(file); err != nil {
				return fileList{}, err
			}
			last = file.Name
			list.count++
			list.bytes += file.Bytes
		}
		if len(batch) < listBatch {
			break
		}
	}
	if err := buffer.Flush(); err != nil {
		return fileList{}, err
	}
	list.size, err = spool.Seek(0, io.SeekCurrent)
	return list, err
}

// all yields the files. An error is the last that it yields.
func (l fileList) all() iter.Seq2[storedFile, error] {
	return func(yield func(storedFile, error) bool) {
		decoder := json.NewDecoder(bufio.NewReader(io.NewSectionReader(l.spool, 0, l.size)))
		for {
			var file storedFile
			err := decoder.Decode(&file)
			if errors.Is(err, io.EOF) || !yield(file, err) || err != nil {
				return
			}
		}
	}
}

// copyFiles writes the files in order. The next ones are opened meanwhile, because opening is a request each on S3.
func (s *Site) copyFiles(ctx context.Context, archive *archiveWriter, files fileList) error {
	progress := Progress{Step: "files copied", All: files.count, AllBytes: files.bytes}
	s.report(progress)
	ctx, stop := context.WithCancel(ctx)
	ahead := s.prefetch(ctx, files)
	defer func() {
		stop()
		for waiting := range ahead {
			if left := <-waiting; left.err == nil {
				_ = left.object.Close()
			}
		}
	}()
	for waiting := range ahead {
		next := <-waiting
		err := next.err
		if err == nil {
			err = archive.add(ctx, filesPrefix+next.file.Name, next.file.Bytes, &progressReader{next.object, func(n int64) {
				progress.Bytes += n
				s.report(progress)
			}})
			err = errors.Join(err, next.object.Close())
		}
		if archive.failed != nil {
			return fmt.Errorf("write the backup: %w", archive.failed)
		}
		if err != nil {
			owner, ownerErr := s.files().Owner(ctx, next.file.ID)
			return errors.Join(fmt.Errorf("back up the file of %s: %w; portfolio fsck tells which files are missing or damaged", owner, err), ownerErr)
		}
		progress.Done++
		s.report(progress)
	}
	if ctx.Err() == nil && progress.Done != files.count {
		return fmt.Errorf("%d files were listed, and %d copied", files.count, progress.Done)
	}
	return ctx.Err()
}

// opened is the result of opening a file.
type opened struct {
	file   storedFile
	object *storage.Object
	err    error
}

// prefetch opens the files in order, several at the same time, until ctx ends.
func (s *Site) prefetch(ctx context.Context, files fileList) <-chan chan opened {
	ahead := make(chan chan opened, concurrency-1)
	go func() {
		defer close(ahead)
		for file, err := range files.all() {
			waiting := make(chan opened, 1)
			select {
			case <-ctx.Done():
				return
			case ahead <- waiting:
			}
			go func() {
				if err != nil {
					waiting <- opened{err: err}
					return
				}
				object, err := s.Store.Open(ctx, file.Name)
				waiting <- opened{file, object, err}
			}()
		}
	}()
	return ahead
}
