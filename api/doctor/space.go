package doctor

import (
	"syscall"

	"github.com/dustin/go-humanize"
)

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
		r.warn("disk", "%s free of %s: uploads fail when it is full", humanize.Bytes(free), humanize.Bytes(all))
		return
	}
	r.ok("disk", "%s free of %s", humanize.Bytes(free), humanize.Bytes(all))
}
