package storage

import (
	"errors"
	"io/fs"
	"os"
	"path"
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
	// Also when the folder was there: whoever made it may not have come to its fsync.
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
	return errors.Join(folder.Sync(), folder.Close())
}

// removeStray removes the temporary files of processes that ended in the middle of a Put.
func (s *Files) removeStray() error {
	entries, err := fs.ReadDir(s.root.FS(), tempDir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		name := path.Join(tempDir, entry.Name())
		file, err := s.root.Open(name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // its writer finished
		}
		if err != nil {
			return err
		}
		stray := lock(file)
		err = file.Close()
		if stray {
			err = errors.Join(err, s.root.Remove(name))
		}
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
