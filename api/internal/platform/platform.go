// Package platform has the system calls that the standard library does not wrap alike on Linux and macOS.
package platform

import (
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

// MakeFilesPrivate makes new files of this process readable only by its user.
func MakeFilesPrivate() { syscall.Umask(0o077) }

// LockAlone locks file for this process alone, or fails at once if another process has locked it.
func LockAlone(file *os.File) error {
	return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// LockShared waits until no other process has locked file with LockAlone. It replaces this process's own lock.
func LockShared(file *os.File) error { return syscall.Flock(int(file.Fd()), syscall.LOCK_SH) }

// SyncFolder returns once the entries of an open folder are on the disk.
func SyncFolder(folder *os.File) error { return folder.Sync() }

// Owner returns the ID of the user that a file belongs to, and false if the system has no such number.
func Owner(info fs.FileInfo) (int, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
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

// Group makes command start in a process group of its own, which Terminate and Kill end with all its children.
func Group(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Terminate asks a command that was started in a Group to end.
func Terminate(command *exec.Cmd) error { return syscall.Kill(-command.Process.Pid, syscall.SIGTERM) }

// Kill ends a command that was started in a Group.
func Kill(command *exec.Cmd) error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
