package accounts

import (
	"context"
	"time"

	"portfolio/api/database"
)

// Figures is how many accounts there are, and of which kinds. Staff are those who may manage the site; Joined are those
// of the last 30 days; Sessions are the devices that are signed in.
type Figures struct {
	Accounts int64 `db:"accounts"`
	Staff    int64 `db:"staff"`
	Inactive int64 `db:"inactive"`
	Joined   int64 `db:"joined"`
	Sessions int64 `db:"sessions"`
}

// Figures counts the accounts.
func (s *Service) Figures(ctx context.Context) (Figures, error) {
	now := s.now()
	var figures Figures
	err := s.db.Get(ctx, &figures, `
		SELECT (SELECT COUNT(*) FROM users) AS accounts,
		       (SELECT COUNT(*) FROM users WHERE is_staff AND is_active) AS staff,
		       (SELECT COUNT(*) FROM users WHERE NOT is_active) AS inactive,
		       (SELECT COUNT(*) FROM users WHERE date_joined > ?) AS joined,
		       (SELECT COUNT(*) FROM sessions WHERE revoked_at IS NULL AND expires_at > ? AND last_used_at > ?) AS sessions`,
		database.At(now.Add(-30*24*time.Hour)), database.At(now), database.At(now.Add(-idleLimit)))
	return figures, err
}
