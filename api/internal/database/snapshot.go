package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/jmoiron/sqlx"
)

// InSnapshot runs fn in a read-only transaction that sees one state of the database for any time.
// Writers continue meanwhile.
func (db *DB) InSnapshot(ctx context.Context, fn func(tx *Tx) error) error {
	options := sql.TxOptions{ReadOnly: true}
	if db.engine == PostgreSQL {
		options.Isolation = sql.LevelRepeatableRead
	}
	return db.inSteps(ctx, db.pool(ctx, db.read), &options, fn)
}

// inSteps runs fn in a transaction that lasts as long as each of its steps, a statement or a row of
// its answer, takes no longer than a call may. With options, which are for reading, it is always
// rolled back.
func (db *DB) inSteps(ctx context.Context, pool *sqlx.DB, options *sql.TxOptions, fn func(tx *Tx) error) (err error) {
	timeout := timeoutOf(ctx)
	ctx, cancel := context.WithCancelCause(ctx)
	timer := time.AfterFunc(timeout, func() { cancel(context.DeadlineExceeded) })
	step := func() { timer.Reset(timeout) }
	defer func() {
		timer.Stop()
		if err != nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
			err = fmt.Errorf("%w: %w", context.DeadlineExceeded, err)
		}
		cancel(nil)
	}()
	db.calls.Add(1)
	tx, err := begin(withBeginDeadline(ctx, time.Now().Add(timeout)), pool, options)
	if err != nil {
		return err
	}
	defer func() {
		step()
		_ = tx.Rollback()
	}()
	inSteps := &Tx{tx: tx, ctx: ctx, step: step}
	if db.engine == PostgreSQL {
		// These bounds are meant for requests.
		if _, err := tx.ExecContext(ctx, `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`); err != nil {
			return err
		}
	}
	if err := fn(inSteps); err != nil || options != nil {
		return err
	}
	step()
	if err := commit(tx); err != nil {
		return err
	}
	inSteps.callAfterCommit()
	return nil
}

// each hands fn the values of one row of the answer after another, as the driver has them, but a timestamp as a Time.
func (tx *Tx) each(ctx context.Context, query string, fn func(values []any) error) error {
	rows, err := tx.Query(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		return err
	}
	values, targets := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		targets[i] = &values[i]
	}
	for rows.Next() {
		tx.step()
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		for i, value := range values {
			if timestamp, ok := value.(time.Time); ok {
				values[i] = At(timestamp)
			}
		}
		if err := fn(values); err != nil {
			return err
		}
	}
	return rows.Err()
}

// engine returns which engine the transaction runs on.
func (tx *Tx) engine() Engine {
	if tx.tx.DriverName() == "sqlite" {
		return SQLite
	}
	return PostgreSQL
}
