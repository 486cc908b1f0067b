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

// The first of two servers is cut off and the second promoted: writes continue there. When the
// first is back, which accepts writes and does not know of the other, nothing is written to it.
func TestWritesFollowThePrimary(t *testing.T) {
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
		return db.InTx(database.WithTimeout(t.Context(), time.Second), func(tx *database.Tx) error { return insertGallery(t.Context(), tx, slug) })
	}
	var held sync.WaitGroup // several connections, which are idle afterwards
	together := make(chan struct{})
	for range 8 {
		held.Go(func() {
			_ = db.InTx(t.Context(), func(*database.Tx) error { <-together; return nil })
		})
	}
	for db.Stats()["all"].InUse < 8 {
		time.Sleep(time.Millisecond)
	}
	close(together)
	held.Wait()
	if err := write(); err != nil {
		t.Fatal(err)
	}
	if at, err := db.Server(t.Context()); err != nil || at.Host != address(first.URL) {
		t.Errorf("the server is %+v, %v", at, err)
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

	first.Thaw()
	rows := countGalleries(t, direct)
	for range 100 {
		if err := write(); err != nil {
			t.Errorf("with the former primary back: %v", err)
		}
	}
	again := openAt(t, both)
	if at, err := again.Server(t.Context()); err != nil || at.Host != address(second.URL) {
		t.Errorf("who connects now has %+v, %v", at, err)
	}
	if now := countGalleries(t, direct); now != rows {
		t.Errorf("the former primary has %d rows more", now-rows)
	}
}

// A primary that keeps running while a standby is promoted is no longer used.
func TestAFormerPrimaryIsLeft(t *testing.T) {
	server := databasetest.StartServer(t)
	direct := openAt(t, server.URL)
	if _, err := direct.Migrate(t.Context()); err != nil {
		t.Fatal(err)
	}
	server.Run(t, server.Standby)
	folder := strings.TrimSuffix(strings.TrimPrefix(server.URL, "postgres://postgres@/postgres?host="), "&sslmode=disable")
	db := openAt(t, fmt.Sprintf("postgres://postgres@/postgres?host=%s,%s/standby&port=5432,5432&sslmode=disable&target_session_attrs=read-write", folder, folder))
	if _, err := db.Exec(t.Context(), `UPDATE locks SET name = name`); err != nil {
		t.Fatal(err)
	}
	server.Run(t, server.Promote)
	begun := time.Now()
	other := openAt(t, server.StandbyURL)
	for number := 0; countGalleries(t, other) == 0; number++ {
		_ = db.InTx(t.Context(), func(tx *database.Tx) error { return insertGallery(t.Context(), tx, fmt.Sprint("g", number)) })
		if time.Since(begun) > 15*time.Second {
			t.Fatal("the former primary is still written to")
		}
	}
	t.Logf("it was left after %s", time.Since(begun))
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
		hosts + "&target_session_attrs=readwrite&password=s3cret":                                "DATABASE_URL is not understood: unknown target_session_attrs value: readwrite",
	} {
		err := database.CheckURL(url)
		if got := fmt.Sprint(err); (want == "") != (err == nil) || want != "" && got != want {
			t.Errorf("%s: %v", url, err)
		}
	}
}
