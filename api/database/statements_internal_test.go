package database

import (
	"context"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const countTables = `SELECT count(*) FROM sqlite_master WHERE name = ?`

func openEmpty(t *testing.T) *DB {
	db, err := Open(t.Context(), "sqlite://"+filepath.Join(t.TempDir(), "portfolio.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func count(ctx context.Context, t *testing.T, tx *Tx, times int) error {
	for range times {
		var n int
		if err := tx.Get(ctx, &n, countTables, "none"); n != 0 || err != nil {
			t.Fatal(n, err)
		}
	}
	return nil
}

// A committed transaction is over, also while the next one keeps the connection on which its statements would be prepared.
func TestACommitWaitsForNoOtherTransaction(t *testing.T) {
	db, ctx := openEmpty(t), t.Context()
	over, queued := make(chan bool), make(chan error)
	err := db.InTx(ctx, func(tx *Tx) error {
		waiting := db.write.Stats().WaitCount
		go func() {
			queued <- db.InTx(ctx, func(*Tx) error {
				select {
				case <-over:
				case <-time.After(4 * time.Second):
					t.Error("the first transaction waits for the second")
				}
				return nil
			})
		}()
		for db.write.Stats().WaitCount == waiting {
			time.Sleep(time.Millisecond)
		}
		return count(ctx, t, tx, 1)
	})
	close(over)
	if err := <-queued; err != nil {
		t.Error(err)
	}
	if err != nil {
		t.Error(err)
	}
}

// A transaction that runs a statement many times needs no memory for each, whether it is prepared or not.
func TestAStatementIsBoundOnceInATransaction(t *testing.T) {
	const most = 1 << 20
	// A minute, because the race detector makes so many statements slow.
	db, ctx := openEmpty(t), WithTimeout(t.Context(), time.Minute)
	heap := func() int64 {
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return int64(memory.HeapAlloc)
	}
	for range 2 {
		err := db.InTx(ctx, func(tx *Tx) error {
			_ = count(ctx, t, tx, 10)
			// What another test has begun may take memory meanwhile, but not each time.
			var grown []int64
			for len(grown) < 3 && (len(grown) == 0 || slices.Min(grown) > most) {
				before := heap()
				_ = count(ctx, t, tx, 20_000)
				grown = append(grown, heap()-before)
			}
			if slices.Min(grown) > most {
				t.Errorf("%d bytes more", grown)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// Of a statement with a list there is a text for each length: they would be prepared until none of the others could be.
func TestNoListIsPrepared(t *testing.T) {
	db, ctx := openEmpty(t), t.Context()
	if _, err := db.Exec(ctx, `CREATE TABLE numbered (id INTEGER PRIMARY KEY)`); err != nil {
		t.Fatal(err)
	}
	for length := 2; length < 10; length++ {
		query := `DELETE FROM numbered WHERE id IN (?` + strings.Repeat(", ?", length-1) + `)`
		err := db.InTx(ctx, func(tx *Tx) error {
			_ = count(ctx, t, tx, 1)
			_, err := tx.Exec(ctx, query, slices.Repeat([]any{"none"}, length)...)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	prepared := slices.Collect(maps.Keys(db.writes.byText))
	if !slices.Contains(prepared, countTables) || slices.ContainsFunc(prepared, func(text string) bool { return strings.Contains(text, "DELETE") }) {
		t.Errorf("%q", prepared)
	}
}
