package database

import (
	"context"
	"database/sql"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"unsafe"
)

// walHeader is the header of SQLite's WAL-index, https://sqlite.org/walformat.html: two copies of 48 bytes. A commit, of
// whichever process, writes both before it returns, with another counter, frame, salt and checksum, and so does each restart
// of the WAL. SQLite itself takes the pages that it has read for current as long as the header is the same.
type walHeader [12]uint64

// findWALHeader returns the header where SQLite, which shares it among processes by mapping a file, has mapped it for a
// connection in this one; nil where that is not found, as on other systems than Linux. It is there as long as the connection is
// open. The file is not mapped again, because closing it would end the locks that SQLite has on it.
func findWALHeader(ctx context.Context, connection *sql.Conn) *walHeader {
	var path string
	if err := connection.QueryRowContext(ctx, `SELECT file FROM pragma_database_list WHERE name = 'main'`).Scan(&path); err != nil {
		return nil
	}
	maps, _ := os.ReadFile("/proc/self/maps")
	for line := range strings.Lines(string(maps)) {
		// As in "7f24a2dd3000-7f24a2ddb000 rw-s 00000000 fe:00 2359326    /data/portfolio.db-shm".
		fields := strings.Fields(line)
		if !strings.HasSuffix(line, " "+path+"-shm\n") || fields[1] != "rw-s" || fields[2] != "00000000" {
			continue
		}
		start, _, _ := strings.Cut(fields[0], "-")
		if address, err := strconv.ParseUint(start, 16, 64); err == nil {
			return *(**walHeader)(unsafe.Pointer(&address))
		}
	}
	return nil
}

// load returns the header as it is now, all zero for nil.
func (h *walHeader) load() (now walHeader) {
	if h == nil {
		return now
	}
	for i := range now {
		now[i] = atomic.LoadUint64(&h[i])
	}
	return now
}
