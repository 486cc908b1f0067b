package accounts

import (
	"context"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// record records an action on an account in the audit log, in the transaction of the action.
func (s *Service) record(ctx context.Context, tx *database.Tx, action string, user User, detail string) error {
	return s.audit.RecordIn(ctx, tx, aboutUser(action, user, detail))
}

// recordByID is record for callers that know only the id of the account. It returns NotFound for an
// unknown one.
func (s *Service) recordByID(ctx context.Context, tx *database.Tx, action string, userID int64, detail string) error {
	user := User{ID: userID}
	if err := tx.Get(ctx, &user.Email, `SELECT email FROM users WHERE id = ?`, userID); err != nil {
		return apperror.OrNotFound(err)
	}
	return s.record(ctx, tx, action, user, detail)
}

// aboutUser returns an event about an account. For an unknown account it contains no address: the
// typed text may be a password.
func aboutUser(action string, user User, detail string) audit.Event {
	return audit.Event{Action: action, Kind: audit.User, TargetID: user.ID, Target: user.Email, Detail: detail}
}
