package storage

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"strings"
	"sync"

	"portfolio/api/failpoint"
)

// tempDir holds files that are still being written, on the same file system as their final names. No object's name reaches it.
const tempDir = ".tmp"

// Files is a Store in a folder. Symbolic links that lead out of the folder are not followed.
type Files struct {
	root *os.Root
	// durable has the folders of which it is known that their entry in the folder above is on the disk.
	durable sync.Map
	// NoSync says that objects need not survive a crash of the machine; waiting for the disk is most of the time of a Put.
	NoSync bool
}

// OpenFiles opens the store in dir, which is made when missing, and removes what a crash left half written.
// Files that another living process is writing stay.
func OpenFiles(dir string) (*Files, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open the media folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the media folder: %w", err)
	}
	files := &Files{root: root}
	if err := errors.Join(files.ensureDir(tempDir), files.removeStray()); err != nil {
		_ = root.Close()
		return nil, fmt.Errorf("open the media folder: %w", err)
	}
	return files, nil
}

// Put implements Store: a temporary file, its fsync, the rename, the fsync of the folder.
func (s *Files) Put(ctx context.Context, name string, content io.ReadSeeker, _ string) error {
	if err := checkName("put", name); err != nil {
		return err
	}
	if _, err := content.Seek(0, io.SeekStart); err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	if err := s.put(ctx, name, content); err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	return nil
}

func (s *Files) put(ctx context.Context, name string, content io.Reader) (err error) {
	file, temp, err := s.createTemp()
	if err != nil {
		return err
	}
	defer func() {
		_ = file.Close()
		if err != nil {
			_ = s.root.Remove(temp)
		}
	}()
	if err := copyTo(file, ContextReader{ctx, content}); err != nil {
		return err
	}
	failpoint.Reach("file written")
	if err := s.sync(file); err != nil {
		return err
	}
	if err := s.ensureDir(path.Dir(name)); err != nil {
		return err
	}
	if err := s.root.Rename(temp, name); err != nil {
		return err
	}
	failpoint.Reach("file renamed")
	return s.syncDir(path.Dir(name))
}

// copyBuffers are used again, because a new one for each file would be most of what a Put allocates.
var copyBuffers = sync.Pool{New: func() any { return new([32 << 10]byte) }}

func copyTo(file *os.File, content io.Reader) error {
	buffer := copyBuffers.Get().(*[32 << 10]byte)
	defer copyBuffers.Put(buffer)
	// The file's own ReadFrom would make a buffer.
	_, err := io.CopyBuffer(struct{ io.Writer }{file}, content, buffer[:])
	return err
}

// Open implements Store.
func (s *Files) Open(_ context.Context, name string) (*Object, error) {
	if err := checkName("open", name); err != nil {
		return nil, err
	}
	file, err := s.root.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return &Object{Info{name, info.Size(), info.ModTime()}, file}, nil
}

// Delete implements Store.
func (s *Files) Delete(_ context.Context, name string) error {
	if err := checkName("delete", name); err != nil {
		return err
	}
	if err := s.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List implements Store.
func (s *Files) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		if _, err := s.list(ctx, ".", prefix, yield); err != nil {
			yield(Info{}, fmt.Errorf("list the media folder: %w", err))
		}
	}
}

// listBatch is how many entries of a folder are read at once: one folder may have more than memory holds.
const listBatch = 1000

// list yields the files in dir and in the folders below, and reports whether yield wants more.
func (s *Files) list(ctx context.Context, dir, prefix string, yield func(Info, error) bool) (more bool, err error) {
	folder, err := s.root.Open(dir)
	if err != nil {
		return false, err
	}
	defer func() { _ = folder.Close() }()
	for {
		entries, readErr := folder.ReadDir(listBatch)
		for _, entry := range entries {
			if more, err := s.listEntry(ctx, path.Join(dir, entry.Name()), entry, prefix, yield); err != nil || !more {
				return false, err
			}
		}
		if errors.Is(readErr, io.EOF) {
			return true, ctx.Err()
		}
		if readErr != nil {
			return false, readErr
		}
	}
}

func (s *Files) listEntry(ctx context.Context, name string, entry fs.DirEntry, prefix string, yield func(Info, error) bool) (more bool, err error) {
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case entry.IsDir() && skipDir(name, prefix):
		return true, nil
	case entry.IsDir():
		return s.list(ctx, name, prefix, yield)
	case !strings.HasPrefix(name, prefix) || checkName("list", name) != nil:
		return true, nil
	}
	info, err := entry.Info()
	if errors.Is(err, fs.ErrNotExist) {
		return true, nil // deleted while we listed
	}
	if err != nil {
		return false, err
	}
	return yield(Info{name, info.Size(), info.ModTime()}, nil), nil
}

// skipDir reports whether nothing in the folder can begin with prefix.
func skipDir(dir, prefix string) bool {
	dir += "/"
	return dir[0] == '.' || !strings.HasPrefix(dir, prefix) && !strings.HasPrefix(prefix, dir)
}

// Close implements Store.
func (s *Files) Close() error { return s.root.Close() }
