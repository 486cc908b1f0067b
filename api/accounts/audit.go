package accounts

import (
	"context"
	"errors"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
)

// record writes into the audit log what was done to an account, in the transaction in which it was done.
func (s *Service) record(ctx context.Context, tx *database.Tx, action string, user User, detail string) error {
	return s.audit.RecordIn(ctx, tx, aboutUser(action, user, detail))
}

// recordByID is record for callers who know no more than the account's id. Without the account it returns NotFound.
func (s *Service) recordByID(ctx context.Context, tx *database.Tx, action string, userID int64, detail string) error {
	user := User{ID: userID}
	err := tx.Get(ctx, &user.Email, `SELECT email FROM users WHERE id = ?`, userID)
	if errors.Is(err, database.ErrNoRows) {
		return apperror.NotFound()
	}
	if err != nil {
		return err
	}
	return s.record(ctx, tx, action, user, detail)
}

// aboutUser names an account. For nobody's account it names nothing: what was typed in the place of an address may be a
// password.
func aboutUser(action string, user User, detail string) audit.Event {
	return audit.Event{Action: action, Kind: audit.User, TargetID: user.ID, Target: user.Email, Detail: detail}
}
