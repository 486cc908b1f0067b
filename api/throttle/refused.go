package throttle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/database"
)

// mostRefused is how many of those who are refused are listed.
const mostRefused = 50

// Refused is somebody who is kept from trying, until a moment: by which rule, and from which machine where the rule counts
// machines. Key is what the hits are counted under.
type Refused struct {
	Key     string        `db:"key"`
	Rule    string        `db:"rule"`
	Machine string        `db:"machine"`
	Until   database.Time `db:"refused_until"`
}

// refuse notes that key is refused. It writes only when that is news: a flood of refused tries costs nothing more.
func (rule Rule) refuse(ctx context.Context, tx *database.Tx, key string, until time.Time) error {
	machine := ""
	if rule.Machine != nil {
		machine = rule.Machine(key)
	}
	_, err := tx.Exec(ctx, `
		UPDATE throttles SET rule = ?, machine = ?, refused_until = ?
		 WHERE key = ? AND (refused_until IS NULL OR refused_until < ?)`,
		rule.Name, machine, database.At(until), Key(rule, key), database.At(until.Add(-time.Minute)))
	return err
}

// Refused returns who is refused now, the longest first, at most fifty.
func (l *Limiter) Refused(ctx context.Context) ([]Refused, error) {
	refused := []Refused{}
	err := l.db.Select(ctx, &refused, `
		SELECT key, rule, machine, refused_until FROM throttles
		 WHERE refused_until > ? ORDER BY refused_until DESC, key LIMIT ?`, database.At(l.now()), mostRefused)
	if err != nil {
		return nil, fmt.Errorf("list who is throttled: %w", err)
	}
	return refused, nil
}

// Lift lets whoever is counted under key try again, and returns who it was, or NotFound.
func (l *Limiter) Lift(ctx context.Context, tx *database.Tx, key string) (Refused, error) {
	var lifted Refused
	err := tx.Get(ctx, &lifted, `
		DELETE FROM throttles WHERE key = ? AND refused_until IS NOT NULL RETURNING key, rule, machine, refused_until`, key)
	if errors.Is(err, database.ErrNoRows) {
		return Refused{}, apperror.NotFound()
	}
	return lifted, err
}
