package backup

import (
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

func TestTheLastRunAndItsCheck(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		if _, found, err := LastRun(t.Context(), db); found || err != nil {
			t.Fatalf("with none: %v, %v", found, err)
		}
		made := database.At(time.Date(2026, 5, 1, 3, 0, 0, 0, time.UTC))
		for _, file := range []string{"/b/first", "/b/second"} {
			if err := recordRun(t.Context(), db, Run{FinishedAt: made, File: file, Bytes: 7}, "seal of "+file); err != nil {
				t.Fatal(err)
			}
		}
		checked := database.At(made.Add(time.Hour))
		for _, step := range []struct {
			file, seal, problem string
			known               bool
			want                string
		}{
			{"/b/first", "seal of /b/first", "", true, ""},
			{"/elsewhere", "seal of /b/second", "damaged", true, "damaged"},
			{"/b/second", "", "cut short", true, "cut short"},
			{"/b/second", "another seal", "not ours", false, "cut short"},
			{"/elsewhere", "", "not ours", false, "cut short"},
			{"/b/second", "seal of /b/second", "", true, ""},
		} {
			known, err := recordCheck(t.Context(), db, step.file, step.seal, checked, step.problem)
			last, _, lastErr := LastRun(t.Context(), db)
			if err != nil || lastErr != nil || known != step.known || last.Problem != step.want {
				t.Errorf("%+v: known %v, %+v, %v, %v", step, known, last, err, lastErr)
			}
		}
		last, found, err := LastRun(t.Context(), db)
		if err != nil || !found || last.File != "/b/second" || last.Bytes != 7 || !last.FinishedAt.Equal(made.Time) ||
			last.VerifiedAt == nil || !last.VerifiedAt.Equal(checked.Time) {
			t.Errorf("%+v, %v, %v", last, found, err)
		}
	})
}
