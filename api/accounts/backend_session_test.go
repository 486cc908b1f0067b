package accounts_test

import (
	"testing"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// A full disk ends no session: the pages that tell what takes the room answer.
func TestAFullDiskEndsNoBackendSession(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		if db.Engine() == database.SQLite {
			return // no statement fills its disk
		}
		w := newWorld(t, db)
		token, _, err := w.SignInBackend(t.Context(), address, password, accounts.Device{})
		if err != nil {
			t.Fatal(err)
		}
		for _, statement := range []string{
			`CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION USING ERRCODE = 'disk_full'; END $$`,
			`CREATE TRIGGER fill BEFORE UPDATE ON backend_sessions EXECUTE FUNCTION fill()`,
		} {
			if _, err := db.Exec(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
		}
		w.clock.Advance(2 * time.Minute)
		if who, err := w.BackendIdentity(t.Context(), token); err != nil || who.ID != w.user.ID {
			t.Errorf("%+v, %v", who, err)
		}
	})
}
