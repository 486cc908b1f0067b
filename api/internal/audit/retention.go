package audit

import (
	"context"
	"fmt"
	"net/netip"
	"time"

	"portfolio/api/internal/database"
)

// Lifetime is how long entries are kept.
const Lifetime = 730 * 24 * time.Hour

// AddressLifetime is how long entries keep the whole IP address. Afterwards they have its network.
const AddressLifetime = 90 * 24 * time.Hour

// rowsAtOnce is how many entries are deleted or changed in one transaction: others write in between.
const rowsAtOnce = 1000

// Expire deletes entries older than Lifetime, and shortens the addresses in those older than
// AddressLifetime: to the first 24 bits of an IPv4 address and the first 48 of an IPv6 address.
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
// own work on it, in the transaction that ends the sample. Those of other accounts are kept.
func (l *Log) ClearSample(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM audit_entries WHERE actor = ? OR actor_key LIKE ? OR target LIKE ? OR actor = '' AND kind NOT IN ('', ?)`,
		Sample, "%"+SampleDomain, "%"+SampleDomain, User)
	if err != nil {
		return fmt.Errorf("clear the audit log of the sample: %w", err)
	}
	return nil
}

func (l *Log) deleteBefore(ctx context.Context, limit time.Time) error {
	return l.inSteps(ctx, `DELETE FROM audit_entries WHERE id IN (SELECT id FROM audit_entries WHERE at < ? ORDER BY at, id LIMIT ?)`,
		database.At(limit))
}

// inSteps runs a statement until it affects fewer rows than its last argument, rowsAtOnce.
func (l *Log) inSteps(ctx context.Context, statement string, args ...any) error {
	args = append(args, rowsAtOnce)
	for {
		affected, err := l.db.Exec(ctx, statement, args...)
		if err != nil || affected < rowsAtOnce {
			return err
		}
	}
}

func (l *Log) shortenBefore(ctx context.Context, limit time.Time) error {
	var addresses []string
	err := l.db.Select(ctx, &addresses, `
		SELECT DISTINCT ip FROM audit_entries WHERE at < ? AND ip <> '' AND ip NOT LIKE '%/24' AND ip NOT LIKE '%/48'`, database.At(limit))
	if err != nil {
		return err
	}
	for _, address := range addresses {
		if network := networkOf(address); network != address {
			err := l.inSteps(ctx, `
				UPDATE audit_entries SET ip = ? WHERE id IN (SELECT id FROM audit_entries WHERE ip = ? AND at < ? ORDER BY at, id LIMIT ?)`,
				network, address, database.At(limit))
			if err != nil {
				return err
			}
		}
	}
	return nil
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
