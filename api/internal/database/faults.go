package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// sqlState returns PostgreSQL's code of err, "" where err is none of the server's.
// https://www.postgresql.org/docs/current/errcodes-appendix.html lists them.
func sqlState(err error) string {
	var fromPostgres interface{ SQLState() string }
	if errors.As(err, &fromPostgres) {
		return fromPostgres.SQLState()
	}
	return ""
}

// IsUnique reports whether err is the violation of a unique index.
func IsUnique(err error) bool {
	if code := sqlState(err); code != "" {
		return code == "23505"
	}
	var fromSQLite *sqlite.Error
	return errors.As(err, &fromSQLite) && (fromSQLite.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE ||
		fromSQLite.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// IsForeignKey reports whether err is the refusal of a reference to a row that is not there.
func IsForeignKey(err error) bool {
	if code := sqlState(err); code != "" {
		return code == "23503"
	}
	var fromSQLite *sqlite.Error
	return errors.As(err, &fromSQLite) && fromSQLite.Code() == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}

// IsDeadlock reports whether err is PostgreSQL's refusal of a transaction that waits for another one, which waits for it. SQLite, where
// one transaction writes at a time, has none.
func IsDeadlock(err error) bool { return sqlState(err) == "40P01" }

// IsDiskFault reports whether err is SQLite's error for a disk that is full, cannot be written or cannot be read.
func IsDiskFault(err error) bool {
	var fromSQLite *sqlite.Error
	if !errors.As(err, &fromSQLite) {
		return false
	}
	switch fromSQLite.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY:
		return true
	}
	return false
}

// IsFull reports whether err is the refusal of a write because the database's disk is full.
func IsFull(err error) bool {
	var fromSQLite *sqlite.Error
	return sqlState(err) == "53100" || errors.As(err, &fromSQLite) &&
		(fromSQLite.Code() == sqlite3.SQLITE_FULL || fromSQLite.Code() == sqlite3.SQLITE_IOERR_SHMSIZE)
}

// IsUnavailable reports whether err says that the database did not answer, or not in time, or refuses to work for now: the same
// may succeed in a moment. Whether a commit that failed so was done is unknown.
func IsUnavailable(err error) bool {
	var connecting *pgconn.ConnectError
	if errors.As(err, &connecting) {
		return true
	}
	if code := sqlState(err); code != "" {
		switch code[:2] {
		case "08", "53", "57": // connections, resources, an operator's intervention
			return code != "53100"
		}
		// Read-only, as a standby is; locks that were not free in time; a transaction that was idle for too long.
		return code == "25006" || code == "55P03" || code == "25P03"
	}
	var fromSQLite *sqlite.Error
	if errors.As(err, &fromSQLite) {
		return fromSQLite.Code()&0xff == sqlite3.SQLITE_BUSY
	}
	var network *net.OpError
	return errors.As(err, &network) || pgconn.SafeToRetry(err) || slices.ContainsFunc([]error{
		context.DeadlineExceeded, driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed,
	}, func(known error) bool { return errors.Is(err, known) })
}
