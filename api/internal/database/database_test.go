package database_test

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

// AfterCommit runs once others see the transaction, and not after a rollback.
func TestAfterCommit(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx, seen := t.Context(), -1
		count := func() {
			noError(t, db.Get(ctx, &seen, `SELECT COUNT(*) FROM galleries WHERE slug = 'new'`))
		}
		add := func(failure error) error {
			return db.InTx(ctx, func(tx *database.Tx) error {
				tx.AfterCommit(count)
				_, err := tx.Exec(ctx, `INSERT INTO galleries (name, slug, created_at) VALUES ('New', 'new', ?)`, database.At(time.Now()))
				return errors.Join(err, failure)
			})
		}
		refused := errors.New("refused")
		if err := add(refused); !errors.Is(err, refused) || seen != -1 {
			t.Errorf("rolled back: %v, %d seen", err, seen)
		}
		if err := add(nil); err != nil || seen != 1 {
			t.Errorf("committed: %v, %d seen", err, seen)
		}
	})
}

func TestTimeComesBackAsItWent(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		zone := time.FixedZone("UTC+9", 9*3600)
		for _, instant := range []time.Time{
			time.Date(2026, 3, 29, 2, 30, 0, 123_456_789, zone),
			time.Date(1999, 12, 31, 23, 59, 59, 0, time.UTC),
			time.Date(2026, 10, 25, 1, 0, 0, 999_999_999, time.UTC),
		} {
			want := database.At(instant)
			var got database.Time
			err := db.InTx(ctx, func(tx *database.Tx) error {
				return tx.Get(ctx, &got, `
					INSERT INTO galleries (name, slug, created_at) VALUES (?, ?, ?) RETURNING created_at`,
					"g", instant.String(), want)
			})
			noError(t, err)
			check(t, got.Equal(want.Time) && got.Location() == time.UTC, "stored %v, read %v", want, got)
			var later int
			if err := db.Get(ctx, &later, `SELECT count(*) FROM galleries WHERE slug = ? AND created_at >= ? AND created_at < ?`,
				instant.String(), want, database.At(want.Add(time.Millisecond))); err != nil {
				t.Fatal(err)
			}
			check(t, later == 1, "%v is not found by its own time", want)
		}
	})
}

func TestRefusalsAreRecognised(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		twice := db.InTx(ctx, func(tx *database.Tx) error {
			if err := insertGallery(ctx, tx, "same"); err != nil {
				return err
			}
			return insertGallery(ctx, tx, "same")
		})
		check(t, database.IsUnique(twice) && !database.IsForeignKey(twice), "second slug: %v", twice)
		orphan := db.InTx(ctx, func(tx *database.Tx) error {
			_, err := tx.Exec(ctx, `
				INSERT INTO sessions (id, user_id, gen, random, gen_at, created_at, last_used_at, expires_at)
				VALUES ('s', 999, 0, '', ?, ?, ?, ?)`, now(), now(), now(), now())
			return err
		})
		check(t, database.IsForeignKey(orphan) && !database.IsUnique(orphan), "session of nobody: %v", orphan)
	})
}

func TestOneCurrentDocumentPerCategory(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		ctx := context.Background()
		insert := func(current bool) error {
			return db.InTx(ctx, func(tx *database.Tx) error {
				_, err := tx.Exec(ctx, `
					INSERT INTO documents (name, category_id, is_current)
					VALUES ('CV', (SELECT id FROM document_categories WHERE name = 'CV'), ?)`, current)
				return err
			})
		}
		for _, current := range []bool{true, false, false} {
			noError(t, insert(current))
		}
		if err := insert(true); !database.IsUnique(err) {
			t.Errorf("a second current document: %v", err)
		}
	})
}

func TestOpenNamesTheFault(t *testing.T) {
	for url, want := range map[string]string{
		"mysql://x":                                          "DATABASE_URL must begin with",
		"postgres://u:s3cret@127.0.0.1:1/db":                 "sslmode",
		"postgres://u:s3cret@%zz/db":                         "DATABASE_URL is not a URL",
		"sqlite:///nonexistent-folder/file.db":               "open the database",
		"postgres://u:s3cret@127.0.0.1:1/db?sslmode=disable": "open the database",
	} {
		_, err := database.Open(context.Background(), url)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", url, err)
		} else if strings.Contains(err.Error(), "s3cret") {
			t.Errorf("the password is in %q", err)
		}
	}
}

func insertGallery(ctx context.Context, tx *database.Tx, slug string) error {
	_, err := tx.Exec(ctx, `INSERT INTO galleries (name, slug, created_at) VALUES ('g', ?, ?)`, slug, now())
	return err
}

func countGalleries(t *testing.T, db *database.DB) (n int) {
	t.Helper()
	noError(t, db.Get(context.Background(), &n, `SELECT count(*) FROM galleries`))
	return n
}

func now() database.Time { return database.At(time.Now()) }

func TestALockIsHeldByOneTransaction(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		for _, lock := range []database.Lock{database.LockStaff, database.LockCurrent} {
			holders, most := 0, 0
			var group sync.WaitGroup
			for range 8 {
				group.Go(func() {
					err := db.InTx(t.Context(), func(tx *database.Tx) error {
						if err := tx.Lock(t.Context(), lock); err != nil {
							return err
						}
						// The race detector would see two holders, too.
						holders++
						most = max(most, holders)
						err := insertGallery(t.Context(), tx, string(lock)+rand.Text())
						holders--
						return err
					})
					check(t, err == nil, "%v", err)
				})
			}
			group.Wait()
			check(t, most == 1, "%s: %d transactions held it at once", lock, most)
		}
		err := db.InTx(t.Context(), func(tx *database.Tx) error { return tx.Lock(t.Context(), "nothing") })
		check(t, err != nil, "a lock that does not exist was taken")
	})
}

func TestATransactionThatIsRolledBackForAnotherIsRetried(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		if db.Engine() == database.SQLite {
			return // its transactions do not overlap
		}
		both, ended := new(sync.WaitGroup), make(chan struct{})
		both.Add(2)
		locked := func(tx *database.Tx, first, second database.Lock) error {
			err := tx.Lock(t.Context(), first)
			both.Done()
			both.Wait()
			return errors.Join(err, tx.Lock(t.Context(), second))
		}
		go func() {
			defer close(ended)
			err := db.InTx(t.Context(), func(tx *database.Tx) error {
				// It does not look for deadlocks: PostgreSQL ends the other one.
				_, err := tx.Exec(t.Context(), `SET LOCAL deadlock_timeout = '1min'`)
				return errors.Join(err, locked(tx, database.LockContent, database.LockCurrent))
			})
			check(t, err == nil, "the one that holds its locks: %v", err)
		}()
		calls := 0
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			if calls++; calls > 1 {
				<-ended
				return tx.Lock(t.Context(), database.LockContent)
			}
			return locked(tx, database.LockCurrent, database.LockContent)
		})
		<-ended
		check(t, err == nil && calls == 2, "%d calls: %v", calls, err)
	})
}

// check reports an error unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

var noError = servertest.NoError
