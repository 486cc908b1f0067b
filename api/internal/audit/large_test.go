package audit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/servertest"
)

const manyEntries = 100_000

// fill writes a log of several years. Most entries are from one attacking address, a tenth from one
// busy member of staff, and a few are rare.
func fill(t *testing.T, db *database.DB) {
	t.Helper()
	at, analyze := `strftime('%Y-%m-%dT%H:%M:%fZ', 1700000000 + i * 600, 'unixepoch')`, `SELECT 1`
	if db.Engine() == database.PostgreSQL {
		at, analyze = `to_timestamp(1700000000 + i * 600)`, `ANALYZE audit_entries`
	}
	ctx := database.WithTimeout(t.Context(), time.Minute)
	err := db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, fmt.Sprintf(`
			INSERT INTO audit_entries (at, action, actor_id, actor, actor_key, kind, target_id, target, ip, request_id, detail)
			WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
			SELECT %s,
			       CASE WHEN i %% 10000 = 1 THEN 'user deleted' WHEN i %% 10 < 7 THEN 'sign-in refused' ELSE 'sign-in' END,
			       CASE WHEN i %% 10 = 7 THEN 1 WHEN i %% 10 > 7 THEN i %% 2000 END,
			       CASE WHEN i %% 10 = 7 THEN 'Staff@example.test' WHEN i %% 10 > 7 THEN 'U' || i %% 2000 || '@example.test' ELSE '' END,
			       CASE WHEN i %% 10 = 7 THEN 'staff@example.test' WHEN i %% 10 > 7 THEN 'u' || i %% 2000 || '@example.test' ELSE '' END,
			       CASE WHEN i %% 5000 = 2 THEN 'gallery' ELSE 'user' END, i %% 2000, 'u' || i %% 2000 || '@example.test',
			       CASE WHEN i %% 10 < 6 THEN '203.0.113.1' ELSE '198.51.100.' || i %% 250 END, 'request' || i, 'wrong password'
			  FROM n`, manyEntries, at))
		if err == nil {
			_, err = tx.Exec(ctx, analyze)
		}
		return err
	})
	noError(t, err)
}

// A page of a long log is read by an index with any filter.
func TestPagesOfALargeLogFollowIndexes(t *testing.T) {
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
	day := func(n int) time.Time { return time.Unix(1700000000, 0).AddDate(0, 0, n) }
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		fill(t, db)
		log := audit.New(db, time.Now)
		_, middle := list(t, log, audit.Filter{To: day(300)})
		for name, filter := range map[string]audit.Filter{
			"everything":             {},
			"the middle":             {After: middle},
			"a frequent action":      {Action: audit.SignInRefused},
			"a rare action":          {Action: audit.UserDeleted},
			"a rare one, long ago":   {Action: audit.UserDeleted, After: middle},
			"an action of nobody":    {Action: "nothing like it"},
			"a busy actor":           {Actor: "staff@example.test"},
			"a seldom actor":         {Actor: "u19@example.test"},
			"a busy account":         {UserID: 1},
			"a seldom account":       {UserID: 1999},
			"a frequent kind":        {Kind: audit.User, After: middle},
			"a rare kind":            {Kind: audit.Gallery},
			"one target":             {Kind: audit.User, TargetID: 1234},
			"a frequent address":     {IP: "203.0.113.1", After: middle},
			"a seldom address":       {IP: "198.51.100.9"},
			"one day":                {From: day(200), To: day(201)},
			"years, and long ago":    {To: day(30)},
			"an action on one day":   {Action: audit.SignIn, From: day(200), To: day(201)},
			"an actor on one day":    {Actor: "staff@example.test", From: day(200), To: day(201)},
			"an account on one day":  {UserID: 1, From: day(200), To: day(201)},
			"an address, long ago":   {IP: "203.0.113.1", To: day(30)},
			"an actor's rare action": {Actor: "staff@example.test", Action: audit.UserDeleted},
		} {
			filter.Limit = audit.DefaultLimit
			for _, statement := range audit.StatementsOf(filter) {
				for _, fault := range faults(t, db, statement) {
					t.Errorf("%s: %s", name, fault)
				}
			}
		}
	})
}

// faults returns the lines of a statement's plan that read the whole table, or more of it than the
// page.
func faults(t *testing.T, db *database.DB, statement audit.Statement) (faults []string) {
	t.Helper()
	for _, line := range servertest.Plan(t, db, statement.Text, statement.Args...) {
		whole := strings.Contains(line, "Seq Scan") || strings.Contains(line, "SCAN") && !strings.Contains(line, "USING INDEX audit_entries_at")
		if whole || strings.Contains(line, "TEMP B-TREE") {
			faults = append(faults, line)
		}
	}
	return faults
}
