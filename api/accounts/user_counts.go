package accounts

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/internal/database"
)

// UserCounts are numbers of accounts: all, active staff, deactivated ones and those that joined in the last 30 days.
// Sessions is the number of signed-in devices.
type UserCounts struct {
	Accounts int64 `db:"accounts" json:"accounts"`
	Staff    int64 `db:"staff" json:"staff"`
	Inactive int64 `db:"inactive" json:"inactive"`
	Joined   int64 `db:"joined" json:"joined"`
	Sessions int64 `db:"sessions" json:"sessions"`
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
