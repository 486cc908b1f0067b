package accounts

import (
	"context"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// maxStaffNotes is how much staff may write about an account, in characters.
const maxStaffNotes = 5000

// Details is an account as staff see it. InterestNotes was written by the user at registration,
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
	return found, apperror.OrNotFound(err)
}

// SetStaffNotes changes the notes of staff about an account. It returns NotFound, or an apperror
// that describes invalid notes.
func (s *Service) SetStaffNotes(ctx context.Context, userID int64, notes string) error {
	v := apperror.NewValidator()
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
