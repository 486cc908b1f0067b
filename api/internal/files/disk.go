package files

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"syscall"
	"time"
)

// Place gives a finished file its name: (*os.Root).Rename, which replaces a file of that name, or
// (*os.Root).Link, which fails with fs.ErrExist if there is one.
type Place func(root *os.Root, temporary, name string) error

// WriteFile makes the file at path of what write writes. Only its owner can read it, unless write changes
// that. It appears once it is complete and on the disk, and a failure leaves nothing.
func WriteFile(path string, place Place, write func(file *os.File) error) error {
	dir, name := filepath.Split(path)
	root, err := os.OpenRoot(filepath.Clean(dir))
	if err != nil {
		return fmt.Errorf("write to the folder %s: %w", filepath.Clean(dir), errors.Unwrap(err))
	}
	defer func() { _ = root.Close() }()
	return WriteIn(root, name, place, write)
}

// WriteIn is WriteFile for a name in root.
func WriteIn(root *os.Root, name string, place Place, write func(file *os.File) error) error {
	dir, base := path.Split(name)
	removeStale(root, dir)
	return writeIn(root, dir+"."+base+"."+rand.Text()+".partial", name, place, write)
}

// removeStale removes the unfinished files in dir of processes that were killed more than a day ago.
func removeStale(root *os.Root, dir string) {
	names, _ := fs.Glob(root.FS(), dir+".*.partial")
	for _, name := range names {
		if info, err := root.Stat(name); err == nil && time.Since(info.ModTime()) > 24*time.Hour {
			_ = root.Remove(name)
		}
	}
}

// writeIn is WriteIn with a name for the file while it is written.
func writeIn(root *os.Root, temporary, name string, place Place, write func(file *os.File) error) error {
	file, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write to the folder %s: %w", root.Name(), errors.Unwrap(err))
	}
	defer func() { _ = root.Remove(temporary) }() // no longer there after a rename
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	if err := place(root, temporary, name); err != nil {
		return err
	}
	return syncDir(root, path.Dir(name))
}

// Unnamed returns an empty file on the disk of dir whose name, which begins with prefix, is removed at once: nothing
// is left of the file once it is closed, even after a crash.
func Unnamed(dir, prefix string) (*os.File, error) {
	file, err := os.CreateTemp(dir, prefix+"*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(file.Name()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// syncDir returns once the entries of a folder are on the disk.
func syncDir(root *os.Root, dir string) error {
	folder, err := root.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// SandboxHint ends a message about a folder that cannot be used: in a service of systemd the unit may hide it.
func SandboxHint(dir string) string {
	if os.Getenv("INVOCATION_ID") == "" {
		return ""
	}
	return fmt.Sprintf("; the unit of the service may hide it: systemctl edit portfolio, and add [Service] and ReadWritePaths=%s, and ProtectHome=no if it is in /home", dir)
}

// Disk returns the size of the disk with dir, and what this user may still write to it, in bytes.
func Disk(dir string) (size, free uint64, err error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		return 0, 0, err
	}
	block := uint64(disk.Bsize)
	return disk.Blocks * block, disk.Bavail * block, nil
}
