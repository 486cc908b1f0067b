// Package platform has the system calls that differ between Unix and Windows.
package platform

import (
	"io/fs"
	"os"
	"os/exec"

	"golang.org/x/sys/windows"
)

// MakeFilesPrivate does nothing: new files have the permissions of their folder.
func MakeFilesPrivate() {}

// LockAlone locks file for this process alone, or fails at once if another process has locked it.
func LockAlone(file *os.File) error {
	return lock(file, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
}

// LockShared waits until no other process has locked file with LockAlone. It replaces this process's own lock.
func LockShared(file *os.File) error {
	// Fails if there is no lock yet.
	_ = windows.UnlockFileEx(windows.Handle(file.Fd()), 0, 1, 0, new(windows.Overlapped))
	return lock(file, 0)
}

func lock(file *os.File, flags uint32) error {
	return windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
}

// SyncFolder does nothing: NTFS has a journal of its folders, and refuses to flush one.
func SyncFolder(*os.File) error { return nil }

// Owner returns false: users have no numbers.
func Owner(fs.FileInfo) (int, bool) { return 0, false }

// Disk returns the size of the disk with dir, and what this user may still write to it, in bytes.
func Disk(dir string) (size, free uint64, err error) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, 0, err
	}
	err = windows.GetDiskFreeSpaceEx(name, &free, &size, nil)
	return size, free, err
}

// Group does nothing: Terminate and Kill end the command without its children.
func Group(*exec.Cmd) {}

// Terminate ends a command.
func Terminate(command *exec.Cmd) error { return command.Process.Kill() }

// Kill ends a command.
func Kill(command *exec.Cmd) error { return command.Process.Kill() }
