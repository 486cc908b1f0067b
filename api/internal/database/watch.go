package database

import (
	"context"
	"fmt"
	"time"
)

// watchInterval is how often Watch looks for writes.
const watchInterval = time.Second

// Watch looks for writes of other processes until ctx ends, with one statement a second, so that Writes counts them, too. It
// calls failed with each error.
func (db *DB) Watch(ctx context.Context, failed func(error)) {
	var last string
	for tick := time.Tick(watchInterval); ctx.Err() == nil; {
		if err := db.watch(ctx, tick, &last); err != nil && ctx.Err() == nil {
			failed(fmt.Errorf("look for writes: %w", err))
		}
		select {
		case <-ctx.Done():
		case <-tick:
		}
	}
}

// watch compares the state of the database with the last one at each tick, on one connection. It returns the first error, or
// nil when ctx ends.
func (db *DB) watch(ctx context.Context, tick <-chan time.Time, last *string) error {
	connection, err := db.monitor.Connx(ctx)
	if err != nil {
		return err
	}
	defer func() { _ = connection.Close() }()
	// SQLite's number changes when another connection commits; PostgreSQL's text when any transaction that writes begins or ends.
	state := `SELECT CAST(data_version AS TEXT) FROM pragma_data_version`
	if db.engine == PostgreSQL {
		state = `SELECT CAST(txid_current_snapshot() AS TEXT)`
	}
	for {
		var now string
		db.calls.Add(1)
		call, cancel := context.WithTimeout(ctx, pingTimeout)
		err := connection.GetContext(call, &now, state)
		cancel()
		if err != nil {
			return err
		}
		if now != *last {
			*last = now
			db.committed.Add(1)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
		}
	}
}
