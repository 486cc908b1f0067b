package files

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"regexp"
	"strings"
	"sync"
	"syscall"
)

// tempDir holds files that are being written, on the same file system as their final names. It is not a
// valid name of an object.
const tempDir = ".tmp"

// lockName is the file whose lock tells that a process has the store open. The system releases it however
// the process ends.
const lockName = ".lock"

// Folder is a Store in a folder. It does not follow symbolic links that lead out of the folder.
type Folder struct {
	root *os.Root
	lock *os.File
	// noLocks means that the file system has none.
	noLocks bool
	// durable are the folders whose entry in the folder above is on the disk.
	durable sync.Map
}

// OpenFolder opens the store in dir, which it makes if necessary, and removes leftovers of a crash.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open the media folder: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the media folder: %w", err)
	}
	files := &Folder{root: root}
	err = files.ensureDir(tempDir)
	if err == nil {
		files.lock, err = root.OpenFile(lockName, os.O_CREATE|os.O_RDWR, 0o600)
	}
	if err == nil {
		err = files.removeLeftovers()
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the media folder: %w", err), files.Close())
	}
	return files, nil
}

// tempName matches the names of temporary files.
var tempName = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// removeLeftovers removes temporary files unless another process, which may be writing them, has the
// store open. It keeps a shared lock, if the file system has locks.
func (s *Folder) removeLeftovers() error {
	// LOCK_EX is refused while another process has the store open.
	if syscall.Flock(int(s.lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
		entries, err := fs.ReadDir(s.root.FS(), tempDir)
		for _, entry := range entries {
			if err == nil && tempName.MatchString(entry.Name()) {
				err = s.root.Remove(path.Join(tempDir, entry.Name()))
			}
		}
		if err != nil {
			return err
		}
	}
	err := lockShared(s.lock)
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, syscall.ENOLCK) {
		s.noLocks, err = true, nil
	}
	return err
}

// lockShared waits until no other process has an exclusive lock, and replaces this one's. Tests replace it.
var lockShared = func(file *os.File) error { return syscall.Flock(int(file.Fd()), syscall.LOCK_SH) }

// Warning returns a warning about the folder, or "".
func (s *Folder) Warning() string {
	if s.noLocks {
		return "its file system has no locks, so files that a crash left in its folder .tmp stay"
	}
	return ""
}

// Put implements Store: a temporary file, its fsync, the rename, the fsync of the folder.
func (s *Folder) Put(ctx context.Context, name string, content io.Reader, _ string) error {
	if err := checkName("put", name); err != nil {
		return err
	}
	if seeker, ok := content.(io.Seeker); ok {
		if _, err := seeker.Seek(0, io.SeekStart); err != nil {
			return fmt.Errorf("put %s: %w", name, err)
		}
	}
	if err := s.ensureDir(path.Dir(name)); err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	err := writeIn(s.root, path.Join(tempDir, rand.Text()), name, rename, func(file *os.File) error {
		_, err := io.Copy(file, ContextReader{ctx, content})
		return err
	})
	if err != nil {
		return fmt.Errorf("put %s: %w", name, err)
	}
	return nil
}

func rename(root *os.Root, temporary, name string) error {
	Failpoint("file written")
	if err := root.Rename(temporary, name); err != nil {
		return err
	}
	Failpoint("file renamed")
	return nil
}

// ensureDir makes dir and the folders above it, and returns once their entries are on the disk: the
// fsync of a file does not cover the folders above it.
func (s *Folder) ensureDir(dir string) error {
	if _, known := s.durable.Load(dir); known || dir == "." {
		return nil
	}
	parent := path.Dir(dir)
	if err := s.ensureDir(parent); err != nil {
		return err
	}
	if err := s.root.Mkdir(dir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	// Even if the folder exists: the process that made it may not have synced it yet.
	if err := syncDir(s.root, parent); err != nil {
		return err
	}
	s.durable.Store(dir, nil)
	return nil
}

// Open implements Store.
func (s *Folder) Open(_ context.Context, name string) (*Object, error) {
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
func (s *Folder) Delete(_ context.Context, name string) error {
	if err := checkName("delete", name); err != nil {
		return err
	}
	if err := s.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// List implements Store.
func (s *Folder) List(ctx context.Context, prefix string) iter.Seq2[Info, error] {
	return func(yield func(Info, error) bool) {
		err := fs.WalkDir(s.root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, fs.ErrNotExist):
				return nil // deleted meanwhile
			case err != nil:
				return err
			case ctx.Err() != nil:
				return ctx.Err()
			case entry.IsDir() && name == tempDir:
				return fs.SkipDir
			case !entry.Type().IsRegular() || !strings.HasPrefix(name, prefix) || checkName("list", name) != nil:
				return nil
			}
			info, err := entry.Info()
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			if !yield(Info{name, info.Size(), info.ModTime()}, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Info{}, fmt.Errorf("list the media folder: %w", err))
		}
	}
}

// Close implements Store.
func (s *Folder) Close() error {
	err := s.root.Close()
	if s.lock != nil {
		err = errors.Join(err, s.lock.Close())
	}
	return err
}
