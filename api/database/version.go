package database

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/jmoiron/sqlx"
)

// versionTimeout is how long a read of the content's version may take: nothing is answered without it.
const versionTimeout = 5 * time.Second

// contentVersion reads the version of what visitors may be answered. Callers that come while the database is asked share the
// next question: it is put after all of them came.
type contentVersion struct {
	asking  sync.Mutex // held while the database is asked
	joining sync.Mutex
	next    *versionAnswer
	read    *sqlx.Stmt // under asking
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

func (db *DB) readContentVersion() (version string, err error) {
	ctx := context.Background()
	if db.engine == PostgreSQL {
		// A file answers at once; to wait for its interruption would take longer than the statement.
		limited, cancel := context.WithTimeout(ctx, versionTimeout)
		defer cancel()
		ctx = limited
	}
	if db.content.read == nil {
		db.content.read, err = db.read.PreparexContext(ctx, `SELECT version FROM content_version`)
	}
	if err == nil {
		err = db.content.read.QueryRowContext(ctx).Scan(&version)
	}
	if err != nil {
		return "", fmt.Errorf("read the version of the content: %w", err)
	}
	return version, nil
}
