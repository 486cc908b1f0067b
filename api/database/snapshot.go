package database

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// InSnapshot runs fn in a transaction that only reads and sees one state of the database, however long it takes. Writers
// go on meanwhile.
func (db *DB) InSnapshot(ctx context.Context, fn func(tx *Tx) error) error {
	options := sql.TxOptions{ReadOnly: true}
	if db.engine == PostgreSQL {
		options.Isolation = sql.LevelRepeatableRead
	}
	tx, err := db.read.BeginTxx(ctx, &options)
	if err != nil {
		return fmt.Errorf("begin to read: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	snapshot := &Tx{tx}
	if err := snapshot.extendDeadline(ctx); err != nil {
		return err
	}
	return fn(snapshot)
}

// extendDeadline lifts the bounds on how long PostgreSQL lets the transaction run, which are meant for requests.
func (tx *Tx) extendDeadline(ctx context.Context) error {
	if tx.engine() == SQLite {
		return nil
	}
	_, err := tx.tx.ExecContext(ctx, `SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`)
	return err
}

// each hands fn the values of one row of the answer after another, as the driver has them, but a timestamp as a Time.
func (tx *Tx) each(ctx context.Context, query string, fn func(values []any) error) error {
	rows, err := tx.tx.QueryContext(ctx, query)
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
