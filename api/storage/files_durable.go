package storage

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path"
	"regexp"
	"syscall"
)

// ensureDir makes dir and the folders above it, and does not return before their entries are on the disk: a file's
// fsync does not promise that the folder which names it is still there after the power failed.
func (s *Files) ensureDir(dir string) error {
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
	// Also when the folder was there: the process that made it may not have synced it yet.
	if err := s.syncDir(parent); err != nil {
		return err
	}
	s.durable.Store(dir, nil)
	return nil
}

func (s *Files) syncDir(dir string) error {
	folder, err := s.root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(s.sync(folder), folder.Close())
}

func (s *Files) sync(file *os.File) error {
	if s.NoSync {
		return nil
	}
	return file.Sync()
}

// createTemp makes a temporary file and takes its lock, which says that a living process writes here; the system lifts it
// however the process ends. A process that opens the store just then may take the file for a stray one before it is
// locked: then there is another.
func (s *Files) createTemp() (*os.File, string, error) {
	for range 100 {
		name := path.Join(tempDir, rand.Text())
		file, err := s.root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return nil, "", err
		}
		if lock(file) && s.isLinked(file, name) {
			return file, name, nil
		}
		_ = file.Close()
		_ = s.root.Remove(name)
	}
	return nil, "", errors.New("another process removes every temporary file")
}

// isLinked reports whether the file is still there under its name.
func (s *Files) isLinked(file *os.File, name string) bool {
	opened, err := file.Stat()
	if err != nil {
		return false
	}
	named, err := s.root.Stat(name)
	return err == nil && os.SameFile(opened, named)
}

// tempName matches the names of temporary files, which are those that rand.Text makes.
var tempName = regexp.MustCompile(`^[A-Z2-7]{26}$`)

// removeStray removes the temporary files of processes that ended in the middle of a Put. Other
// files in the folder stay.
func (s *Files) removeStray() error {
	entries, err := fs.ReadDir(s.root.FS(), tempDir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.Type().IsRegular() || !tempName.MatchString(entry.Name()) {
			continue
		}
		name := path.Join(tempDir, entry.Name())
		file, err := s.root.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // its writer finished
		}
		if err != nil {
			return err
		}
		// The lock is held until the file is gone, so that its writer cannot take it in between.
		if lock(file) {
			err = s.root.Remove(name)
		}
		err = errors.Join(err, file.Close())
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// lock takes the file's advisory lock, held until the file is closed, and reports false when another process has it.
func lock(file *os.File) bool {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}
