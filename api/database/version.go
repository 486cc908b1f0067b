package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

const (
	// versionTimeout is how long PostgreSQL may take to answer which version the content has.
	versionTimeout = time.Second
	// versionRetryTimeout is how long it may take when it did not answer the last time.
	versionRetryTimeout = 200 * time.Millisecond
	// maxVersionAge is how long the version that was read last is returned while PostgreSQL does not answer.
	maxVersionAge = time.Minute
)

// contentVersion reads the version of what visitors may be answered. Callers that come while the database is asked share the
// next question: it is put after all of them came.
type contentVersion struct {
	asking     sync.Mutex // held while the database is asked
	joining    sync.Mutex
	next       *versionAnswer
	read       *sql.Stmt // this and what follows under asking
	connection *sql.Conn // of SQLite, for read, and that header stays mapped
	readAt     time.Time // when the last read that was answered began
	failed     bool      // whether the last read was not answered

	// The version that was read last and, of SQLite, what header was before that.
	known   sync.RWMutex
	header  *walHeader
	before  walHeader
	version string
}

type versionAnswer struct {
	done    bool
	version string
	age     time.Duration
	err     error
}

// ContentVersion returns a text that each transaction replaces, with its commit, which changes a gallery, an image, a document
// or a category; none comes twice. What is read after it, and until it returns another, is what it is the version of. The
// triggers of the migrations replace it, so that no writer can forget to, in whichever process. While PostgreSQL does not answer,
// it is the version that was read last, for up to a minute, with its age; else the age is 0.
func (db *DB) ContentVersion() (version string, age time.Duration, err error) {
	v := &db.content
	if version := v.unchanged(); version != "" {
		return version, 0, nil
	}
	v.joining.Lock()
	if v.next == nil {
		v.next = &versionAnswer{}
	}
	answer := v.next
	v.joining.Unlock()

	v.asking.Lock()
	defer v.asking.Unlock()
	if !answer.done {
		v.joining.Lock()
		v.next = nil
		v.joining.Unlock()
		answer.version, answer.age, answer.err = db.readContentVersion()
		answer.done = true
	}
	return answer.version, answer.age, answer.err
}

// unchanged returns the version that was read last if SQLite has committed nothing since, and "" if it is not known.
func (v *contentVersion) unchanged() string {
	v.known.RLock()
	defer v.known.RUnlock()
	if now := v.header.load(); now == v.before && now != (walHeader{}) {
		return v.version
	}
	return ""
}

// readContentVersion reads the row. SQLite's file answers at once: to be ready to interrupt a statement takes longer than it.
func (db *DB) readContentVersion() (version string, age time.Duration, err error) {
	v, ctx, start := &db.content, context.Background(), time.Now()
	if db.engine == PostgreSQL {
		timeout := versionTimeout
		if v.failed {
			timeout = versionRetryTimeout
		}
		limited, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		ctx = limited
	}
	var before walHeader
	err = retryLost(func() error {
		if v.read == nil {
			if err := db.prepareVersion(ctx); err != nil {
				return err
			}
		}
		before = v.header.load()
		return v.read.QueryRowContext(ctx).Scan(&version)
	})
	v.failed = err != nil
	if age := start.Sub(v.readAt); err != nil && db.engine == PostgreSQL && isUnreachable(err) && age < maxVersionAge {
		return v.version, age, nil
	}
	if err != nil {
		return "", 0, fmt.Errorf("read the version of the content: %w", err)
	}
	v.known.Lock()
	defer v.known.Unlock()
	v.before, v.version, v.readAt = before, version, start
	return version, 0, nil
}

// prepareVersion prepares the statement that reads the row.
func (db *DB) prepareVersion(ctx context.Context) (err error) {
	const statement = `SELECT version FROM content_version`
	v := &db.content
	if db.engine == PostgreSQL {
		v.read, err = db.monitor.PrepareContext(ctx, statement)
		return err
	}
	if v.connection == nil {
		if v.connection, err = db.read.Conn(ctx); err != nil {
			return err
		}
	}
	v.known.Lock()
	defer v.known.Unlock()
	v.header = findWALHeader(ctx, v.connection)
	v.read, err = v.connection.PrepareContext(ctx, statement)
	return err
}

// close gives back the connection.
func (v *contentVersion) close() (err error) {
	v.asking.Lock()
	defer v.asking.Unlock()
	v.known.Lock()
	defer v.known.Unlock()
	v.header = nil
	if v.read != nil {
		err = v.read.Close()
	}
	if v.connection != nil {
		err = errors.Join(err, v.connection.Close())
	}
	return err
}
