package accounts

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"unicode/utf8"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/validate"
)

// User is one account, without its password.
type User struct {
	ID         int64          `db:"id" json:"id"`
	Email      string         `db:"email" json:"email"`
	FirstName  string         `db:"first_name" json:"first_name"`
	LastName   string         `db:"last_name" json:"last_name"`
	IsStaff    bool           `db:"is_staff" json:"is_staff"`
	DateJoined *database.Time `db:"date_joined" json:"date_joined"`
}

// NewUser is what CreateUser needs to know.
type NewUser struct {
	Email, FirstName, LastName string
	Password                   string
	IsStaff                    bool
}

// The longest values that are kept, in characters.
const (
	maxEmail = 254 // RFC 5321, 4.5.3.1.3, less the angle brackets
	maxName  = 150
)

// The least and most characters of a password.
const (
	MinPassword = 8
	MaxPassword = 128
)

// CreateUser makes an account and returns it, or an apperror that names every wrong field.
func (s *Service) CreateUser(ctx context.Context, in NewUser) (User, error) {
	in.Email = strings.TrimSpace(in.Email)
	in.FirstName, in.LastName = strings.TrimSpace(in.FirstName), strings.TrimSpace(in.LastName)
	v := validate.New()
	if v.Check(isEmail(in.Email), "email", apperror.EmailInvalid) {
		v.Length(in.Email, maxEmail, "email")
	}
	for field, name := range map[string]string{"first_name": in.FirstName, "last_name": in.LastName} {
		v.Check(name != "", field, apperror.FieldBlank)
		v.Length(name, maxName, field)
	}
	checkPassword(v, "password", in.Password)
	if err := v.Err(); err != nil {
		return User{}, err
	}
	hash, err := s.hasher.Hash(ctx, in.Password)
	if err != nil {
		return User{}, err
	}
	var user User
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		return tx.Get(ctx, &user, `
			INSERT INTO users (email, email_key, first_name, last_name, password, is_staff, date_joined)
			VALUES (?, ?, ?, ?, ?, ?, ?)
			RETURNING id, email, first_name, last_name, is_staff, date_joined`,
			in.Email, emailKey(in.Email), in.FirstName, in.LastName, hash, in.IsStaff, database.At(s.now()))
	})
	if database.IsUnique(err) {
		return User{}, apperror.InvalidField("email", apperror.EmailTaken)
	}
	return user, err
}

// SetPassword gives the account of that address a new password and ends all its sessions.
// It returns NotFound when there is no such account.
func (s *Service) SetPassword(ctx context.Context, email, password string) error {
	v := validate.New()
	checkPassword(v, "password", password)
	if err := v.Err(); err != nil {
		return err
	}
	hash, err := s.hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		var userID int64
		err := tx.Get(ctx, &userID, `UPDATE users SET password = ? WHERE email_key = ? RETURNING id`, hash, emailKey(email))
		if errors.Is(err, database.ErrNoRows) {
			return apperror.NotFound()
		}
		if err != nil {
			return err
		}
		return endSessionsOf(ctx, tx, userID, database.At(s.now()))
	})
}

// CountUsers returns how many accounts there are.
func (s *Service) CountUsers(ctx context.Context) (n int, err error) {
	err = s.db.Get(ctx, &n, `SELECT count(*) FROM users`)
	return n, err
}

func checkPassword(v *validate.Validator, field, password string) {
	length := utf8.RuneCountInString(password)
	v.Check(length >= MinPassword, field, fmt.Sprintf(apperror.PasswordTooShort, MinPassword))
	v.Check(length <= MaxPassword, field, fmt.Sprintf(apperror.PasswordTooLong, MaxPassword))
}

// emailKey is the form in which addresses are matched: "Ada@Example.com" and "ada@example.com" are one account.
func emailKey(email string) string { return strings.ToLower(strings.TrimSpace(email)) }

func isEmail(text string) bool {
	address, err := mail.ParseAddress(text)
	if err != nil || address.Address != text {
		return false
	}
	_, domain, _ := strings.Cut(text, "@")
	return strings.Contains(domain, ".") || domain == "localhost"
}
