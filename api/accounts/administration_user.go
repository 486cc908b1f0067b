package accounts

import (
	"context"
	"errors"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/validate"
)

// maxStaffNotes is how much staff may write about an account, in characters.
const maxStaffNotes = 5000

// Details is everything that staff may know of an account. InterestNotes is what its owner wrote at registration,
// StaffNotes what staff wrote about it since.
type Details struct {
	Account
	InterestNotes string `db:"interest_notes"`
	StaffNotes    string `db:"staff_notes"`
}

// Details returns an account, or NotFound.
func (s *Service) Details(ctx context.Context, userID int64) (Details, error) {
	var found Details
	err := s.db.Get(ctx, &found, `
		SELECT id, email, first_name, last_name, is_staff, date_joined, is_active, last_login, interest_notes, staff_notes,
		       email_confirmed_at IS NULL AS email_unconfirmed
		  FROM users WHERE id = ?`, userID)
	if errors.Is(err, database.ErrNoRows) {
		err = apperror.NotFound()
	}
	return found, err
}

// SetStaffNotes changes what staff have written about an account, or returns an apperror: NotFound, or what is wrong
// with the notes.
func (s *Service) SetStaffNotes(ctx context.Context, userID int64, notes string) error {
	v := validate.New()
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

// BackendSessions returns the sessions of a user in the backend admin that are active, the one used last first.
func (s *Service) BackendSessions(ctx context.Context, userID int64, current string) ([]SessionInfo, error) {
	now := s.now()
	sessions := []SessionInfo{}
	err := s.db.Select(ctx, &sessions, `
		SELECT id, user_agent, ip, created_at, last_used_at FROM backend_sessions
		 WHERE user_id = ? AND expires_at > ? AND last_used_at > ?
		 ORDER BY last_used_at DESC, id`,
		userID, database.At(now), database.At(now.Add(-backendIdle)))
	if err != nil {
		return nil, fmt.Errorf("list sessions: %w", err)
	}
	for i := range sessions {
		sessions[i].Current = sessions[i].ID == current
	}
	return sessions, nil
}

// EndBackendSession ends one of a user's sessions in the backend admin and forgets its device. It returns NotFound for one that
// is not theirs or has ended.
func (s *Service) EndBackendSession(ctx context.Context, userID int64, id string) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		var deviceID *string
		err := tx.Get(ctx, &deviceID, `DELETE FROM backend_sessions WHERE id = ? AND user_id = ? RETURNING device_id`, id, userID)
		if errors.Is(err, database.ErrNoRows) {
			return apperror.NotFound()
		}
		if err != nil {
			return err
		}
		if err := forgetDevice(ctx, tx, userID, deviceID); err != nil {
			return err
		}
		return s.recordByID(ctx, tx, audit.SessionsEnded, userID, "one, in the backend admin")
	})
}
