package database

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/jmoiron/sqlx"
)

// Tx is a running transaction. Its context, with its deadline, is that of its statements.
type Tx struct {
	tx  *sqlx.Tx
	ctx context.Context
	// step gives a transaction in steps the time for another one.
	step func()
	// afterCommit are called, in their order, when it is committed.
	afterCommit []func()
}

// InTx runs fn in a transaction and commits it if fn returns nil. Otherwise it rolls back and
// returns fn's error. The time limit of one call applies to the whole. SQLite transactions take the
// write lock at their start and run one after another. If PostgreSQL rolls the transaction back
// because of another one, fn is called once more, so it must not depend on its first call. If the
// error IsUnavailable, the transaction may have been committed; it is not run again.
func (db *DB) InTx(ctx context.Context, fn func(tx *Tx) error) error {
	ctx, cancel := context.WithTimeout(ctx, timeoutOf(ctx))
	defer cancel()
	err := db.inTx(ctx, fn)
	if isRolledBackForAnother(err) {
		err = db.inTx(ctx, fn)
	}
	return err
}

func (db *DB) inTx(ctx context.Context, fn func(tx *Tx) error) error {
	db.calls.Add(1)
	tx, err := begin(ctx, db.pool(ctx, db.write), nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	running := &Tx{tx: tx, ctx: ctx, step: func() {}}
	if check, ok := ctx.Value(checkKey{}).(func(context.Context, *Tx) error); ok {
		if err := check(ctx, running); err != nil {
			return err
		}
	}
	if err := fn(running); err != nil {
		return err
	}
	err = commit(tx)
	db.committed.Add(1) // even after an error, because the commit may have succeeded
	if err != nil {
		return err
	}
	running.callAfterCommit()
	return nil
}

type checkKey struct{}

// WithCheck returns a context whose transactions begin with check. Its error ends them.
func WithCheck(ctx context.Context, check func(ctx context.Context, tx *Tx) error) context.Context {
	return context.WithValue(ctx, checkKey{}, check)
}

// AfterCommit calls fn after the commit, before InTx returns, so fn must not wait. It is not called
// after a rollback or a failed commit, even if that may have taken effect.
func (tx *Tx) AfterCommit(fn func()) { tx.afterCommit = append(tx.afterCommit, fn) }

func (tx *Tx) callAfterCommit() {
	for _, fn := range tx.afterCommit {
		fn()
	}
}

func begin(ctx context.Context, pool *sqlx.DB, options *sql.TxOptions) (*sqlx.Tx, error) {
	tx, err := pool.BeginTxx(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("begin a transaction: %w", err)
	}
	return tx, nil
}

func commit(tx *sqlx.Tx) error {
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit a transaction: %w", err)
	}
	return nil
}

// Exec runs one statement in a separate transaction and returns the number of affected rows.
func (db *DB) Exec(ctx context.Context, query string, args ...any) (n int64, err error) {
	err = db.InTx(ctx, func(tx *Tx) error {
		n, err = tx.Exec(ctx, query, args...)
		return err
	})
	return n, err
}

// Get reads one row into dest, or returns ErrNoRows. It serves INSERT … RETURNING too.
func (tx *Tx) Get(_ context.Context, dest any, query string, args ...any) error {
	tx.step()
	return tx.tx.GetContext(tx.ctx, dest, tx.tx.Rebind(query), args...)
}

// Find reads the row that may be missing into dest, and reports whether there is one. Without one, dest
// is zero.
func (tx *Tx) Find(ctx context.Context, dest any, query string, args ...any) (bool, error) {
	return find(dest, tx.Get(ctx, dest, query, args...))
}

// Query returns rows that the caller scans and closes.
func (tx *Tx) Query(_ context.Context, query string, args ...any) (*Rows, error) {
	tx.step()
	rows, err := tx.tx.QueryContext(tx.ctx, tx.tx.Rebind(query), args...)
	return &Rows{rows, func() {}}, err
}

// Select reads all rows into the slice at dest.
func (tx *Tx) Select(_ context.Context, dest any, query string, args ...any) error {
	tx.step()
	return tx.tx.SelectContext(tx.ctx, dest, tx.tx.Rebind(query), args...)
}

// Exec runs a statement and returns how many rows it touched.
func (tx *Tx) Exec(_ context.Context, query string, args ...any) (int64, error) {
	tx.step()
	result, err := tx.tx.ExecContext(tx.ctx, tx.tx.Rebind(query), args...)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Lock is the name of a lock that one transaction at a time holds.
type Lock string

const (
	// LockContent is for transactions that change drafts, publications or files of the content folder.
	LockContent Lock = "content"
	// LockCurrent is for transactions that change which documents are current.
	LockCurrent Lock = "current documents"
	// LockManyImages is for transactions that change many images.
	LockManyImages Lock = "many images"
	// LockMessages is for transactions that count or delete messages.
	LockMessages Lock = "messages"
	// LockStaff is for transactions that could remove the last staff account.
	LockStaff Lock = "staff accounts"
)

// Lock waits until no other transaction holds the lock, and holds it until this one ends.
func (tx *Tx) Lock(ctx context.Context, lock Lock) error {
	n, err := tx.Exec(ctx, `UPDATE locks SET name = name WHERE name = ?`, string(lock))
	if err == nil && n != 1 {
		err = fmt.Errorf("unknown lock %q", lock)
	}
	return err
}

// Reader is the reading part of DB and Tx: of the committed state, or of the state in a
// transaction.
type Reader interface {
	// Get reads one row into dest, or returns ErrNoRows.
	Get(ctx context.Context, dest any, query string, args ...any) error
	// Find reads the row that may be missing into dest, and reports whether there is one.
	Find(ctx context.Context, dest any, query string, args ...any) (bool, error)
	// Query returns rows that the caller scans, without the reflection of Select, and closes.
	Query(ctx context.Context, query string, args ...any) (*Rows, error)
	// Select reads all rows into the slice at dest.
	Select(ctx context.Context, dest any, query string, args ...any) error
}
