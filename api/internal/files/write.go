package files

import (
	"context"
	"io"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"portfolio/api/internal/database"
)

const (
	// writeTimeout is the timeout of an upload.
	writeTimeout = 15 * time.Minute
	// discardTimeout is the timeout of removing the files of a failed upload, whose client waits for the answer.
	discardTimeout = 500 * time.Millisecond
	// maxConcurrent is how many files are stored or removed at the same time.
	maxConcurrent = 8
)

// source is content that is to be stored under a name.
type source struct {
	name, contentType string
	content           io.ReadSeeker
}

// Write stores the temporary files durably and then runs insert, which inserts the rows that own them, in a
// transaction. If that fails, it removes the files.
func (f *Files) Write(ctx context.Context, temporaries []*Temporary, insert func(tx *database.Tx) error) error {
	sources := make([]source, len(temporaries))
	for i, temporary := range temporaries {
		sources[i] = source{temporary.Name, temporary.ContentType, temporary.Content()}
	}
	return f.write(ctx, sources, insert)
}

func (f *Files) write(ctx context.Context, sources []source, insert func(tx *database.Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, writeTimeout)
	defer cancel()
	if err := f.put(ctx, sources); err != nil {
		f.discard(ctx, sources)
		return err
	}
	Failpoint("files stored")
	err := f.DB.InTx(ctx, insert)
	// If the database did not answer, the rows may exist. Then the files stay: fsck lists those without a row.
	if err != nil && !database.IsUnavailable(err) {
		f.discard(ctx, sources)
	}
	return err
}

func (f *Files) put(ctx context.Context, sources []source) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(maxConcurrent)
	for _, source := range sources {
		group.Go(func() error { return f.Storage.Put(ctx, source.name, source.content, source.contentType) })
	}
	return group.Wait()
}

// discard removes the files of a failed upload now, or queues those for which the store takes too long.
func (f *Files) discard(ctx context.Context, sources []source) {
	ctx = context.WithoutCancel(ctx)
	limited, cancel := context.WithTimeout(ctx, discardTimeout)
	defer cancel()
	left := make([]string, len(sources))
	var group errgroup.Group
	group.SetLimit(maxConcurrent)
	for i, source := range sources {
		group.Go(func() error {
			if f.Storage.Delete(limited, source.name) != nil {
				left[i] = source.name
			}
			return nil
		})
	}
	_ = group.Wait()
	left = slices.DeleteFunc(left, func(name string) bool { return name == "" })
	if len(left) == 0 {
		return
	}
	// If this fails too, fsck lists the files.
	_ = f.DB.InTx(ctx, func(tx *database.Tx) error { return f.Delete(ctx, tx, left...) })
}

// Put stores content under a name that no other content has. It is removed later unless a row owns it by then.
func (f *Files) Put(ctx context.Context, name, contentType string, content io.ReadSeeker) error {
	if err := f.DB.InTx(ctx, func(tx *database.Tx) error { return f.Delete(ctx, tx, name) }); err != nil {
		return err
	}
	object, err := f.Storage.Open(ctx, name)
	if err == nil {
		return object.Close()
	}
	return f.Storage.Put(ctx, name, content, contentType)
}

// WriteContent is Write for one file that is not a temporary one.
func (f *Files) WriteContent(ctx context.Context, name, contentType string, content io.ReadSeeker, insert func(tx *database.Tx) error) error {
	return f.write(ctx, []source{{name, contentType, content}}, insert)
}

// Copy is Write for a copy of a stored file.
func (f *Files) Copy(ctx context.Context, from, to, contentType string, insert func(tx *database.Tx) error) error {
	object, err := f.Storage.Open(ctx, from)
	if err != nil {
		return err
	}
	defer func() { _ = object.Close() }()
	return f.WriteContent(ctx, to, contentType, object, insert)
}
