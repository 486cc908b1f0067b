package storedfiles

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"portfolio/api/database"
)

const (
	// leaseFor is how long a collection lease is valid without being renewed: a process that died must not keep collectors
	// away for long.
	leaseFor = 10 * time.Minute
	// renewEvery leaves room for several renewals that come late.
	renewEvery = time.Minute
)

// ErrLeased says that no file is collected, because somebody is copying them.
var ErrLeased = errors.New("a backup is being made: no file is removed until it is done; try again then")

// errLapsed ends the work of those whose lease was not renewed in time, such as on a machine that slept.
var errLapsed = errors.New("the work stood still for so long that files may have been removed meanwhile; try again")

// WithLease keeps every collector of this site, in this process and in others, from claiming files while fn runs: what is
// used when fn begins stays, whatever becomes of the rows. The collection lease is renewed as long as fn runs; the context
// that fn gets ends when that fails.
func (f *Files) WithLease(ctx context.Context, fn func(context.Context) error) (err error) {
	id := rand.Text()
	if err := f.takeLease(ctx, id); err != nil {
		return fmt.Errorf("take a collection lease: %w", err)
	}
	defer func() {
		// Also after ctx has ended, else collectors wait for the lease's time to run out.
		err = errors.Join(err, f.releaseLease(context.WithoutCancel(ctx), id))
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
			if err := f.renewLease(ctx, id); err != nil {
				cancel(err)
			}
		}
	}()
	if err := fn(ctx); err != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	return f.renewLease(ctx, id)
}

func (f *Files) takeLease(ctx context.Context, id string) error {
	now := f.now()
	return f.db.InTx(ctx, func(tx *database.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM collection_leases WHERE expires_at < ?`, database.At(now)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO collection_leases (id, expires_at) VALUES (?, ?)`, id, database.At(now.Add(leaseFor)))
		return err
	})
}

// renewLease returns errLapsed when the lease stood no more.
func (f *Files) renewLease(ctx context.Context, id string) error {
	now := f.now()
	return f.db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE collection_leases SET expires_at = ? WHERE id = ? AND expires_at >= ?`,
			database.At(now.Add(leaseFor)), id, database.At(now))
		if err == nil && n == 0 {
			err = errLapsed
		}
		return err
	})
}

func (f *Files) releaseLease(ctx context.Context, id string) error {
	return f.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM collection_leases WHERE id = ?`, id)
		return err
	})
}
