package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"slices"

	"github.com/lib/pq"
	"github.com/lib/pq/pqerror"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// sqlState returns PostgreSQL's code of err, "" if the error is not the server's.
// https://www.postgresql.org/docs/current/errcodes-appendix.html lists them.
func sqlState(err error) pqerror.Code {
	if fromPostgres := pq.As(err); fromPostgres != nil {
		return fromPostgres.Code
	}
	return ""
}

// IsUnique reports whether err is the violation of a unique index.
func IsUnique(err error) bool {
	if code := sqlState(err); code != "" {
		return code == pqerror.UniqueViolation
	}
	var fromSQLite *sqlite.Error
	return errors.As(err, &fromSQLite) && (fromSQLite.Code() == sqlite3.SQLITE_CONSTRAINT_UNIQUE ||
		fromSQLite.Code() == sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// IsForeignKey reports whether err is the refusal of a reference to a missing row.
func IsForeignKey(err error) bool {
	if code := sqlState(err); code != "" {
		return code == pqerror.ForeignKeyViolation
	}
	var fromSQLite *sqlite.Error
	return errors.As(err, &fromSQLite) && fromSQLite.Code() == sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY
}

// isRolledBackForAnother reports whether PostgreSQL ended a transaction because it and another one
// waited for each other, or because their changes exclude each other. SQLite has neither, because
// one transaction writes at a time.
func isRolledBackForAnother(err error) bool {
	code := sqlState(err)
	return code == pqerror.TRDeadlockDetected || code == pqerror.TRSerializationFailure
}

// IsFull reports whether err is the refusal of a write because the database's disk is full.
func IsFull(err error) bool {
	var fromSQLite *sqlite.Error
	return sqlState(err) == pqerror.DiskFull || errors.As(err, &fromSQLite) &&
		(fromSQLite.Code() == sqlite3.SQLITE_FULL || fromSQLite.Code() == sqlite3.SQLITE_IOERR_SHMSIZE)
}

// IsUnavailable reports whether err says that the database did not answer in time, or refuses to
// work for now: the same call may succeed in a moment. A commit that failed like this may have been
// done.
func IsUnavailable(err error) bool {
	var connecting *connectError
	if errors.As(err, &connecting) {
		return true
	}
	if code := sqlState(err); code != "" {
		switch code.Class() {
		case pqerror.ClassConnectionException, pqerror.ClassInsufficientResources, pqerror.ClassOperatorIntervention:
			return code != pqerror.DiskFull
		}
		// A standby is read-only.
		return slices.Contains([]pqerror.Code{
			pqerror.ReadOnlySQLTransaction, pqerror.LockNotAvailable, pqerror.IdleInTransactionSessionTimeout,
		}, code)
	}
	var fromSQLite *sqlite.Error
	if errors.As(err, &fromSQLite) {
		return fromSQLite.Code()&0xff == sqlite3.SQLITE_BUSY
	}
	var network *net.OpError
	return errors.As(err, &network) || slices.ContainsFunc([]error{
		context.DeadlineExceeded, driver.ErrBadConn, sql.ErrConnDone, sql.ErrTxDone, io.EOF, io.ErrUnexpectedEOF, net.ErrClosed,
	}, func(known error) bool { return errors.Is(err, known) })
}
