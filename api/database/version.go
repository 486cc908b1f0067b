package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
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
	read    *sql.Stmt // this and what follows under asking

	// Of SQLite: what readCommits returned before version was read.
	connection *sql.Conn
	askCommits driver.Stmt
	commits    driver.Value
	version    string
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

// readContentVersion asks SQLite first, in half the time, whether anything at all was committed since it read the version. A
// file answers at once: to be ready to interrupt a statement takes longer than it.
func (db *DB) readContentVersion() (version string, err error) {
	v, ctx := &db.content, context.Background()
	var commits driver.Value
	if db.engine == SQLite {
		commits, err = v.readCommits(ctx, db.read)
	} else {
		limited, cancel := context.WithTimeout(ctx, versionTimeout)
		defer cancel()
		ctx = limited
	}
	if err == nil && commits != nil && commits == v.commits {
		return v.version, nil
	}
	if err == nil && v.read == nil {
		v.read, err = db.read.PrepareContext(ctx, `SELECT version FROM content_version`)
	}
	if err == nil {
		err = v.read.QueryRowContext(ctx).Scan(&version)
	}
	if err != nil {
		return "", fmt.Errorf("read the version of the content: %w", err)
	}
	v.commits, v.version = commits, version
	return version, nil
}

// readCommits returns a number of SQLite's that is another after each commit of others than the connection that asks, which is
// always the same and only reads.
func (v *contentVersion) readCommits(ctx context.Context, db *sqlx.DB) (commits driver.Value, err error) {
	if v.connection == nil {
		if v.connection, err = db.Conn(ctx); err != nil {
			return nil, err
		}
	}
	err = v.connection.Raw(func(connection any) error {
		if v.askCommits == nil {
			prepared, err := connection.(driver.Conn).Prepare(`PRAGMA data_version`)
			if err != nil {
				return err
			}
			v.askCommits = prepared
		}
		rows, err := v.askCommits.(driver.StmtQueryContext).QueryContext(ctx, nil)
		if err != nil {
			return err
		}
		row := make([]driver.Value, 1)
		err = rows.Next(row)
		commits = row[0]
		return errors.Join(err, rows.Close())
	})
	return commits, err
}

// close gives back the connection.
func (v *contentVersion) close() (err error) {
	v.asking.Lock()
	defer v.asking.Unlock()
	if v.askCommits != nil {
		err = v.askCommits.Close()
	}
	if v.connection != nil {
		err = errors.Join(err, v.connection.Close())
	}
	return err
}
