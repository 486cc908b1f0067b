package database_test

import (
	"testing"

	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
)

func TestStateOfTheDatabase(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		state, err := db.State(t.Context())
		if err != nil || state.Bytes < 50_000 || state.Version != 2 {
			t.Errorf("%+v, %v", state, err)
		}
	})
}
