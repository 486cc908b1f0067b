package accounts

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/database"
)

// UserCounts is how many accounts there are, and of which kinds. Staff are those who may manage the site; Joined are those
// of the last 30 days; Sessions are the devices that are signed in.
type UserCounts struct {
	Accounts int64 `db:"accounts"`
	Staff    int64 `db:"staff"`
	Inactive int64 `db:"inactive"`
	Joined   int64 `db:"joined"`
	Sessions int64 `db:"sessions"`
}

// UserCounts counts the accounts.
func (s *Service) UserCounts(ctx context.Context) (UserCounts, error) {
	now := s.now()
	var counts UserCounts
	err := s.db.Get(ctx, &counts, `
		SELECT (SELECT COUNT(*) FROM users) AS accounts,
		       (SELECT COUNT(*) FROM users WHERE is_staff AND is_active) AS staff,
		       (SELECT COUNT(*) FROM users WHERE NOT is_active) AS inactive,
		       (SELECT COUNT(*) FROM users WHERE date_joined > ?) AS joined,
		       (SELECT COUNT(*) FROM sessions WHERE revoked_at IS NULL AND expires_at > ? AND last_used_at > ?) AS sessions`,
		database.At(now.Add(-30*24*time.Hour)), database.At(now), database.At(now.Add(-idleLimit)))
	if err != nil {
		return UserCounts{}, fmt.Errorf("count accounts: %w", err)
	}
	return counts, nil
}

// CountStaff returns how many active accounts may manage the site.
func CountStaff(ctx context.Context, from database.Reader) (staff int64, err error) {
	err = from.Get(ctx, &staff, `SELECT COUNT(*) FROM users WHERE is_staff AND is_active`)
	if err != nil {
		return 0, fmt.Errorf("count staff: %w", err)
	}
	return staff, nil
}
