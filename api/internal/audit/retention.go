package audit

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"portfolio/api/internal/database"
)

// Lifetime is how long entries are kept.
const Lifetime = 730 * 24 * time.Hour

// AddressLifetime is how long entries keep the whole IP address. Afterwards they have its network.
const AddressLifetime = 90 * 24 * time.Hour

// retentionStep is of how many days entries are changed in one transaction, and deletedAtOnce how
// many are deleted: others write in between.
const (
	retentionStep = 24 * time.Hour
	deletedAtOnce = 1000
)

// Expire deletes entries older than Lifetime, and shortens the addresses in those older than
// AddressLifetime: to the first 24 bits of an IPv4 address and the first 48 of an IPv6 address. The
// database refuses to delete or shorten entries younger than the limits in the table
// audit_retention.
func (l *Log) Expire(ctx context.Context) error {
	now := l.now()
	if err := l.deleteBefore(ctx, now.Add(-Lifetime)); err != nil {
		return fmt.Errorf("delete old audit entries: %w", err)
	}
	if err := l.shortenBefore(ctx, now.Add(-AddressLifetime)); err != nil {
		return fmt.Errorf("shorten addresses of old audit entries: %w", err)
	}
	return nil
}

// ClearSample deletes the entries of the sample, of the accounts that came with it and of the server's
// own work on it, and all counts, in the transaction that ends the sample. Those of other accounts are kept.
func (l *Log) ClearSample(ctx context.Context, tx *database.Tx) error {
	var last *database.Time
	err := tx.Get(ctx, &last, `SELECT MAX(at) FROM audit_entries`)
	if err == nil && last != nil {
		err = moveRetention(ctx, tx, "entries_before", last.Add(time.Millisecond))
	}
	if err == nil {
		_, err = tx.Exec(ctx, `
			DELETE FROM audit_entries WHERE actor = ? OR actor_key LIKE ? OR target LIKE ? OR actor = '' AND kind NOT IN ('', ?)`,
			Sample, "%"+SampleDomain, "%"+SampleDomain, User)
	}
	if err == nil {
		_, err = tx.Exec(ctx, `DELETE FROM counters`)
	}
	if err != nil {
		return fmt.Errorf("clear the audit log of the sample: %w", err)
	}
	return nil
}

func (l *Log) deleteBefore(ctx context.Context, limit time.Time) error {
	for {
		var deleted int64
		err := l.db.InTx(ctx, func(tx *database.Tx) error {
			if err := moveRetention(ctx, tx, "entries_before", limit); err != nil {
				return err
			}
			var err error
			deleted, err = tx.Exec(ctx, `
				DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries WHERE at < ? ORDER BY at, id LIMIT ?)`,
				database.At(limit), deletedAtOnce)
			return err
		})
		if err != nil || deleted < deletedAtOnce {
			return err
		}
	}
}

// shortenBefore continues from its last end: each entry is shortened once.
func (l *Log) shortenBefore(ctx context.Context, limit time.Time) error {
	var oldest []database.Time
	err := l.db.Select(ctx, &oldest, `
		SELECT e.at FROM audit_entries e
		 WHERE e.at >= COALESCE((SELECT r.addresses_before FROM audit_retention r), (SELECT MIN(m.at) FROM audit_entries m))
		 ORDER BY e.at LIMIT 1`)
	if err != nil || len(oldest) == 0 {
		return err
	}
	for from := oldest[0].Time; from.Before(limit); from = from.Add(retentionStep) {
		to := from.Add(retentionStep)
		if to.After(limit) {
			to = limit
		}
		if err := l.db.InTx(ctx, func(tx *database.Tx) error { return shorten(ctx, tx, from, to) }); err != nil {
			return err
		}
	}
	return nil
}

func shorten(ctx context.Context, tx *database.Tx, from, to time.Time) error {
	if err := moveRetention(ctx, tx, "addresses_before", to); err != nil {
		return err
	}
	var addresses []string
	err := tx.Select(ctx, &addresses, `SELECT DISTINCT ip FROM audit_entries WHERE at >= ? AND at < ?`, database.At(from), database.At(to))
	if err != nil {
		return err
	}
	for _, address := range addresses {
		network := networkOf(address)
		if network == address {
			continue
		}
		_, err := tx.Exec(ctx, `UPDATE audit_entries SET ip = ? WHERE ip = ? AND at >= ? AND at < ?`,
			network, address, database.At(from), database.At(to))
		if err != nil {
			return err
		}
	}
	return nil
}

// moveRetention says up to when entries may be deleted or shortened; it never goes back.
func moveRetention(ctx context.Context, tx *database.Tx, column string, to time.Time) error {
	if column != "entries_before" && column != "addresses_before" {
		return errors.New("no column of audit_retention: " + column)
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO audit_retention (id, `+column+`) VALUES (1, ?)
		ON CONFLICT (id) DO UPDATE SET `+column+` = excluded.`+column+`
		 WHERE audit_retention.`+column+` IS NULL OR audit_retention.`+column+` < excluded.`+column, database.At(to))
	return err
}

// networkOf returns the network of an address, or of a smaller network; other texts stay.
func networkOf(text string) string {
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		address, err := netip.ParseAddr(text)
		if err != nil {
			return text
		}
		prefix = netip.PrefixFrom(address.WithZone(""), address.BitLen())
	}
	bits := 48
	if prefix.Addr().Unmap().Is4() {
		prefix = netip.PrefixFrom(prefix.Addr().Unmap(), 32)
		bits = 24
	}
	network, err := prefix.Addr().Prefix(min(bits, prefix.Bits()))
	if err != nil {
		return text
	}
	return network.String()
}
