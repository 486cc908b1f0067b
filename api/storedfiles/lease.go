package storedfiles

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"time"

	"portfolio/api/database"
	"portfolio/api/repeat"
)

const (
	// leaseDuration is how long a collection lease is valid without being renewed: a process that died must not keep collectors
	// away for long.
	leaseDuration = 10 * time.Minute
	// renewInterval is much shorter than leaseDuration, so that several renewals may fail or be late.
	renewInterval = time.Minute
)

// ErrLeased is returned while a collection lease prevents the collection of files.
var ErrLeased = errors.New("a backup is being made: no file is removed until it is done; try again then")

// errLeaseExpired is returned when the lease was not renewed in time, for example because the machine was suspended.
var errLeaseExpired = errors.New("the backup was suspended for so long that files may have been removed meanwhile; try again")

// WithLease holds a collection lease while fn runs: no collector of this site, in this process or another, claims files, so
// that all files that are in use when fn begins remain. The lease is renewed as long as fn runs; the context that fn gets
// is cancelled when that fails.
func (f *Files) WithLease(ctx context.Context, fn func(context.Context) error) (err error) {
	id := rand.Text()
	if err := f.acquireLease(ctx, id); err != nil {
		return fmt.Errorf("take a collection lease: %w", err)
	}
	defer func() {
		// Also after ctx has ended, else collectors wait until the lease expires.
		_, releaseErr := f.DB.Exec(context.WithoutCancel(ctx), `DELETE FROM collection_leases WHERE id = ?`, id)
		err = errors.Join(err, releaseErr)
	}()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go repeat.Every(ctx, renewInterval, func() {
		if err := f.renewLease(ctx, id); err != nil {
			cancel(err)
		}
	})
	if err := fn(ctx); err != nil {
		return errors.Join(context.Cause(ctx), err)
	}
	return f.renewLease(ctx, id)
}

func (f *Files) acquireLease(ctx context.Context, id string) error {
	now := f.Clock()
	return f.DB.InTx(ctx, func(tx *database.Tx) error {
		if _, err := tx.Exec(ctx, `DELETE FROM collection_leases WHERE expires_at < ?`, database.At(now)); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO collection_leases (id, expires_at) VALUES (?, ?)`, id, database.At(now.Add(leaseDuration)))
		return err
	})
}

// renewLease returns errLeaseExpired when the lease has expired.
func (f *Files) renewLease(ctx context.Context, id string) error {
	now := f.Clock()
	n, err := f.DB.Exec(ctx, `UPDATE collection_leases SET expires_at = ? WHERE id = ? AND expires_at >= ?`,
		database.At(now.Add(leaseDuration)), id, database.At(now))
	if err == nil && n == 0 {
		err = errLeaseExpired
	}
	return err
}
