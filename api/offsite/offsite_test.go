package offsite_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/mailer"
	"portfolio/api/offsite"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
)

// site is a site whose backups go to a place of its own, under a clock that tests turn.
type site struct {
	*offsite.Backups
	place    string              // the BACKUP_URL
	media    string              // the folder of the site's own files
	server   *storagetest.Faulty // where the place is a bucket of one
	identity *age.X25519Identity
	now      time.Time
}

// noon is a time between two nights.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func newSite(t *testing.T, db *database.DB, place string) *site {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	if err != nil {
		t.Fatal(err)
	}
	s := &site{place: place, identity: identity, now: noon, media: t.TempDir()}
	store, err := storage.OpenFiles(s.media)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	for i, content := range []string{"one", strings.Repeat("two ", 50_000)} {
		name := fmt.Sprintf("a/%d.txt", i)
		if err := store.Put(t.Context(), name, strings.NewReader(content), "text/plain"); err != nil {
			t.Fatal(err)
		}
		exec(t, db, `INSERT INTO stored_files (name, bytes, content_type, state, touched_at) VALUES (?, ?, 'text/plain', 'stored', ?)`, name, len(content), database.At(noon))
	}
	for _, email := range []string{"ada@example.test", "eve@example.test"} {
		exec(t, db, `INSERT INTO users (email, email_key, first_name, last_name, name_key, password, is_staff, is_active, date_joined)
			VALUES (?, ?, 'A', 'B', 'a b', '', TRUE, TRUE, ?)`, email, email, database.At(noon))
	}
	s.Backups = newBackups(db, store, place, identity.Recipient(), t.TempDir(), s.clock)
	return s
}

func newBackups(db *database.DB, store storage.Store, place string, recipient age.Recipient, temporary string, clock func() time.Time) *offsite.Backups {
	mails := mailer.NewQueue(db, clock)
	return &offsite.Backups{
		Site:  &backup.Site{DB: db, Store: store, Clock: clock, Program: "portfolio test"},
		Place: "the place", Recipients: []age.Recipient{recipient},
		Open:     func(ctx context.Context) (storage.StreamStore, error) { return storage.OpenBackups(ctx, place, "", "") },
		Schedule: offsite.Schedule(2 * time.Hour), Keep: offsite.Keep{Days: 7, Weeks: 5, Months: 12}, TempDir: temporary,
		NotifyStaff: func(ctx context.Context, tx *database.Tx, kind string) error {
			return accounts.NotifyStaff(ctx, tx, mails, kind)
		},
		Log: slog.New(slog.DiscardHandler), StallTimeout: time.Minute,
	}
}

func (s *site) clock() time.Time { return s.now }

func exec(t *testing.T, db *database.DB, statement string, args ...any) {
	t.Helper()
	if _, err := db.Exec(t.Context(), statement, args...); err != nil {
		t.Fatal(err)
	}
}

// each runs test with a site on each engine, and on each kind of place.
func each(t *testing.T, test func(t *testing.T, s *site)) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) { test(t, newSite(t, db, t.TempDir())) })
	t.Run("s3", func(t *testing.T) { test(t, newSite(t, databasetest.New(t), storagetest.S3URL(t))) })
}

// readState reads the state again when a pool has found out that its connections were cut.
func (s *site) readState() (offsite.State, error) {
	state, err := offsite.ReadState(context.Background(), s.Site.DB)
	if err != nil {
		state, err = offsite.ReadState(context.Background(), s.Site.DB)
	}
	return state, err
}

func (s *site) state(t *testing.T) offsite.State {
	t.Helper()
	state, err := s.readState()
	if err != nil {
		t.Fatal(err)
	}
	return state
}

// mails returns the kinds of mails that were queued, and removes them.
func (s *site) mails(t *testing.T) (kinds []string) {
	t.Helper()
	if err := s.Site.DB.Select(t.Context(), &kinds, `SELECT kind || ' to ' || recipient FROM mails ORDER BY id`); err != nil {
		t.Fatal(err)
	}
	exec(t, s.Site.DB, `DELETE FROM mails`)
	return kinds
}

// open returns the place.
func (s *site) open(t *testing.T) storage.StreamStore {
	t.Helper()
	store, err := storage.OpenBackups(t.Context(), s.place, "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func (s *site) list(t *testing.T) []offsite.Backup {
	t.Helper()
	backups, err := offsite.List(t.Context(), s.open(t))
	if err != nil {
		t.Fatal(err)
	}
	return backups
}

// proved fails the test unless a site can be made of the backup of that name.
func (s *site) proved(t *testing.T, name string) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "fetched"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	if _, err := offsite.Fetch(t.Context(), s.open(t), name, []age.Identity{s.identity}, file); err != nil {
		t.Fatal(err)
	}
	archive, err := backup.Open(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = archive.Close() }()
	if err := archive.Check(t.Context(), func(backup.Progress) {}); err != nil {
		t.Fatal(err)
	}
	if rows, files := archive.Count(); rows < 4 || files != 2 {
		t.Errorf("%d rows and %d files", rows, files)
	}
}

func TestEachNightHasOneBackup(t *testing.T) {
	each(t, func(t *testing.T, s *site) {
		for night := range 3 {
			for range 3 {
				if err := s.RunDue(t.Context()); err != nil {
					t.Fatal(err)
				}
				s.now = s.now.Add(time.Hour)
			}
			backups := s.list(t)
			if len(backups) != night+1 || !backups[0].Checked || backups[0].Name != s.state(t).Name {
				t.Fatalf("night %d: %+v", night, backups)
			}
			s.now = s.now.Add(21 * time.Hour)
		}
		state := s.state(t)
		if !state.MadeAt.Equal(noon.AddDate(0, 0, 2)) || state.CheckedAt == nil || state.Bytes < 200_000 || len(state.SHA256) != 64 || state.Place != "the place" {
			t.Errorf("%+v", state)
		}
		s.proved(t, "")
		if mails := s.mails(t); mails != nil {
			t.Errorf("mails: %v", mails)
		}
	})
}

func TestReplicasMakeOneBackupOfANight(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, t.TempDir())
		results := make(chan error)
		for range 4 {
			go func() { results <- s.RunDue(context.WithoutCancel(t.Context())) }()
		}
		for range 4 {
			if err := <-results; err != nil {
				t.Error(err)
			}
		}
		if backups := s.list(t); len(backups) != 1 {
			t.Errorf("%+v", backups)
		}
	})
}

func TestStaffAreToldOfEachMissedNightOnce(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, t.TempDir())
		open := s.Open
		s.Open = func(context.Context) (storage.StreamStore, error) { return nil, fmt.Errorf("refused") }
		missed := []string{"notice: no backup to ada@example.test", "notice: no backup to eve@example.test"}
		var told []string
		for range 3 * 24 * 4 {
			_ = s.RunDue(t.Context())
			// Replicas look at the same time.
			results := make(chan error)
			for range 2 {
				go func() { results <- s.NotifyMissed(context.WithoutCancel(t.Context())) }()
			}
			if err := errors.Join(<-results, <-results); err != nil {
				t.Fatal(err)
			}
			if mails := s.mails(t); len(mails) > 0 {
				if !slices.Equal(mails, missed) {
					t.Fatalf("mails: %v", mails)
				}
				told = append(told, s.now.Format("2 15:04"))
			}
			s.now = s.now.Add(15 * time.Minute)
		}
		if want := []string{"5 08:00", "6 08:00", "7 08:00"}; !slices.Equal(told, want) {
			t.Errorf("told at %v, want %v", told, want)
		}
		if state := s.state(t); state.Failure != "refused" || !state.Failing() || state.Missed(s.Schedule, s.now) != 3 || state.MadeAt != nil {
			t.Errorf("%+v", state)
		}
		message, err := offsite.RenderMail(t.Context(), db, "site.example", mailer.Job{Kind: "notice: no backup", Recipient: "ada@example.test"})
		if err != nil || message.Subject != "No backup was made of site.example" || !strings.Contains(message.Text, "There has been no good one yet.") || !strings.Contains(message.HTML, ": refused.") {
			t.Errorf("%+v, %v", message, err)
		}

		s.Open = open
		s.now = s.now.Add(time.Hour)
		if err := s.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		if mails := s.mails(t); !slices.Equal(mails, []string{"notice: backups again to ada@example.test", "notice: backups again to eve@example.test"}) {
			t.Errorf("mails: %v", mails)
		}
		if err := s.NotifyMissed(t.Context()); err != nil || s.mails(t) != nil || s.state(t).Failing() {
			t.Errorf("told after it was well: %v", err)
		}
		message, err = offsite.RenderMail(t.Context(), db, "site.example", mailer.Job{Kind: "notice: backups again"})
		if err != nil || message.Subject != "Backups are made again of site.example" || !strings.Contains(message.Text, s.state(t).Name) || strings.Contains(message.Text, "refused") {
			t.Errorf("%+v, %v", message, err)
		}
	})
}

// slow is a place that takes nothing for a while, longer than a call to the database may take.
type slow struct {
	storage.StreamStore
	time.Duration
}

func (s slow) PutStream(ctx context.Context, name string, content io.Reader, contentType string) error {
	first := make([]byte, 500_000) // amid the rows
	if _, err := io.ReadFull(content, first); err != nil {
		return err
	}
	<-time.After(s.Duration)
	return s.StreamStore.PutStream(ctx, name, io.MultiReader(bytes.NewReader(first), content), contentType)
}

func TestTheSnapshotWaitsForASlowPlace(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		s := newSite(t, db, t.TempDir())
		// More than what is on the way between the rows and the place.
		exec(t, db, `UPDATE users SET staff_notes = ?`, strings.Repeat("much to say ", 100_000))
		open := s.Open
		s.Open = func(ctx context.Context) (storage.StreamStore, error) {
			store, err := open(ctx)
			return slow{store, 1500 * time.Millisecond}, err
		}
		if err := s.RunDue(database.WithTimeout(t.Context(), time.Second)); err != nil {
			t.Fatal(err)
		}
		s.proved(t, "")
	})
}
