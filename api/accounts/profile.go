package accounts

import (
	"context"
	"errors"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/validate"
)

// Names is what a user may change of the profile; nil leaves a name as it is.
type Names struct {
	FirstName *string `json:"first_name"`
	LastName  *string `json:"last_name"`
}

// Rename changes a user's names and returns the user, or an apperror that names the wrong fields.
func (s *Service) Rename(ctx context.Context, userID int64, names Names) (User, error) {
	v := validate.New()
	for field, name := range map[string]*string{"first_name": names.FirstName, "last_name": names.LastName} {
		if name == nil {
			continue
		}
		*name = strings.TrimSpace(*name)
		v.Check(*name != "", field, apperror.FieldBlank)
		v.Length(*name, maxName, field)
	}
	if err := v.Err(); err != nil {
		return User{}, err
	}
	var user User
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		err := tx.Get(ctx, &user, `
			UPDATE users SET first_name = COALESCE(?, first_name), last_name = COALESCE(?, last_name)
			 WHERE id = ?
			RETURNING id, email, first_name, last_name, is_staff, date_joined`,
			names.FirstName, names.LastName, userID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE users SET name_key = ? WHERE id = ?`, nameKey(user.FirstName, user.LastName), userID)
		if err != nil {
			return err
		}
		return s.record(ctx, tx, audit.UserChanged, user, "names")
	})
	if errors.Is(err, database.ErrNoRows) {
		return User{}, apperror.NotFound()
	}
	return user, err
}
