package accounts

import (
	"context"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/throttle"
)

// Names are the parts of a profile that its user may change. A nil name does not change.
type Names struct {
	FirstName *string `json:"first_name"`
	LastName  *string `json:"last_name"`
}

// profileChanges limits the name changes of an account. Each is recorded.
var profileChanges = throttle.Rule{Name: "change profile", Limit: 30, Period: time.Hour}

// apply returns user with the new names, or an apperror that names the wrong fields.
func (n Names) apply(user User) (User, error) {
	v := apperror.NewValidator()
	user.FirstName = v.ChangedText(n.FirstName, user.FirstName, maxName, "first_name")
	user.LastName = v.ChangedText(n.LastName, user.LastName, maxName, "last_name")
	return user, v.Err()
}

// RenameOwn is Rename for the signed-in user. It returns Throttled after too many changes; a form
// without changes does not count.
func (s *Service) RenameOwn(ctx context.Context, who Identity, names Names) (User, error) {
	renamed, err := names.apply(who.User)
	if err != nil || renamed == who.User {
		return renamed, err
	}
	if err := s.limiter.Allow(ctx, profileChanges.Of(normalizeEmail(who.Email))); err != nil {
		return User{}, err
	}
	return s.Rename(ctx, who.ID, names)
}

// Rename changes the names of a user and returns the user, NotFound, or an apperror that names the
// wrong fields. It records nothing if nothing changed.
func (s *Service) Rename(ctx context.Context, userID int64, names Names) (user User, err error) {
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		var before User
		// An update, so that the second of two simultaneous changes sees the first.
		err := tx.Get(ctx, &before, `
			UPDATE users SET email = email WHERE id = ?
			RETURNING id, email, first_name, last_name, is_staff, date_joined, email_confirmed_at IS NULL AS email_unconfirmed`, userID)
		if err != nil {
			return err
		}
		if user, err = names.apply(before); err != nil || user == before {
			return err
		}
		_, err = tx.Exec(ctx, `
			UPDATE users SET first_name = ?, last_name = ?, name_key = ? WHERE id = ?`,
			user.FirstName, user.LastName, nameKey(user.FirstName, user.LastName), userID)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, audit.UserChanged, user, "names")
	})
	return user, apperror.OrNotFound(err)
}
