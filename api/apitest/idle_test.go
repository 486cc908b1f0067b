package apitest_test

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
)

var databaseCalls = regexp.MustCompile(`(?m)^portfolio_database_calls_total (\S+)$`)

// TestAnIdleServerLeavesItsDatabaseAlone finds ten seconds with about one call in each and no write, once the work of the start
// is done.
func TestAnIdleServerLeavesItsDatabaseAlone(t *testing.T) {
	apitest.Long(t)
	apitest.EachWith(t, apitest.Settings{"STATIC_DIR": writePages(t)}, func(t *testing.T, site *apitest.Site) {
		served := openPages(t, site)
		served.statuses(t, map[string]int{"/": 200})
		var least int
		var wrote bool
		for range 6 {
			before, files := callsOf(t, site), changedAt(t, site)
			time.Sleep(10 * time.Second)
			least, wrote = callsOf(t, site)-before, changedAt(t, site) != files
			t.Logf("%d calls in ten seconds, written: %t", least, wrote)
			if least <= 12 && !wrote {
				return
			}
		}
		t.Errorf("%d calls in ten idle seconds, written: %t", least, wrote)
	})
}

// callsOf returns how many calls of the database the server has made.
func callsOf(t *testing.T, site *apitest.Site) int {
	t.Helper()
	calls, err := strconv.ParseFloat(databaseCalls.FindStringSubmatch(readMetrics(t, site))[1], 64)
	noError(t, err)
	return int(calls)
}

// changedAt returns when the files of an SQLite database were written last.
func changedAt(t *testing.T, site *apitest.Site) (at string) {
	t.Helper()
	path, ok := strings.CutPrefix(site.Database, "sqlite://")
	if !ok {
		return ""
	}
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			at += info.ModTime().String()
		}
	}
	return at
}
