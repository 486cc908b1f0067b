package backup_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

// EnvFaults names the variable with the number of nights with a fault on each engine; without it there are two of each kind.
const EnvFaults = "TEST_BACKUP_FAULTS"

// fault is a fault of a night, at the byte At of the file of Kind.
type fault struct {
	Kind string
	At   int64
}

// The kinds of faults of the place, of the site's own files, of the disk, and of the database.
var faults = []string{
	"refused", "listing fails", "upload cut", "upload cut and taken for done", "upload changed", "upload lost", "upload stalls", "place full",
	"opening fails", "reading cut", "reading ends early", "reading stalls", "another backup is there",
	"own file missing", "own file cut", "own file changed", "own storage stalls",
	"server stops", "server killed", "database cut away",
}

// The kinds of faults of an S3 server, from a byte of the upload on.
const (
	s3SlowDown = "s3 " + string(servertest.SlowDown)
	s3Cut      = "s3 " + string(servertest.Cut)
	s3Away     = "s3 " + string(servertest.Away)
	s3NotThere = "s3 " + string(servertest.NotThere)
	s3Full     = "s3 " + string(servertest.Full)
)

var errInjected = errors.New("injected")

// faultyStore is a place with a fault.
type faultyStore struct {
	files.Store
	fault
	strike func() // what else happens at the byte At of an upload
}

func (f *faultyStore) Put(ctx context.Context, name string, content io.Reader, contentType string) error {
	switch f.Kind {
	case "upload cut", "place full":
		cause := errInjected
		if f.Kind == "place full" {
			cause = syscall.ENOSPC
		}
		content = io.MultiReader(io.LimitReader(content, f.At), failing{cause})
	case "upload cut and taken for done":
		if err := f.Store.Put(ctx, name, io.LimitReader(content, f.At), contentType); err != nil {
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
	return f.Store.Put(ctx, name, content, contentType)
}

func (f *faultyStore) Open(ctx context.Context, name string) (*files.Object, error) {
	if f.Kind == "opening fails" {
		return nil, errInjected
	}
	object, err := f.Store.Open(ctx, name)
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
func readBy(object *files.Object, reader io.Reader) *files.Object {
	return &files.Object{Info: object.Info, ReadSeekCloser: struct {
		io.Reader
		io.Seeker
		io.Closer
	}{reader, object, object}}
}

func (f *faultyStore) List(ctx context.Context, prefix string) iter.Seq2[files.Info, error] {
	if f.Kind == "listing fails" {
		return func(yield func(files.Info, error) bool) { yield(files.Info{}, errInjected) }
	}
	return f.Store.List(ctx, prefix)
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
func (o *offsite) inject(t *testing.T, ctx context.CancelFunc, url string, f fault) (end func()) {
	t.Helper()
	open, own := o.Open, o.Site.Store
	store := &faultyStore{fault: f}
	o.Open = func(ctx context.Context) (files.Store, error) {
		if f.Kind == "refused" {
			return nil, syscall.ECONNREFUSED
		}
		opened, err := open(ctx)
		store.Store = opened
		return store, err
	}
	heal := func() {}
	if strings.HasSuffix(f.Kind, "stalls") {
		o.Timeout = 20 * time.Millisecond
	}
	switch f.Kind {
	case "own file missing", "own file cut", "own file changed", "own storage stalls":
		o.Site.Store = &servertest.Hooked{Store: &faultyFiles{own, f}}
	case "server stops":
		store.strike = ctx
	case "database cut away":
		store.strike = func() { cutConnections(t, o.Site.DB, url) }
	case s3SlowDown, s3Cut, s3Away, s3NotThere, s3Full:
		store.strike = func() { o.server.Set(servertest.Fault(strings.TrimPrefix(f.Kind, "s3 "))) }
		heal = func() { o.server.Set(servertest.NoFault) }
	}
	return func() {
		heal()
		o.Open, o.Site.Store, o.Timeout = open, own, time.Minute
	}
}

// faultyFiles are the site's own files with a fault in each that is read.
type faultyFiles struct {
	files.Store
	fault
}

func (f *faultyFiles) Open(ctx context.Context, name string) (*files.Object, error) {
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

// cutConnections closes all connections to the database, including those of the run. SQLite has
// none, so another replica takes the job.
func cutConnections(t *testing.T, db *database.DB, url string) {
	t.Helper()
	if db.Engine() == database.SQLite {
		exec(t, db, `UPDATE jobs SET attempts = attempts + 1`)
		return
	}
	other, err := database.Open(context.Background(), url)
	noError(t, err)
	defer func() { _ = other.Close() }()
	var n []int
	err = other.Select(context.Background(), &n, `
		SELECT 1 FROM (SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()) cut`)
	noError(t, err)
}
