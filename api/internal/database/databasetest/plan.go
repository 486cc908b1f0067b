package databasetest

import (
	"testing"

	"portfolio/api/internal/database"
)

// Plan returns how the engine is going to answer a statement, a line a step.
func Plan(t *testing.T, db *database.DB, statement string, args ...any) (lines []string) {
	t.Helper()
	if db.Engine() == database.PostgreSQL {
		noError(t, db.Select(t.Context(), &lines, `EXPLAIN `+statement, args...))
		return lines
	}
	var rows []struct {
		ID      int64  `db:"id"`
		Parent  int64  `db:"parent"`
		NotUsed int64  `db:"notused"`
		Detail  string `db:"detail"`
	}
	noError(t, db.Select(t.Context(), &rows, `EXPLAIN QUERY PLAN `+statement, args...))
	for _, row := range rows {
		lines = append(lines, row.Detail)
	}
	return lines
}
