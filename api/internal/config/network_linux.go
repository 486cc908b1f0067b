package config

import "syscall"

// FileSystem returns the type of the file system with dir, 0 if it is unknown.
func FileSystem(dir string) int64 {
	var disk syscall.Statfs_t
	if syscall.Statfs(dir, &disk) != nil {
		return 0
	}
	return int64(uint32(disk.Type))
}
