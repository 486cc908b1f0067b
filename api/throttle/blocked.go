package throttle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/database"
)

// maxBlocked is how many of those who are refused are listed.
const maxBlocked = 50

// Block is a key that is refused until a time: by which rule, and from which client network where the rule counts
// networks. Key is what the hits are counted under.
type Block struct {
	Key     string        `db:"key"`
	Rule    string        `db:"rule"`
	Network string        `db:"machine"`
	Until   database.Time `db:"refused_until"`
}

// block notes that key is refused. It writes only when that is news: a flood of refused tries costs nothing more.
func (rule Rule) block(ctx context.Context, tx *database.Tx, key string, until time.Time) error {
	network := ""
	if rule.Network != nil {
		network = rule.Network(key)
	}
	_, err := tx.Exec(ctx, `
		UPDATE throttles SET rule = ?, machine = ?, refused_until = ?
		 WHERE key = ? AND (refused_until IS NULL OR refused_until < ?)`,
		rule.Name, network, database.At(until), Key(rule, key), database.At(until.Add(-time.Minute)))
	return err
}

// Block returns who is refused now, the longest first, at most fifty.
func (l *Limiter) Blocked(ctx context.Context) ([]Block, error) {
	refused := []Block{}
	err := l.db.Select(ctx, &refused, `
		SELECT key, rule, machine, refused_until FROM throttles
		 WHERE refused_until > ? ORDER BY refused_until DESC, key LIMIT ?`, database.At(l.now()), maxBlocked)
	if err != nil {
		return nil, fmt.Errorf("list who is throttled: %w", err)
	}
	return refused, nil
}

// Unblock lets whoever is counted under key try again, and returns who it was, or NotFound.
func (l *Limiter) Unblock(ctx context.Context, tx *database.Tx, key string) (Block, error) {
	var lifted Block
	err := tx.Get(ctx, &lifted, `
		DELETE FROM throttles WHERE key = ? AND refused_until IS NOT NULL RETURNING key, rule, machine, refused_until`, key)
	if errors.Is(err, database.ErrNoRows) {
		return Block{}, apperror.NotFound()
	}
	return lifted, err
}
