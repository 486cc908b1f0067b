package offsite_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/database/databasetest"
	"portfolio/api/offsite"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
)

// days returns the days of the backups that were checked, the newest first.
func (s *site) days(t *testing.T) (days []string) {
	t.Helper()
	for _, one := range s.list(t) {
		if one.Checked {
			days = append(days, one.MadeAt.Format("01-02"))
		}
	}
	return days
}

func TestDaysWeeksAndMonthsAreKept(t *testing.T) {
	s := newSite(t, databasetest.New(t), t.TempDir())
	s.Keep = offsite.Keep{Days: 3, Weeks: 3, Months: 3}
	own := filepath.Join(s.place, "portfolio-of-the-owner.age")
	if err := os.WriteFile(own, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for range 80 { // from Monday, 4 May to Wednesday, 22 July
		if err := s.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.now = s.now.AddDate(0, 0, 1)
	}
	// Three days; the newest of this week and of two before; the newest of this month and of two before.
	want := []string{"07-22", "07-21", "07-20", "07-19", "07-12", "06-30", "05-31"}
	if got := s.days(t); !slices.Equal(got, want) {
		t.Errorf("kept are %v, not %v", got, want)
	}
	// Nothing is lost to a clock that was wrong for a night, nor to a long pause.
	s.now = s.now.AddDate(3, 0, 0)
	if err := s.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := s.days(t); len(got) < 5 || got[1] != "07-22" {
		t.Errorf("kept are %v", got)
	}
	s.proved(t, s.list(t)[len(s.list(t))-1].Name)
	if _, err := os.Stat(own); err != nil {
		t.Errorf("a file of somebody else: %v", err)
	}
}

// limited is a place in which deleting ends with an error.
type limited struct {
	storage.StreamStore
	err error
}

func (l limited) Delete(context.Context, string) error { return l.err }

func TestABackupCountsWhereNothingMayBeDeleted(t *testing.T) {
	for _, err := range []error{storage.ErrDenied, errors.New("away")} {
		s := newSite(t, databasetest.New(t), t.TempDir())
		s.Keep = offsite.Keep{Days: 1}
		open := s.Open
		s.Open = func(ctx context.Context) (storage.StreamStore, error) {
			store, openErr := open(ctx)
			return limited{store, err}, openErr
		}
		for range 3 {
			if err := s.RunDue(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.now = s.now.AddDate(0, 0, 1)
		}
		if got := s.days(t); len(got) != 3 || s.state(t).Failing() {
			t.Errorf("%v: there are %v, %+v", err, got, s.state(t))
		}
	}
}

// The policy that docs/backups.md names makes a bucket to which is added alone.
func TestABucketWhosePolicyDeniesDeletes(t *testing.T) {
	docs, err := os.ReadFile(filepath.Join("..", "..", "docs", "backups.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, policy, _ := strings.Cut(string(docs), "```json\n")
	policy, _, _ = strings.Cut(policy, "```")
	if !strings.Contains(policy, `"s3:DeleteObject"`) {
		t.Fatalf("docs/backups.md begins with another policy: %s", policy)
	}
	// That of a bucket says besides for whom it is.
	policy = strings.NewReplacer("my-backups", storagetest.Bucket, `"Action":`, `"Principal": "*", "Action":`).Replace(policy)
	s := newSite(t, databasetest.New(t), storagetest.S3URLWithPolicy(t, policy))
	s.Keep = offsite.Keep{Days: 1}
	for range 3 {
		if err := s.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.now = s.now.AddDate(0, 0, 1)
	}
	got := s.list(t)
	if len(got) != 3 || s.state(t).Failing() {
		t.Fatalf("there are %v, %+v", got, s.state(t))
	}
	s.proved(t, got[2].Name)
	if err := s.open(t).Delete(t.Context(), got[0].Name+".age"); !errors.Is(err, storage.ErrDenied) {
		t.Errorf("a deletion answers %v", err)
	}
}

func TestNothingIsRemovedAfterAFailure(t *testing.T) {
	s := newSite(t, databasetest.New(t), t.TempDir())
	s.Keep = offsite.Keep{Days: 2}
	for range 2 {
		if err := s.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.now = s.now.AddDate(0, 0, 1)
	}
	s.Keep = offsite.Keep{}
	end := s.inject(t, func() {}, "", fault{"upload lost", 0})
	if err := s.RunDue(t.Context()); err == nil {
		t.Error("nothing failed")
	}
	end()
	if got := s.days(t); len(got) != 2 {
		t.Errorf("there are %v", got)
	}
	// What the failure left goes after a week, and the new one stays whatever the numbers say.
	unfinished := filepath.Join(s.place, "portfolio-2026-05-06-120000-aaaaaaaa.age")
	if err := os.WriteFile(unfinished, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, days := range []int{2, 9} {
		s.now = noon.AddDate(0, 0, 2+days)
		if err := s.RunNow(t.Context()); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat(unfinished); (err == nil) != (days == 2) {
			t.Errorf("after %d days: %v", days, err)
		}
		if got := s.days(t); len(got) != 1 {
			t.Errorf("there are %v", got)
		}
	}
}

// A disk that is not mounted is an empty folder on another.
func TestAnEmptyFolderIsNotWrittenWhereABackupWas(t *testing.T) {
	s := newSite(t, databasetest.New(t), t.TempDir())
	if err := s.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	entries, err := filepath.Glob(filepath.Join(s.place, "portfolio-*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if err := os.Remove(entry); err != nil {
			t.Fatal(err)
		}
	}
	s.now = s.now.AddDate(0, 0, 1)
	if err := s.RunDue(t.Context()); err == nil || !strings.Contains(err.Error(), "the place is empty, and the last backup was sent there: mount it") {
		t.Error(err)
	}
	s.Place = "another place"
	s.now = s.now.Add(time.Hour)
	if err := s.RunDue(t.Context()); err != nil {
		t.Error(err)
	}
}

// A server that ended in the middle is told apart from one that works, by its lease.
func TestAnotherReplicaTakesOver(t *testing.T) {
	s := newSite(t, databasetest.New(t), t.TempDir())
	s.runKilled(t, databaseURL(t, s), fault{"server killed", 1000})
	s.now = s.now.Add(5 * time.Minute)
	if err := s.RunDue(t.Context()); err != nil || len(s.days(t)) != 0 {
		t.Errorf("made while another works: %v, %v", s.days(t), err)
	}
	if err := s.RunNow(t.Context()); err == nil || err.Error() != "a server is making one already" {
		t.Error(err)
	}
	s.now = s.now.Add(6 * time.Minute)
	if err := s.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	if state := s.state(t); len(s.days(t)) != 1 || state.Failure != "the server ended while it made the backup" || state.Failing() {
		t.Errorf("%v, %+v", s.days(t), state)
	}
}

// databaseURL returns the address of a site's SQLite database.
func databaseURL(t *testing.T, s *site) string {
	t.Helper()
	var file []string
	if err := s.Site.DB.Select(t.Context(), &file, `SELECT file FROM pragma_database_list WHERE name = 'main'`); err != nil {
		t.Fatal(err)
	}
	return "sqlite://" + file[0]
}
