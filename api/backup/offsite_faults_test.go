package backup_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	osexec "os/exec"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"filippo.io/age"

	"portfolio/api/backup"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

// TestNoFaultIsTakenForABackup has a fault in each of many nights: a backup counts only if it can be restored, and staff are
// told of every night without one, once.
func TestNoFaultIsTakenForABackup(t *testing.T) {
	if testing.Short() {
		t.Skip("long: scripts/test all runs it")
	}
	nights := 2 * len(faults)
	if text := os.Getenv(EnvFaults); text != "" {
		nights, _ = strconv.Atoi(text)
	}
	servertest.EachMigratedURL(t, func(t *testing.T, url string) {
		db, err := database.Open(t.Context(), url)
		noError(t, err)
		t.Cleanup(func() { _ = db.Close() })
		_, err = db.Migrate(t.Context())
		noError(t, err)
		o := newOffsite(t, db, t.TempDir())
		noError(t, o.runDue(t.Context()))
		o.faultyNights(t, url, nights, faults)
	})
}

// TestNoFaultOfAnS3ServerIsTakenForABackup is the same with a server that fails in the middle of an upload.
func TestNoFaultOfAnS3ServerIsTakenForABackup(t *testing.T) {
	kinds := []string{s3SlowDown, s3Cut, s3Away, s3NotThere, s3Full}
	nights := len(kinds)
	if text := os.Getenv(EnvFaults); text != "" {
		nights, _ = strconv.Atoi(text)
	}
	server := servertest.FaultyS3(t)
	o := newOffsite(t, servertest.NewDatabase(t), server.URL)
	o.server = server
	noError(t, o.runDue(t.Context()))
	o.faultyNights(t, "", nights, kinds)
}

// faultyNights lives through nights with a fault each, and through one without after every tenth.
func (o *offsite) faultyNights(t *testing.T, url string, nights int, kinds []string) {
	seed := uint64(time.Now().UnixNano())
	random := rand.New(rand.NewPCG(seed, 0))
	missed, told, done := map[string]int{}, 0, 0
	for n := range nights {
		f := fault{kinds[n%len(kinds)], random.Int64N(o.state(t).Bytes - 1)}
		o.now = o.now.Truncate(24 * time.Hour).Add(26 * time.Hour)
		night := o.now
		attempts := 2
		if o.server != nil {
			attempts = 1 // which tries each request several times
		}
		for range attempts {
			o.attempt(t, url, f)
			o.now = o.now.Add(70 * time.Minute) // later than any wait for another try
		}
		if o.made(t, night) {
			done++
		} else {
			missed[f.Kind]++
		}
		o.now = night.Add(6 * time.Hour)
		told += o.checkNotice(t, night, fmt.Sprintf("night %d of seed %d, %+v", n, seed, f))
		if t.Failed() {
			return
		}
		if n%10 == 9 {
			o.now = night.Add(12 * time.Hour)
			if err := o.runDue(t.Context()); err != nil || !o.made(t, night) {
				t.Fatalf("after %+v: %v", f, err)
			}
			if mails := o.mails(t); len(mails) != 0 {
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
func (o *offsite) attempt(t *testing.T, url string, f fault) {
	t.Helper()
	if f.Kind == "server killed" {
		o.runKilled(t, url, f)
		return
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	end := o.inject(t, stop, url, f)
	defer end()
	if err := o.runDue(ctx); err == nil && !o.made(t, o.now.Truncate(24*time.Hour)) && o.state(t).Failure == "" {
		t.Errorf("%+v: nothing failed, and nothing was made", f)
	}
}

// made reports whether the database counts a backup of the night, which then has to be one; and it has to have its last good one
// in any case.
func (o *offsite) made(t *testing.T, night time.Time) bool {
	t.Helper()
	state, err := o.readState()
	if err != nil {
		return false // the table is away
	}
	o.verify(t, state.Name)
	return !state.MadeAt.Before(night)
}

// checkNotice has two replicas look at the end of a night, and returns how many mails there were.
func (o *offsite) checkNotice(t *testing.T, night time.Time, what string) int {
	t.Helper()
	for range 2 {
		if err := runJob(t.Context(), o.Offsite, backup.CheckKind); err != nil {
			// A pool finds out about a cut connection once.
			if err := runJob(t.Context(), o.Offsite, backup.CheckKind); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	want := []string{`{"mail":"notice: no backup"}ada@example.test`, `{"mail":"notice: no backup"}eve@example.test`}
	if o.made(t, night) {
		want = nil
	}
	got := o.mails(t)
	if !slices.Equal(got, want) {
		t.Errorf("%s: the mails are %q, not %q", what, got, want)
	}
	return len(got)
}

// EnvChild names the variable with the site that a process backs up until it kills itself.
const EnvChild = "TEST_BACKUP_CHILD"

// child is what that process needs to know.
type child struct {
	Database, Media, Place, Recipient string
	Now                               time.Time
	Fault                             fault
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
	own, err := files.OpenFolder(c.Media)
	if err != nil {
		return err
	}
	b := offsiteOf(db, own, c.Place, recipient, func() time.Time { return c.Now })
	place, err := b.Open(context.Background())
	if err != nil {
		return err
	}
	b.Open = func(context.Context) (files.Store, error) {
		return &faultyStore{Store: place, fault: c.Fault, strike: func() { _ = syscall.Kill(os.Getpid(), syscall.SIGKILL); select {} }}, nil
	}
	return runJob(context.Background(), b, backup.JobKind)
}

// runKilled makes the night's backup in a process that is killed in the middle.
func (o *offsite) runKilled(t *testing.T, url string, f fault) {
	t.Helper()
	text, err := json.Marshal(child{url, o.media, o.place, o.identity.Recipient().String(), o.now, f})
	noError(t, err)
	program, err := os.Executable()
	noError(t, err)
	command := osexec.Command(program)
	command.Env = append(os.Environ(), EnvChild+"="+string(text))
	output, err := command.CombinedOutput()
	var exit *osexec.ExitError
	if !errors.As(err, &exit) || exit.Sys().(syscall.WaitStatus).Signal() != syscall.SIGKILL {
		t.Errorf("the process was not killed: %v, %s", err, output)
	}
}
