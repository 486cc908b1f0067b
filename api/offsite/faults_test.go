package offsite_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"filippo.io/age"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/storage"
	"portfolio/api/storage/storagetest"
)

// EnvFaults names the variable with the number of nights with a fault on each engine; without it there are two of each kind.
const EnvFaults = "TEST_BACKUP_FAULTS"

// fault is what goes wrong in a night, at the byte At of what Kind says.
type fault struct {
	Kind string
	At   int64
}

// The kinds of faults of the place, of the site's own files, of the disk, and of the database.
var faults = []string{
	"refused", "listing fails", "upload cut", "upload cut and taken for done", "upload changed", "upload lost", "upload stalls", "place full",
	"opening fails", "reading cut", "reading ends early", "reading stalls", "another backup is there",
	"record refused", "record lost", "record changed", "record cut",
	"own file missing", "own file cut", "own file changed", "own storage stalls", "disk full", "disk gone",
	"server stops", "server killed", "database gone at the end", "database cut away",
}

// The kinds of faults of an S3 server, from a byte of the upload on.
const (
	s3SlowDown = "s3 " + string(storagetest.SlowDown)
	s3Cut      = "s3 " + string(storagetest.Cut)
	s3Away     = "s3 " + string(storagetest.Away)
	s3NotThere = "s3 " + string(storagetest.NotThere)
	s3Full     = "s3 " + string(storagetest.Full)
)

var errInjected = errors.New("injected")

// faultyStore is a place that does what a fault says.
type faultyStore struct {
	storage.StreamStore
	fault
	strike func() // what else happens at the byte At of an upload
}

func (f *faultyStore) PutStream(ctx context.Context, name string, content io.Reader, contentType string) error {
	switch f.Kind {
	case "upload cut", "place full":
		cause := errInjected
		if f.Kind == "place full" {
			cause = syscall.ENOSPC
		}
		content = io.MultiReader(io.LimitReader(content, f.At), failing{cause})
	case "upload cut and taken for done":
		if err := f.StreamStore.PutStream(ctx, name, io.LimitReader(content, f.At), contentType); err != nil {
			return err
		}
		_, err := io.Copy(io.Discard, content)
		return err
	case "upload changed":
		content = &changed{Reader: content, at: f.At}
	case "upload lost":
		_, err := io.Copy(io.Discard, content)
		return err
	case "upload stalls":
		content = io.MultiReader(io.LimitReader(content, f.At), stalling{ctx})
	case "server stops", "server killed", "database cut away", s3SlowDown, s3Cut, s3Away, s3NotThere, s3Full:
		content = io.MultiReader(io.LimitReader(content, f.At), striking{f.strike}, content)
	}
	return f.StreamStore.PutStream(ctx, name, content, contentType)
}

func (f *faultyStore) Put(ctx context.Context, name string, content io.ReadSeeker, contentType string) error {
	text, err := io.ReadAll(content)
	if err != nil {
		return err
	}
	switch f.Kind {
	case "record refused":
		return errInjected
	case "record lost":
		return nil
	case "record changed":
		text[f.At%int64(len(text))] ^= 1
	case "record cut":
		text = text[:f.At%int64(len(text))]
	case "database gone at the end":
		f.strike()
	}
	return f.StreamStore.Put(ctx, name, bytes.NewReader(text), contentType)
}

func (f *faultyStore) Open(ctx context.Context, name string) (*storage.Object, error) {
	if f.Kind == "opening fails" {
		return nil, errInjected
	}
	object, err := f.StreamStore.Open(ctx, name)
	if err != nil || !strings.HasSuffix(name, ".age") {
		return object, err
	}
	var reader io.Reader = object
	switch f.Kind {
	case "reading cut":
		reader = io.MultiReader(io.LimitReader(object, f.At), failing{errInjected})
	case "reading ends early":
		reader = io.LimitReader(object, f.At)
	case "reading stalls":
		reader = io.MultiReader(io.LimitReader(object, f.At), stalling{ctx})
	case "another backup is there":
		reader = io.MultiReader(io.LimitReader(object, f.At), &changed{Reader: object})
	}
	return readBy(object, reader), nil
}

// readBy returns the object as reader reads it.
func readBy(object *storage.Object, reader io.Reader) *storage.Object {
	return &storage.Object{Info: object.Info, ReadSeekCloser: struct {
		io.Reader
		io.Seeker
		io.Closer
	}{reader, object, object}}
}

func (f *faultyStore) List(ctx context.Context, prefix string) iter.Seq2[storage.Info, error] {
	if f.Kind == "listing fails" {
		return func(yield func(storage.Info, error) bool) { yield(storage.Info{}, errInjected) }
	}
	return f.StreamStore.List(ctx, prefix)
}

type failing struct{ error }

func (f failing) Read([]byte) (int, error) { return 0, f.error }

type stalling struct{ context.Context }

func (s stalling) Read([]byte) (int, error) {
	<-s.Done()
	return 0, s.Err()
}

type striking struct{ strike func() }

func (s striking) Read([]byte) (int, error) {
	s.strike()
	return 0, io.EOF
}

// changed flips a bit of the byte at.
type changed struct {
	io.Reader
	at, read int64
}

func (c *changed) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	if at := c.at - c.read; at >= 0 && at < int64(n) {
		p[at] ^= 1
	}
	c.read += int64(n)
	return n, err
}

// inject makes the next runs of the site meet the fault, and returns what ends it.
func (s *site) inject(t *testing.T, ctx context.CancelFunc, url string, f fault) (end func()) {
	t.Helper()
	open, own, temporary := s.Open, s.Site.Store, s.TempDir
	store := &faultyStore{fault: f}
	s.Open = func(ctx context.Context) (storage.StreamStore, error) {
		if f.Kind == "refused" {
			return nil, syscall.ECONNREFUSED
		}
		opened, err := open(ctx)
		store.StreamStore = opened
		return store, err
	}
	heal := func() {}
	if strings.HasSuffix(f.Kind, "stalls") {
		s.StallTimeout = 20 * time.Millisecond
	}
	switch f.Kind {
	case "own file missing", "own file cut", "own file changed", "own storage stalls":
		s.Site.Store = &storagetest.Hooked{Store: &faultyFiles{own, f}}
	case "disk gone":
		s.TempDir = filepath.Join(temporary, "gone")
	case "disk full":
		s.TempDir = fullDisk(t, temporary)
	case "server stops":
		store.strike = ctx
	case "database gone at the end":
		store.strike = func() { exec(t, s.Site.DB, `ALTER TABLE offsite_backups RENAME TO offsite_away`) }
		heal = func() {
			// Nothing can be asked of a table that is away; it is back as it was.
			if _, err := s.Site.DB.Exec(context.Background(), `ALTER TABLE offsite_away RENAME TO offsite_backups`); err != nil && !strings.Contains(err.Error(), "offsite_away") {
				t.Fatal(err)
			}
		}
	case "database cut away":
		store.strike = func() { cutConnections(t, s.Site.DB, url) }
	case s3SlowDown, s3Cut, s3Away, s3NotThere, s3Full:
		store.strike = func() { s.server.Set(storagetest.Fault(strings.TrimPrefix(f.Kind, "s3 "))) }
		heal = func() { s.server.Set(storagetest.None) }
	}
	return func() {
		heal()
		s.Open, s.Site.Store, s.TempDir, s.StallTimeout = open, own, temporary, time.Minute
	}
}

// faultyFiles are the site's own files with a fault in each that is read.
type faultyFiles struct {
	storage.Store
	fault
}

func (f *faultyFiles) Open(ctx context.Context, name string) (*storage.Object, error) {
	if f.Kind == "own storage stalls" {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	object, err := f.Store.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	if f.Kind == "own file missing" {
		_ = object.Close()
		return nil, os.ErrNotExist
	}
	reader := io.LimitReader(object, f.At%object.Size)
	if f.Kind == "own file changed" {
		// As the file is stored so is it backed up: this one has another length, which its row tells.
		reader = io.MultiReader(object, strings.NewReader("more"))
	}
	return readBy(object, reader), nil
}

// fullDisk returns a folder on a disk without room, which needs root; elsewhere one that may not be written.
func fullDisk(t *testing.T, parent string) string {
	t.Helper()
	dir := filepath.Join(parent, "full")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=4k,nr_inodes=8"); err != nil {
		return filepath.Join(dir, "missing")
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	if err := os.WriteFile(filepath.Join(dir, "full"), make([]byte, 4096), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir
}

// cutConnections ends all connections to the database, also those of the run. SQLite has none: there the run's tables go.
func cutConnections(t *testing.T, db *database.DB, url string) {
	t.Helper()
	if db.Engine() == database.SQLite {
		exec(t, db, `UPDATE offsite_backups SET run_id = 'another'`)
		return
	}
	other, err := database.Open(context.Background(), url)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	var n []int
	err = other.Select(context.Background(), &n, `
		SELECT 1 FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) cut`)
	if err != nil {
		t.Fatal(err)
	}
}

// TestNoFaultIsTakenForABackup has a fault in each of many nights: a backup counts only if it can be restored, and staff are
// told of every night without one, once.
func TestNoFaultIsTakenForABackup(t *testing.T) {
	nights := 54
	if text := os.Getenv(EnvFaults); text != "" {
		nights, _ = strconv.Atoi(text)
	}
	databasetest.EachMigratedURL(t, func(t *testing.T, url string) {
		db, err := database.Open(t.Context(), url)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		if _, err := db.Migrate(t.Context()); err != nil {
			t.Fatal(err)
		}
		s := newSite(t, db, t.TempDir())
		if err := s.RunDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.faultyNights(t, url, nights, faults)
	})
}

// TestNoFaultOfAnS3ServerIsTakenForABackup is the same with a server that fails in the middle of an upload.
func TestNoFaultOfAnS3ServerIsTakenForABackup(t *testing.T) {
	kinds := []string{s3SlowDown, s3Cut, s3Away, s3NotThere, s3Full}
	nights := len(kinds)
	if text := os.Getenv(EnvFaults); text != "" {
		nights, _ = strconv.Atoi(text)
	}
	server := storagetest.FaultyS3(t)
	s := newSite(t, databasetest.New(t), server.URL)
	s.server = server
	if err := s.RunDue(t.Context()); err != nil {
		t.Fatal(err)
	}
	s.faultyNights(t, "", nights, kinds)
}

// faultyNights lives through nights with a fault each, and through one without after every tenth.
func (s *site) faultyNights(t *testing.T, url string, nights int, kinds []string) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	missed, told, done := map[string]int{}, 0, 0
	for n := range nights {
		f := fault{kinds[n%len(kinds)], random.Int64N(s.state(t).Bytes - 1)}
		s.now = s.now.Truncate(24 * time.Hour).Add(26 * time.Hour)
		night := s.now
		attempts := 2
		if s.server != nil {
			attempts = 1 // which tries each request several times
		}
		for range attempts {
			s.attempt(t, url, f)
			s.now = s.now.Add(70 * time.Minute) // later than any wait for another try
		}
		if s.made(t, night) {
			done++
		} else {
			missed[f.Kind]++
		}
		s.now = night.Add(6 * time.Hour)
		told += s.checkNotice(t, night, fmt.Sprintf("night %d of seed %d, %+v", n, seed, f))
		if t.Failed() {
			return
		}
		if n%10 == 9 {
			s.now = night.Add(12 * time.Hour)
			if err := s.RunDue(t.Context()); err != nil || !s.made(t, night) {
				t.Fatalf("after %+v: %v", f, err)
			}
			if mails := s.mails(t); len(mails) != 0 && !slices.Equal(mails, []string{"notice: backups again to ada@example.test", "notice: backups again to eve@example.test"}) {
				t.Fatalf("after %+v: %v", f, mails)
			}
		}
	}
	for _, kind := range kinds[:min(nights, len(kinds))] {
		// Connections that are cut after the rows were read do no harm.
		if missed[kind] == 0 && kind != "database cut away" {
			t.Errorf("%s made no night fail", kind)
		}
	}
	t.Logf("%d nights with a fault: %d without a backup, all told by %d mails; %d with one that was restored", nights, nights-done, told, done)
}

// attempt makes the night's backup with a fault.
func (s *site) attempt(t *testing.T, url string, f fault) {
	t.Helper()
	if f.Kind == "server killed" {
		s.runKilled(t, url, f)
		return
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	end := s.inject(t, stop, url, f)
	defer end()
	if err := s.RunDue(ctx); err == nil && !s.made(t, s.now.Truncate(24*time.Hour)) && s.state(t).Failure == "" {
		t.Errorf("%+v: nothing failed, and nothing was made", f)
	}
}

// made reports whether the database counts a backup of the night, which then has to be one; and it has to have its last good one
// in any case.
func (s *site) made(t *testing.T, night time.Time) bool {
	t.Helper()
	state, err := s.readState()
	if err != nil {
		return false // the table is away
	}
	s.proved(t, state.Name)
	return !state.MadeAt.Before(night)
}

// checkNotice has two replicas look at the end of a night, and returns how many mails there were.
func (s *site) checkNotice(t *testing.T, night time.Time, what string) int {
	t.Helper()
	for range 2 {
		if err := s.NotifyMissed(t.Context()); err != nil {
			// A pool finds out about a cut connection once.
			if err := s.NotifyMissed(t.Context()); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	want := []string{"notice: no backup to ada@example.test", "notice: no backup to eve@example.test"}
	if s.made(t, night) {
		want = nil
	}
	got := slices.DeleteFunc(s.mails(t), func(mail string) bool { return strings.HasPrefix(mail, "notice: backups again") })
	if !slices.Equal(got, want) {
		t.Errorf("%s: the mails are %q, not %q", what, got, want)
	}
	return len(got)
}

// EnvChild names the variable with what a process makes a backup of that kills itself in the middle.
const EnvChild = "TEST_BACKUP_CHILD"

// child is what that process needs to know.
type child struct {
	Database, Media, Place, Recipient, TempDir string
	Now                                        time.Time
	Fault                                      fault
}

func TestMain(m *testing.M) {
	if text := os.Getenv(EnvChild); text != "" {
		fmt.Fprintln(os.Stderr, runChild(text))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func runChild(text string) error {
	var c child
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		return err
	}
	recipient, err := age.ParseX25519Recipient(c.Recipient)
	if err != nil {
		return err
	}
	db, err := database.Open(context.Background(), c.Database)
	if err != nil {
		return err
	}
	own, err := storage.OpenFiles(c.Media)
	if err != nil {
		return err
	}
	b := newBackups(db, own, c.Place, recipient, c.TempDir, func() time.Time { return c.Now })
	place, err := b.Open(context.Background())
	if err != nil {
		return err
	}
	b.Open = func(context.Context) (storage.StreamStore, error) {
		return &faultyStore{StreamStore: place, fault: c.Fault, strike: func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); select {} }}, nil
	}
	return b.RunDue(context.Background())
}

// runKilled makes the night's backup in a process that is killed in the middle.
func (s *site) runKilled(t *testing.T, url string, f fault) {
	t.Helper()
	text, err := json.Marshal(child{url, s.media, s.place, s.identity.Recipient().String(), s.TempDir, s.now, f})
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	command := osexec.Command(program)
	command.Env = append(os.Environ(), EnvChild+"="+string(text))
	output, err := command.CombinedOutput()
	var exit *osexec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Errorf("the process was not killed: %v, %s", err, output)
	}
}
