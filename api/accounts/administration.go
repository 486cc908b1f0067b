package accounts

import (
	"context"
	"fmt"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Account is a user as the owner sees it.
type Account struct {
	User
	IsActive  bool           `db:"is_active" json:"is_active"`
	LastLogin *database.Time `db:"last_login" json:"last_login"`
}

// FindUser returns the account of that address, or NotFound.
func (s *Service) FindUser(ctx context.Context, email string) (User, error) {
	user, _, err := s.findByEmail(ctx, email)
	return user, err
}

// SetStaff gives an account staff rights or takes them, from its next request on. It returns
// Conflict if no staff would be left, or if the address of the account is not confirmed.
func (s *Service) SetStaff(ctx context.Context, userID int64, staff bool) error {
	action := audit.StaffTaken
	if staff {
		action = audit.StaffGiven
	}
	return s.withStaffLock(ctx, func(tx *database.Tx) error {
		var unconfirmed bool
		err := tx.Get(ctx, &unconfirmed, `SELECT EXISTS (SELECT 1 FROM users WHERE id = ? AND email_confirmed_at IS NULL)`, userID)
		if err != nil {
			return err
		}
		if staff && unconfirmed {
			return httpx.Conflict(httpx.StaffUnconfirmed)
		}
		changed, err := s.changeState(ctx, tx, action, userID,
			`UPDATE users SET is_staff = ? WHERE id = ? AND is_staff <> ? RETURNING id, email`, staff, userID, staff)
		if err == nil && staff && changed.ID != 0 {
			err = s.notify(ctx, tx, noticeStaff, changed)
		}
		return err
	})
}

// SetActive lets an account sign in, or deactivates it and ends its sessions. It returns Conflict if no
// staff would be left.
func (s *Service) SetActive(ctx context.Context, userID int64, active bool) error {
	action := audit.Deactivated
	if active {
		action = audit.Activated
	}
	return s.withStaffLock(ctx, func(tx *database.Tx) error {
		_, err := s.changeState(ctx, tx, action, userID,
			`UPDATE users SET is_active = ? WHERE id = ? AND is_active <> ? RETURNING id, email`, active, userID, active)
		if err != nil || active {
			return err
		}
		return endUserSessions(ctx, tx, userID, "", database.At(s.now()))
	})
}

// change runs a statement that returns the id and the address of the one account that it changed, records the action, and
// returns the account. Without such an account it returns NotFound.
func (s *Service) change(ctx context.Context, tx *database.Tx, action, statement string, args ...any) (user User, err error) {
	if err := tx.Get(ctx, &user, statement, args...); err != nil {
		return User{}, httpx.OrNotFound(err)
	}
	return user, s.record(ctx, tx, action, user, "")
}

// changeState is change for a statement that leaves an account alone which is in the wanted state already: then nothing is
// recorded, and it returns no user.
func (s *Service) changeState(ctx context.Context, tx *database.Tx, action string, userID int64, statement string, args ...any) (user User, err error) {
	user, err = s.change(ctx, tx, action, statement, args...)
	if !httpx.IsNotFound(err) {
		return user, err
	}
	var exists bool
	if existsErr := tx.Get(ctx, &exists, `SELECT EXISTS (SELECT 1 FROM users WHERE id = ?)`, userID); existsErr != nil || exists {
		return User{}, existsErr
	}
	return User{}, err
}

// withStaffLock runs fn and rolls it back if it removes the last active staff account. Calls run
// one after another: if two staff remove each other, the second sees the first removal.
func (s *Service) withStaffLock(ctx context.Context, fn func(tx *database.Tx) error) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockStaff); err != nil {
			return err
		}
		before, err := CountStaff(ctx, tx)
		if err != nil {
			return err
		}
		if err := fn(tx); err != nil {
			return err
		}
		after, err := CountStaff(ctx, tx)
		if err == nil && before > 0 && after == 0 {
			return httpx.Conflict(httpx.LastStaff)
		}
		return err
	})
}

// maxStaffNotes is how much staff may write about an account, in characters.
const maxStaffNotes = 5000

// Details is an account as staff see it. The user wrote InterestNotes at registration,
// StaffNotes by staff.
type Details struct {
	Account
	InterestNotes string `db:"interest_notes" json:"interest_notes"`
	StaffNotes    string `db:"staff_notes" json:"staff_notes"`
}

// Details returns an account, or NotFound.
func (s *Service) Details(ctx context.Context, userID int64) (Details, error) {
	var found Details
	err := s.db.Get(ctx, &found, `
		SELECT id, email, first_name, last_name, is_staff, date_joined, is_active, last_login, interest_notes, staff_notes,
		       email_confirmed_at IS NULL AS email_unconfirmed
		  FROM users WHERE id = ?`, userID)
	return found, httpx.OrNotFound(err)
}

// SetStaffNotes changes the notes of staff about an account. It returns NotFound, or an httpx.Error
// that describes invalid notes.
func (s *Service) SetStaffNotes(ctx context.Context, userID int64, notes string) error {
	v := httpx.NewValidator()
	notes = v.OptionalText(&notes, maxStaffNotes, "notes")
	if err := v.Err(); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := s.changeState(ctx, tx, audit.NotesChanged, userID,
			`UPDATE users SET staff_notes = ? WHERE id = ? AND staff_notes <> ? RETURNING id, email`, notes, userID, notes)
		return err
	})
}

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
