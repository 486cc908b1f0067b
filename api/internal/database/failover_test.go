package database_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
)

// address returns host:port of a URL.
func address(url string) string {
	_, after, _ := strings.Cut(url, "@")
	host, _, _ := strings.Cut(after, "/")
	return host
}

// onStandby reports whether db is connected to the server that was made as a standby.
func onStandby(t *testing.T, db *database.DB) bool {
	t.Helper()
	var folder string
	noError(t, db.Get(t.Context(), &folder, `SELECT current_setting('data_directory')`))
	return strings.HasSuffix(folder, "/standby/data")
}

// The first of two servers is cut off and the second promoted: writes continue there within seconds,
// and stay there when the cluster manager has stopped the first.
func TestWritesFollowThePrimary(t *testing.T) {
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
	server := databasetest.StartServer(t)
	direct := openAt(t, server.URL)
	if _, err := direct.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Run(t, server.Standby)
	first, second := databasetest.NewProxy(t, server.URL), databasetest.NewProxy(t, server.StandbyURL)
	both := strings.Replace(first.URL, address(first.URL), address(first.URL)+","+address(second.URL), 1) + "&target_session_attrs=read-write"
	db := openAt(t, both)
	written := 0
	write := func() error {
		written++
		slug := fmt.Sprint("g", written)
		return db.InTx(t.Context(), func(tx *database.Tx) error { return insertGallery(t.Context(), tx, slug) })
	}
	var held sync.WaitGroup // several connections, which are idle afterwards
	together := make(chan struct{})
	for range 8 {
		held.Go(func() {
			_ = db.InTx(t.Context(), func(*database.Tx) error { <-together; return nil })
		})
	}
	for db.Stats()["calls"].InUse < 8 {
		time.Sleep(time.Millisecond)
	}
	close(together)
	held.Wait()
	noError(t, write())
	if onStandby(t, db) {
		t.Error("the first write was on the standby")
	}

	first.Freeze()
	server.Run(t, server.Promote)
	begun := time.Now()
	for err := write(); err != nil; err = write() {
		if !database.IsUnavailable(err) {
			t.Fatal(err)
		}
		if time.Since(begun) > 15*time.Second {
			t.Fatalf("no write succeeds after the promotion: %v", err)
		}
	}
	t.Logf("the first write after %s", time.Since(begun))

	first.Refuse()
	first.Thaw()
	rows := countGalleries(t, direct)
	for range 100 {
		if err := write(); err != nil {
			t.Errorf("with the former primary stopped: %v", err)
		}
	}
	again := openAt(t, both)
	if !onStandby(t, db) || !onStandby(t, again) {
		t.Error("connections do not lead to the promoted standby")
	}
	if now := countGalleries(t, direct); now != rows {
		t.Errorf("the former primary has %d rows more", now-rows)
	}
}

func TestSeveralHostsNeedToSayWhichIsWanted(t *testing.T) {
	const hosts = "postgres://user:s3cret@h1:5432,h2:5433/db?sslmode=disable"
	for url, want := range map[string]string{
		hosts:                               "DATABASE_URL names several hosts: add target_session_attrs=read-write, so that the one that takes writes is found",
		hosts + "&target_session_attrs=any": "DATABASE_URL has target_session_attrs=any, but the site writes: make it target_session_attrs=read-write",
		hosts + "&target_session_attrs=read-write":                                               "",
		hosts + "&target_session_attrs=primary":                                                  "",
		"postgres://user:s3cret@h1,h2/db?sslmode=disable&target_session_attrs=read-write":        "",
		"postgres://user:s3cret@h1:5432,h2:x/db?sslmode=disable&target_session_attrs=read-write": "DATABASE_URL is not a URL: escape the characters of the password that URLs reserve",
		hosts + "&target_session_attrs=read-write&connect_timeout=soon":                          `DATABASE_URL is not understood: wrong value for "connect_timeout": strconv.ParseInt: parsing "soon": invalid syntax`,
		hosts + "&target_session_attrs=readwrite&password=s3cret":                                "DATABASE_URL has target_session_attrs=readwrite, but the site writes: make it target_session_attrs=read-write",
	} {
		err := database.CheckURL(url)
		if got := fmt.Sprint(err); (want == "") != (err == nil) || want != "" && got != want {
			t.Errorf("%s: %v", url, err)
		}
	}
}
