package backup_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"filippo.io/age"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/servertest"
)

// offsite is a site with off-site backups, and a clock that tests set.
type offsite struct {
	*backup.Offsite
	place    string             // the BACKUP_URL
	media    string             // the folder of the site's own files
	server   *servertest.Faulty // if the place is a bucket of one
	identity *age.X25519Identity
	now      time.Time
}

// noon is a time between two nights.
var noon = time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)

func newOffsite(t *testing.T, db *database.DB, place string) *offsite {
	t.Helper()
	identity, err := age.GenerateX25519Identity()
	noError(t, err)
	o := &offsite{place: place, identity: identity, now: noon, media: t.TempDir()}
	store, err := files.OpenFolder(o.media)
	noError(t, err)
	t.Cleanup(func() { _ = store.Close() })
	filled(t, db, store)
	for _, email := range []string{"ada@example.test", "eve@example.test"} {
		exec(t, db, `INSERT INTO users (email, email_key, first_name, last_name, name_key, password, is_staff, is_active, date_joined)
			VALUES (?, ?, 'A', 'B', 'a b', '', TRUE, TRUE, ?)`, email, email, database.At(noon))
	}
	o.Offsite = offsiteOf(db, store, place, identity.Recipient(), func() time.Time { return o.now })
	return o
}

func offsiteOf(db *database.DB, store files.Store, place string, recipient age.Recipient, clock func() time.Time) *backup.Offsite {
	mails := mailer.NewQueue(jobs.New(db, clock))
	return &backup.Offsite{
		Site:  &backup.Site{DB: db, Store: store, Clock: clock, Program: "portfolio test"},
		Place: "the place", Recipients: []age.Recipient{recipient},
		Open: func(ctx context.Context) (files.Store, error) { return files.OpenBackups(ctx, place) },
		NotifyStaff: func(ctx context.Context, tx *database.Tx, kind string) error {
			return accounts.NotifyStaff(ctx, tx, mails, mailer.Job{Kind: kind})
		},
		Log: slog.New(slog.DiscardHandler), Timeout: time.Minute,
	}
}

// runDue runs the nightly backup if it is due, as each replica does, and returns why it failed.
func (o *offsite) runDue(ctx context.Context) error {
	if err := runJob(ctx, o.Offsite, backup.JobKind); err != nil || ctx.Err() != nil {
		return errors.Join(err, ctx.Err())
	}
	state, err := o.readState()
	if err == nil && state.Failure != "" {
		err = errors.New(state.Failure)
	}
	return err
}

func runJob(ctx context.Context, o *backup.Offsite, kind string) error {
	worker := &jobs.Worker{Queue: jobs.New(o.Site.DB, o.Site.Clock), Handlers: o.Jobs(), Log: o.Log}
	return worker.RunDue(ctx, kind)
}

func exec(t *testing.T, db *database.DB, statement string, args ...any) {
	t.Helper()
	_, err := db.Exec(t.Context(), statement, args...)
	noError(t, err)
}

// eachPlace runs test with a site on each engine, and on each kind of place.
func eachPlace(t *testing.T, test func(t *testing.T, o *offsite)) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) { test(t, newOffsite(t, db, t.TempDir())) })
	t.Run("s3", func(t *testing.T) { test(t, newOffsite(t, servertest.NewDatabase(t), servertest.S3URL(t))) })
}

// readState reads the state again when a pool has found out that its connections were cut.
func (o *offsite) readState() (backup.State, error) {
	state, err := backup.ReadState(context.Background(), o.Site.DB)
	if err != nil {
		state, err = backup.ReadState(context.Background(), o.Site.DB)
	}
	return state, err
}

func (o *offsite) state(t *testing.T) backup.State {
	t.Helper()
	state, err := o.readState()
	noError(t, err)
	return state
}

// mails returns the queued mails and their recipients, and removes them.
func (o *offsite) mails(t *testing.T) (kinds []string) {
	t.Helper()
	noError(t, o.Site.DB.Select(t.Context(), &kinds, `SELECT payload || key FROM jobs WHERE kind = ? ORDER BY id`, mailer.JobKind))
	exec(t, o.Site.DB, `DELETE FROM jobs WHERE kind = ?`, mailer.JobKind)
	return kinds
}

func (o *offsite) open(t *testing.T) files.Store {
	t.Helper()
	store, err := files.OpenBackups(t.Context(), o.place)
	noError(t, err)
	t.Cleanup(func() { _ = store.Close() })
	return store
}

func (o *offsite) list(t *testing.T) []backup.Sent {
	t.Helper()
	backups, err := backup.List(t.Context(), o.open(t))
	noError(t, err)
	return backups
}

// verify fails the test unless a site can be made of the backup of that name.
func (o *offsite) verify(t *testing.T, name string) {
	t.Helper()
	file, err := os.Create(filepath.Join(t.TempDir(), "fetched"))
	noError(t, err)
	defer func() { _ = file.Close() }()
	_, err = backup.Fetch(t.Context(), o.open(t), name, []age.Identity{o.identity}, file)
	noError(t, err)
	manifest, err := readManifest(t, file.Name())
	noError(t, err)
	if len(manifest.Tables) < 4 || len(manifest.Entries) != len(manifest.Tables)+2 {
		t.Errorf("%+v", manifest)
	}
}

func TestEachNightHasOneBackup(t *testing.T) {
	eachPlace(t, func(t *testing.T, o *offsite) {
		for night := range 3 {
			for range 3 {
				noError(t, o.runDue(t.Context()))
				o.now = o.now.Add(time.Hour)
			}
			backups := o.list(t)
			if len(backups) != night+1 || backups[0].Name != o.state(t).Name {
				t.Fatalf("night %d: %+v", night, backups)
			}
			o.now = o.now.Add(21 * time.Hour)
		}
		state := o.state(t)
		if !state.MadeAt.Equal(noon.AddDate(0, 0, 2)) || state.Bytes < 1000 || state.Place != "the place" {
			t.Errorf("%+v", state)
		}
		o.verify(t, "latest")
		if mails := o.mails(t); mails != nil {
			t.Errorf("mails: %v", mails)
		}
	})
}

func TestStaffAreToldOfEachMissedNightOnce(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		o := newOffsite(t, db, t.TempDir())
		open := o.Open
		o.Open = func(context.Context) (files.Store, error) { return nil, fmt.Errorf("refused") }
		missed := []string{`{"mail":"notice: no backup"}ada@example.test`, `{"mail":"notice: no backup"}eve@example.test`}
		var told []string
		for range 3 * 24 * 4 {
			_ = o.runDue(t.Context())
			// Replicas look at the same time.
			results := make(chan error)
			for range 2 {
				go func() { results <- runJob(context.WithoutCancel(t.Context()), o.Offsite, backup.CheckKind) }()
			}
			noError(t, errors.Join(<-results, <-results))
			if mails := o.mails(t); len(mails) > 0 {
				if !slices.Equal(mails, missed) {
					t.Fatalf("mails: %v", mails)
				}
				told = append(told, o.now.Format("2 15:04"))
			}
			o.now = o.now.Add(15 * time.Minute)
		}
		if want := []string{"5 08:00", "6 08:00", "7 08:00"}; !slices.Equal(told, want) {
			t.Errorf("told at %v, want %v", told, want)
		}
		if state := o.state(t); state.Failure != "refused" || state.Missed(o.now) != 3 || state.MadeAt != nil {
			t.Errorf("%+v", state)
		}
		message, err := backup.RenderMail(t.Context(), db, mailer.Site{Name: "site.example", URL: &url.URL{Scheme: "https", Host: "site.example"}}, mailer.Job{Kind: "notice: no backup", Recipient: "ada@example.test"})
		if err != nil || message.Subject != "Off-site backup of site.example failed" || !strings.Contains(message.Text, "There is no earlier one.") || !strings.Contains(message.HTML, "Reason: refused<") {
			t.Errorf("%+v, %v", message, err)
		}

		o.Open = open
		o.now = o.now.Add(time.Hour)
		noError(t, o.runDue(t.Context()))
		if err := runJob(t.Context(), o.Offsite, backup.CheckKind); err != nil || o.mails(t) != nil || o.state(t).Failure != "" || o.state(t).Missed(o.now) != 0 {
			t.Errorf("told after a backup was made: %v", err)
		}
	})
}

// A clock that once was ahead does not stop the backups, nor the mail that says so.
func TestATimeFromTheFutureCountsAsUnknown(t *testing.T) {
	servertest.EachDatabase(t, func(t *testing.T, db *database.DB) {
		o := newOffsite(t, db, t.TempDir())
		now := o.now
		ahead := database.At(now.AddDate(1, 0, 0))
		exec(t, db, `UPDATE offsite_backups SET made_at = ?`, ahead)
		exec(t, db, `INSERT INTO jobs (kind, key, payload, created_at, locked_until, attempts) VALUES (?, '', '', ?, ?, 1)`,
			backup.JobKind, database.At(now.AddDate(0, 0, -7)), ahead)
		if missed := o.state(t).Missed(now); missed != 7 {
			t.Errorf("%d nights were missed", missed)
		}
		if err := runJob(t.Context(), o.Offsite, backup.CheckKind); err != nil || len(o.mails(t)) != 2 {
			t.Errorf("staff were not told: %v", err)
		}
		if err := o.runDue(t.Context()); err != nil || len(o.list(t)) != 1 || o.state(t).Missed(now) != 0 || !o.state(t).MadeAt.Equal(now.UTC()) {
			t.Errorf("%+v, %v", o.state(t), err)
		}
		exec(t, db, `UPDATE offsite_backups SET made_at = NULL`)
		exec(t, db, `UPDATE jobs SET created_at = ?`, ahead)
		if missed := o.state(t).Missed(now); missed != 1 {
			t.Errorf("%d nights were missed since an unknown time", missed)
		}
	})
}

// days returns the days of the backups, the newest first.
func (o *offsite) days(t *testing.T) (days []string) {
	t.Helper()
	for _, sent := range o.list(t) {
		days = append(days, sent.MadeAt.Format("01-02"))
	}
	return days
}

func TestBackupsAreKeptForThirtyDays(t *testing.T) {
	o := newOffsite(t, servertest.NewDatabase(t), t.TempDir())
	own := filepath.Join(o.place, "portfolio-of-the-owner.age")
	noError(t, os.WriteFile(own, nil, 0o600))
	for range 40 { // from 4 May to 12 June
		noError(t, o.runDue(t.Context()))
		o.now = o.now.AddDate(0, 0, 1)
	}
	if got := o.days(t); len(got) != 30 || got[0] != "06-12" || got[29] != "05-14" {
		t.Errorf("kept are %v", got)
	}
	// The newest stay even if the clock was wrong for a night.
	o.now = o.now.AddDate(3, 0, 0)
	noError(t, o.runDue(t.Context()))
	if got := o.days(t); len(got) != 7 || got[1] != "06-12" {
		t.Errorf("kept are %v", got)
	}
	o.verify(t, o.list(t)[6].Name)
	if _, err := os.Stat(own); err != nil {
		t.Errorf("a file of somebody else: %v", err)
	}
}

// undeletable is a place that refuses to delete.
type undeletable struct {
	files.Store
	err error
}

func (u undeletable) Delete(context.Context, string) error { return u.err }

func TestABackupCountsIfNothingMayBeDeleted(t *testing.T) {
	for _, err := range []error{files.ErrDenied, errors.New("away")} {
		o := newOffsite(t, servertest.NewDatabase(t), t.TempDir())
		open := o.Open
		o.Open = func(ctx context.Context) (files.Store, error) {
			store, openErr := open(ctx)
			return undeletable{store, err}, openErr
		}
		for range 10 {
			noError(t, o.runDue(t.Context()))
			o.now = o.now.AddDate(0, 0, 20)
		}
		if got := o.days(t); len(got) != 10 || o.state(t).Failure != "" {
			t.Errorf("%v: there are %v, %+v", err, got, o.state(t))
		}
	}
}

// The bucket policy in docs/backups.md allows adding only.
func TestABucketWhosePolicyDeniesDeletes(t *testing.T) {
	docs, err := os.ReadFile(filepath.Join("..", "..", "docs", "backups.md"))
	noError(t, err)
	_, policy, _ := strings.Cut(string(docs), "```json\n")
	policy, _, _ = strings.Cut(policy, "```")
	if !strings.Contains(policy, `"s3:DeleteObject"`) {
		t.Fatalf("docs/backups.md begins with another policy: %s", policy)
	}
	// A bucket policy names its users, too.
	policy = strings.NewReplacer("my-backups", servertest.Bucket, `"Action":`, `"Principal": "*", "Action":`).Replace(policy)
	o := newOffsite(t, servertest.NewDatabase(t), servertest.S3URLWithPolicy(t, policy))
	for range 9 {
		noError(t, o.runDue(t.Context()))
		o.now = o.now.AddDate(0, 0, 20)
	}
	got := o.list(t)
	if len(got) != 9 || o.state(t).Failure != "" {
		t.Fatalf("there are %v, %+v", got, o.state(t))
	}
	o.verify(t, got[8].Name)
	if err := o.open(t).Delete(t.Context(), got[0].Name+".age"); !errors.Is(err, files.ErrDenied) {
		t.Errorf("a deletion answers %v", err)
	}
}

func TestNothingIsRemovedAfterAFailure(t *testing.T) {
	o := newOffsite(t, servertest.NewDatabase(t), t.TempDir())
	for range 8 {
		noError(t, o.runDue(t.Context()))
		o.now = o.now.AddDate(0, 0, 1)
	}
	o.now = o.now.AddDate(1, 0, 0)
	end := o.inject(t, func() {}, "", fault{"upload lost", 0})
	if err := o.runDue(t.Context()); err == nil {
		t.Error("nothing failed")
	}
	end()
	if got := o.days(t); len(got) != 8 {
		t.Errorf("there are %v", got)
	}
}

// A disk that is not mounted is an empty folder on another.
func TestAnEmptyFolderIsNotWrittenAfterABackupWasThere(t *testing.T) {
	o := newOffsite(t, servertest.NewDatabase(t), t.TempDir())
	noError(t, o.runDue(t.Context()))
	entries, err := filepath.Glob(filepath.Join(o.place, "portfolio-*"))
	noError(t, err)
	for _, entry := range entries {
		noError(t, os.Remove(entry))
	}
	o.now = o.now.AddDate(0, 0, 1)
	if err := o.runDue(t.Context()); err == nil || !strings.Contains(err.Error(), "the place is empty, and the last backup was sent there: mount it") {
		t.Error(err)
	}
	o.Place = "another place"
	o.now = o.now.Add(time.Hour)
	noError(t, o.runDue(t.Context()))
}

// A server that died during a backup is known from the lock of its job.
func TestAnotherReplicaTakesOver(t *testing.T) {
	url := servertest.MigratedURL(t)
	o := newOffsite(t, servertest.OpenDatabase(t, url), t.TempDir())
	o.runKilled(t, url, fault{"server killed", 1000})
	o.now = o.now.Add(time.Minute)
	if err := o.runDue(t.Context()); err != nil || len(o.days(t)) != 0 {
		t.Errorf("made while another works: %v, %v", o.days(t), err)
	}
	if _, err := o.RunNow(t.Context()); err == nil || err.Error() != "a server is making one already" {
		t.Error(err)
	}
	o.now = o.now.Add(2 * time.Minute)
	if sent, err := o.RunNow(t.Context()); err != nil || len(o.days(t)) != 1 || o.state(t).Name != sent.Name {
		t.Errorf("%+v, %v, %v", sent, o.days(t), err)
	}
}
