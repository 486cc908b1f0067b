package database_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// A row that was read comes back as it was, by way of JSON that both engines write and read alike, also when its table lost a column or
// got one in between.
func TestARowGoesAndComesBack(t *testing.T) {
	texts := map[string]bool{}
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		err := db.InTx(t.Context(), func(tx *database.Tx) error {
			exec := func(statement string) {
				t.Helper()
				if _, err := tx.Exec(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			exec(`INSERT INTO users (id, email, email_key, name_key, first_name, last_name, password, is_staff, date_joined)
			      VALUES (7, 'a@example.test', 'a@example.test', '', 'Ada', 'L', 'x', TRUE, '2026-05-01T12:00:00.120Z')`)
			before, err := tx.ReadRow(t.Context(), "users", 7)
			if err != nil {
				return err
			}
			text, err := json.Marshal(before)
			if err != nil {
				return err
			}
			texts[string(text)] = true
			changed := strings.Replace(string(text), `"staff_notes":""`, `"dropped":"x"`, 1)
			if changed == string(text) {
				t.Fatalf("%s has no staff_notes", text)
			}
			var row database.Row
			if err := json.Unmarshal([]byte(changed), &row); err != nil {
				return err
			}
			exec(`DELETE FROM users WHERE id = 7`)
			if err := tx.InsertRow(t.Context(), "users", row); err != nil {
				return err
			}
			after, err := tx.ReadRow(t.Context(), "users", 7)
			if fmt.Sprint(after) != fmt.Sprint(before) {
				t.Errorf("%v, before %v", after, before)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	})
	if len(texts) != 1 {
		t.Errorf("the engines write %v", texts)
	}
}
