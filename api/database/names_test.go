package database_test

import (
	"slices"
	"strings"
	"testing"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// Rows that a program of version 14 wrote are there under the new names, and go back under the previous ones.
func TestTheColumnsOfVersion14AreCarriedOver(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		if err := db.MigrateTo(t.Context(), 14); err != nil {
			t.Fatal(err)
		}
		at := now()
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			for _, statement := range []string{
				`INSERT INTO users (id, email, email_key, first_name, last_name, password, date_joined) VALUES (7, 'a', 'a', 'A', 'B', '', ?)`,
				`INSERT INTO sessions (id, user_id, gen, random, former, gen_at, created_at, last_used_at, expires_at)
				 VALUES ('parent', 7, 3, 'r', 'before', ?, ?, ?, ?)`,
				`INSERT INTO sessions (id, user_id, gen, random, gen_at, created_at, last_used_at, expires_at, opened_by)
				 VALUES ('child', 7, 0, 'r', ?, ?, ?, ?, 'parent')`,
				`INSERT INTO throttles (key, period, hits, former, expires_at, rule, machine, refused_until) VALUES
				 ('register', 1, 2, 3, ?, 'register', '192.0.2.1', ?), ('sign in', 1, 2, 3, ?, 'sign in by machine', '192.0.2.1', ?)`,
				`UPDATE publishing SET shown = 'f'`,
			} {
				if _, err := tx.Exec(t.Context(), statement, slices.Repeat([]any{at}, strings.Count(statement, "?"))...); err != nil {
					return err
				}
			}
			return nil
		})
		if err == nil {
			_, err = db.Migrate(t.Context())
		}
		if err != nil {
			t.Fatal(err)
		}
		count := func(want int, statement string, args ...any) {
			t.Helper()
			var n int
			if err := db.Get(t.Context(), &n, statement, args...); err != nil || n != want {
				t.Errorf("%d rows and not %d, %v: %s", n, want, err, statement)
			}
		}
		count(1, `SELECT count(*) FROM sessions p JOIN sessions c ON c.parent_session_id = p.id WHERE p.previous = 'before' AND c.id = 'child'`)
		count(1, `SELECT count(*) FROM throttles WHERE key = 'register' AND previous = 3 AND network = '192.0.2.1' AND blocked_until = ?`, at)
		count(1, `SELECT count(*) FROM throttles`)
		count(1, `SELECT count(*) FROM publishing WHERE published_fingerprint = 'f'`)
		if err := db.MigrateTo(t.Context(), 14); err != nil {
			t.Fatal(err)
		}
		count(1, `SELECT count(*) FROM sessions p JOIN sessions c ON c.opened_by = p.id WHERE p.former = 'before' AND c.id = 'child'`)
		count(1, `SELECT count(*) FROM throttles WHERE former = 3 AND machine = '192.0.2.1' AND refused_until = ?`, at)
		count(1, `SELECT count(*) FROM publishing WHERE shown = 'f'`)
	})
}
