package doctor

import "syscall"

// The least free space, in bytes and as a share of the disk.
const (
	leastFree  = 1 << 30
	leastShare = 0.05
)

func (r *Report) checkSpace(dir string) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(dir, &disk); err != nil {
		r.warn("disk", "%v", err)
		return
	}
	size := uint64(disk.Bsize)
	free, all := disk.Bavail*size, disk.Blocks*size
	if free < leastFree || float64(free) < leastShare*float64(all) {
		r.warn("disk", "%.1f GB free of %.1f: uploads fail when it is full", gigabytes(free), gigabytes(all))
		return
	}
	r.ok("disk", "%.1f GB free of %.1f", gigabytes(free), gigabytes(all))
}

func gigabytes(bytes uint64) float64 { return float64(bytes) / 1e9 }
