package janitor

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"portfolio/api/database"
)

const (
	// holdFor is how long a hold stands without being renewed: a process that died must not keep the janitor away for long.
	holdFor = 10 * time.Minute
	// renewEvery leaves room for several renewals that come late.
	renewEvery = time.Minute
)

// ErrHeld says that no file was removed, because somebody is copying what the rows name.
var ErrHeld = errors.New("a backup is being made: no file is removed until it is done; try again then")

// errLapsed ends the work of those whose hold was not renewed in time, such as on a machine that slept.
var errLapsed = errors.New("the work stood still for so long that files may have been removed meanwhile; try again")

// Hold keeps every janitor of this site, in this process and in others, from removing files while fn runs: what the rows
// name when fn begins stays, whatever becomes of the rows. It is renewed as long as fn runs; the context that fn gets
// ends when that fails.
func Hold(ctx context.Context, db *database.DB, clock func() time.Time, fn func(context.Context) error) (err error) {
	id := rand.Text()
	if err := take(ctx, db, id, clock()); err != nil {
		return fmt.Errorf("hold the files: %w", err)
	}
	defer func() {
		// Also after ctx has ended, else the janitor waits for the hold's time to run out.
		err = errors.Join(err, release(context.WithoutCancel(ctx), db, id))
	}()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		ticker := time.NewTicker(renewEvery)
		defer ticker.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-ticker.C:
			}
			if err := renew(ctx, db, id, clock()); err != nil {
				cancel(err)
			}
		}
	}()
	if err := fn(ctx); err != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	return renew(ctx, db, id, clock())
}

// take waits for a janitor that is removing files, by its lock.
func take(ctx context.Context, db *database.DB, id string, now time.Time) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockFiles); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM file_holds WHERE expires_at < ?`, database.At(now)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO file_holds (id, expires_at) VALUES (?, ?)`, id, database.At(now.Add(holdFor)))
		return err
	})
}

// renew returns errLapsed when the hold stood no more.
func renew(ctx context.Context, db *database.DB, id string, now time.Time) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE file_holds SET expires_at = ? WHERE id = ? AND expires_at >= ?`,
			database.At(now.Add(holdFor)), id, database.At(now))
		if err == nil && n == 0 {
			err = errLapsed
		}
		return err
	})
}

func release(ctx context.Context, db *database.DB, id string) error {
	return db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM file_holds WHERE id = ?`, id)
		return err
	})
}

// checkHeld returns ErrHeld while a hold stands. Under database.LockFiles none can come.
func checkHeld(ctx context.Context, tx *database.Tx, now time.Time) error {
	var held int
	if err := tx.Get(ctx, &held, `SELECT count(*) FROM file_holds WHERE expires_at >= ?`, database.At(now)); err != nil {
		return err
	}
	if held > 0 {
		return ErrHeld
	}
	return nil
}
