package throttle

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
)

// maxBlocked is the length of the list of blocked keys.
const maxBlocked = 50

// Block is a key that is refused until a time. Network is empty for rules that do not count by
// network.
type Block struct {
	Key     string        `db:"key"`
	Rule    string        `db:"rule"`
	Network string        `db:"network"`
	Until   database.Time `db:"blocked_until"`
}

// block records until when key is refused. It writes only if the time changed by more than a
// minute, so that a flood causes few writes.
func (rule Rule) block(ctx context.Context, tx *database.Tx, key string, until time.Time) error {
	network := ""
	if rule.Network != nil {
		network = rule.Network(key)
	}
	_, err := tx.Exec(ctx, `
		UPDATE throttles SET rule = ?, network = ?, blocked_until = ?
		 WHERE key = ? AND (blocked_until IS NULL OR blocked_until < ?)`,
		rule.Name, network, database.At(until), Key(rule, key), database.At(until.Add(-time.Minute)))
	return err
}

// Blocked returns the blocked keys, the longest blocked first, at most fifty.
func (l *Limiter) Blocked(ctx context.Context) ([]Block, error) {
	blocked := []Block{}
	err := l.db.Select(ctx, &blocked, `
		SELECT key, rule, network, blocked_until FROM throttles
		 WHERE blocked_until > ? ORDER BY blocked_until DESC, key LIMIT ?`, database.At(l.now()), maxBlocked)
	if err != nil {
		return nil, fmt.Errorf("list who is throttled: %w", err)
	}
	return blocked, nil
}

// BlockedNetworks returns the client networks that rule blocks.
func (l *Limiter) BlockedNetworks(ctx context.Context, rule Rule) ([]string, error) {
	var networks []string
	err := l.db.Select(ctx, &networks, `SELECT DISTINCT network FROM throttles WHERE rule = ? AND blocked_until > ?`, rule.Name, database.At(l.now()))
	if err != nil {
		return nil, fmt.Errorf("list the networks that are throttled: %w", err)
	}
	return networks, nil
}

// Unblock deletes the hits of a blocked key and returns the block, or NotFound.
func (l *Limiter) Unblock(ctx context.Context, tx *database.Tx, key string) (Block, error) {
	var unblocked Block
	err := tx.Get(ctx, &unblocked, `
		DELETE FROM throttles WHERE key = ? AND blocked_until IS NOT NULL RETURNING key, rule, network, blocked_until`, key)
	return unblocked, apperror.OrNotFound(err)
}
