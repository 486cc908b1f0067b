package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"time"
)

// versionTimeout is how long a read of the content's version may take: nothing is answered without it.
const versionTimeout = 5 * time.Second

// contentVersion reads the version of what visitors may be answered. Callers that come while the database is asked share the
// next question: it is put after all of them came.
type contentVersion struct {
	asking     sync.Mutex // held while the database is asked
	joining    sync.Mutex
	next       *versionAnswer
	read       *sql.Stmt // this and what follows under asking
	connection *sql.Conn // of SQLite, for read, and that header stays mapped

	// Of SQLite: the version that was read last, and what header was before that.
	known   sync.RWMutex
	header  *walHeader
	before  walHeader
	version string
}

type versionAnswer struct {
	done    bool
	version string
	err     error
}

// ContentVersion returns a text that each transaction replaces, with its commit, which changes a gallery, an image, a document
// or a category; none comes twice. What is read after it, and until it returns another, is what it is the version of. The
// triggers of the migrations replace it, so that no writer can forget to, in whichever process.
func (db *DB) ContentVersion() (string, error) {
	v := &db.content
	if version := v.unchanged(); version != "" {
		return version, nil
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
		answer.version, answer.err = db.readContentVersion()
		answer.done = true
	}
	return answer.version, answer.err
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
func (db *DB) readContentVersion() (version string, err error) {
	v, ctx := &db.content, context.Background()
	if db.engine == PostgreSQL {
		limited, cancel := context.WithTimeout(ctx, versionTimeout)
		defer cancel()
		ctx = limited
	}
	if v.read == nil {
		err = db.prepareVersion(ctx)
	}
	before := v.header.load()
	if err == nil {
		err = v.read.QueryRowContext(ctx).Scan(&version)
	}
	if err != nil {
		return "", fmt.Errorf("read the version of the content: %w", err)
	}
	v.known.Lock()
	defer v.known.Unlock()
	v.before, v.version = before, version
	return version, nil
}

// prepareVersion prepares the statement that reads the row.
func (db *DB) prepareVersion(ctx context.Context) (err error) {
	const statement = `SELECT version FROM content_version`
	v := &db.content
	if db.engine == PostgreSQL {
		v.read, err = db.read.PrepareContext(ctx, statement)
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
