package database_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// impatience is the deadline of calls to a database that does not answer.
const impatience = 300 * time.Millisecond

// openByProxy returns a migrated PostgreSQL and the proxy that leads to it.
func openByProxy(t *testing.T) (*database.DB, *servertest.Proxy) {
	t.Helper()
	proxy := servertest.NewProxy(t, servertest.PostgresURL(t))
	db := openAt(t, proxy.URL)
	_, err := db.Migrate(t.Context())
	noError(t, err)
	return db, proxy
}

// within fails t unless fn, which is one call with impatience, returns that the database is unavailable.
func within(t *testing.T, name string, fn func(ctx context.Context) error) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- fn(database.WithTimeout(context.Background(), impatience)) }()
	select {
	case err := <-done:
		check(t, database.IsUnavailable(err), "%s: %v", name, err)
	case <-time.After(10 * time.Second):
		t.Fatalf("%s waits for a database that is frozen", name)
	}
}

func TestNoCallWaitsForAFrozenDatabase(t *testing.T) {
	db, proxy := openByProxy(t)
	loadTime := time.Minute
	calls := map[string]func(ctx context.Context) error{
		"get":    func(ctx context.Context) error { return db.Get(ctx, new(int), `SELECT count(*) FROM galleries`) },
		"select": func(ctx context.Context) error { return db.Select(ctx, new([]int), `SELECT id FROM galleries`) },
		"query": func(ctx context.Context) error {
			rows, err := db.Query(ctx, `SELECT id FROM galleries`)
			if err == nil {
				err = errors.Join(rows.Err(), rows.Close())
			}
			return err
		},
		"write": func(ctx context.Context) error {
			_, err := db.Exec(ctx, `DELETE FROM galleries`)
			return err
		},
		"snapshot": func(ctx context.Context) error {
			return db.InSnapshot(ctx, func(*database.Tx) error { return nil })
		},
		"load": func(ctx context.Context) error {
			ctx, cancel := context.WithTimeout(ctx, loadTime) // each step of it may take minutes
			defer cancel()
			return db.InLoad(ctx, func(*database.Tx) error { return nil })
		},
		"ping": func(ctx context.Context) error { return db.Ping(ctx) },
	}
	for name, call := range calls {
		if err := call(t.Context()); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	proxy.Freeze()
	loadTime = impatience
	for name, call := range calls {
		within(t, name, call)
	}
	for name, inTx := range map[string]func(context.Context, func(tx *database.Tx) error) error{
		"a transaction": db.InTx, "a snapshot": db.InSnapshot,
	} {
		proxy.Thaw()
		within(t, "a statement in "+name, func(ctx context.Context) error {
			return inTx(ctx, func(tx *database.Tx) error {
				proxy.Freeze()
				return tx.Get(ctx, new(int), `SELECT count(*) FROM galleries`)
			})
		})
	}
	proxy.Thaw()
	loadTime = time.Minute
	for name, call := range calls {
		if err := call(t.Context()); err != nil {
			t.Errorf("%s after the freeze: %v", name, err)
		}
	}
}

// A commit without an answer happened once or not at all, and the caller gets an error.
func TestACommitWithoutAnAnswerIsNotRepeated(t *testing.T) {
	db, proxy := openByProxy(t)
	for name, fault := range map[string]func(){"frozen": proxy.Freeze, "cut": proxy.Cut} {
		runs := 0
		within(t, name, func(ctx context.Context) error {
			return db.InTx(ctx, func(tx *database.Tx) error {
				runs++
				err := insertGallery(ctx, tx, name)
				fault()
				return err
			})
		})
		proxy.Thaw()
		check(t, runs == 1, "%s: the transaction ran %d times", name, runs)
		var rows int
		if err := db.Get(t.Context(), &rows, `SELECT count(*) FROM galleries WHERE slug = ?`, name); err != nil || rows > 1 {
			t.Errorf("%s: %d rows, %v", name, rows, err)
		}
	}
}

// holding calls fn while requests hold every connection.
func holding(ctx context.Context, db *database.DB, fn func()) error {
	var hold func(connections int) error
	hold = func(connections int) error {
		if connections == 0 {
			fn()
			return nil
		}
		return db.InTx(ctx, func(*database.Tx) error { return hold(connections - 1) })
	}
	if db.Engine() == database.SQLite {
		return hold(1)
	}
	return hold(db.Stats()["calls"].MaxOpenConnections)
}

func TestWhatWaitsForAConnection(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		err := holding(t.Context(), db, func() {
			within(t, "a write", func(ctx context.Context) error {
				return db.InTx(ctx, func(*database.Tx) error { return nil })
			})
			// These use separate connections.
			if err := db.Ping(t.Context()); err != nil {
				t.Errorf("a ping: %v", err)
			}
		})
		noError(t, err)
	})
}

// Connections that have ended are thrown away before anything is lost: the next calls succeed, reads and writes.
func TestTheFirstCallAfterAnOutageSucceeds(t *testing.T) {
	db, proxy := openByProxy(t)
	work := func(when string) {
		t.Helper()
		var n int
		if err := db.Get(t.Context(), &n, `SELECT count(*) FROM galleries`); err != nil {
			t.Errorf("a read %s: %v", when, err)
		}
		if err := db.Select(t.Context(), new([]int), `SELECT id FROM galleries`); err != nil {
			t.Errorf("a list %s: %v", when, err)
		}
		if err := db.InTx(t.Context(), func(tx *database.Tx) error { return insertGallery(t.Context(), tx, when) }); err != nil {
			t.Errorf("a write %s: %v", when, err)
		}
		if err := db.Ping(t.Context()); err != nil {
			t.Errorf("a ping %s: %v", when, err)
		}
	}
	work("before")
	proxy.Cut()
	work("after a cut")
	_, err := openAt(t, proxy.URL).Exec(t.Context(), `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	noError(t, err)
	work("after the server ended all")
	proxy.Refuse()
	within(t, "a read while refused", func(ctx context.Context) error { return db.Get(ctx, new(int), `SELECT 1`) })
	within(t, "a write while refused", func(ctx context.Context) error { _, err := db.Exec(ctx, `SELECT 1`); return err })
	proxy.Accept(t)
	work("after a refusal")
}

// A request that is given up ends its connection. Those that wait for one meet many that have just ended.
func TestNobodyFailsByWhatOthersGiveUp(t *testing.T) {
	db := openAt(t, servertest.PostgresURL(t))
	_, err := db.Migrate(t.Context())
	noError(t, err)
	var group sync.WaitGroup
	for range 40 {
		group.Go(func() {
			for n := range 40 {
				ctx, cancel := context.WithTimeout(t.Context(), time.Duration(n%4*5)*time.Millisecond)
				_ = db.Get(ctx, new(int), `SELECT 1 FROM pg_sleep(0.05)`)
				cancel()
			}
		})
		group.Go(func() {
			for range 40 {
				if err := db.Get(t.Context(), new(int), `SELECT 1`); err != nil {
					t.Error(err)
				}
				if _, err := db.Exec(t.Context(), `DELETE FROM galleries`); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
}

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
	server := servertest.StartPostgres(t)
	direct := openAt(t, server.URL)
	_, err := direct.Migrate(t.Context())
	noError(t, err)
	server.Run(t, server.Standby)
	first, second := servertest.NewProxy(t, server.URL), servertest.NewProxy(t, server.StandbyURL)
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
	check(t, !onStandby(t, db), "the first write was on the standby")

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
	check(t, onStandby(t, db) && onStandby(t, again), "connections do not lead to the promoted standby")
	now := countGalleries(t, direct)
	check(t, now == rows, "the former primary has %d rows more", now-rows)
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
