package database

import (
	"context"
	"fmt"
)

// InLoad is InTx for filling tables in any order: references are looked at when fn has returned, and the transaction may
// take long.
func (db *DB) InLoad(ctx context.Context, fn func(tx *Tx) error) error {
	ctx = WithTimeout(ctx, longTimeout)
	return db.inSteps(ctx, db.pool(ctx, db.write), nil, func(tx *Tx) error {
		if db.engine == SQLite {
			// This applies until the end of the transaction.
			if _, err := tx.Exec(ctx, `PRAGMA defer_foreign_keys = 1`); err != nil {
				return err
			}
			return fn(tx)
		}
		if err := tx.setForeignKeys(ctx, "DEFERRABLE INITIALLY DEFERRED"); err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `SET CONSTRAINTS ALL IMMEDIATE`); err != nil {
			return err
		}
		return tx.setForeignKeys(ctx, "NOT DEFERRABLE")
	})
}

// setForeignKeys changes when PostgreSQL looks at references. Like everything here that is undone with the transaction.
func (tx *Tx) setForeignKeys(ctx context.Context, when string) error {
	var keys []struct {
		Table string `db:"table_name"`
		Name  string `db:"name"`
	}
	err := tx.Select(ctx, &keys, `
		SELECT c.relname AS table_name, k.conname AS name
		  FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_namespace n ON n.oid = c.relnamespace
		 WHERE k.contype = 'f' AND n.nspname = current_schema() ORDER BY c.relname, k.conname`)
	if err != nil {
		return err
	}
	for _, key := range keys {
		if _, err := tx.Exec(ctx, `ALTER TABLE `+quote(key.Table)+` ALTER CONSTRAINT `+quote(key.Name)+` `+when); err != nil {
			return err
		}
	}
	return nil
}

// CheckIntegrity returns the faults that the database finds in itself. PostgreSQL checks itself; a
// SQLite file is read completely.
func (db *DB) CheckIntegrity(ctx context.Context) error {
	if db.engine == PostgreSQL {
		return nil
	}
	var faults []string
	if err := db.Select(ctx, &faults, `SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'`); err != nil {
		return err
	}
	var orphans []string
	err := db.Select(ctx, &orphans, `SELECT "table" || ' row ' || coalesce(rowid, '') || ' refers to a missing row of ' || parent FROM pragma_foreign_key_check LIMIT 1`)
	if err != nil {
		return err
	}
	if faults = append(faults, orphans...); len(faults) > 0 {
		return fmt.Errorf("the database is damaged: %s", faults[0])
	}
	return nil
}
