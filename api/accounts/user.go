package accounts

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
)

// User is an account without its password.
type User struct {
	ID         int64          `db:"id" json:"id"`
	Email      string         `db:"email" json:"email"`
	FirstName  string         `db:"first_name" json:"first_name"`
	LastName   string         `db:"last_name" json:"last_name"` // may be ""
	IsStaff    bool           `db:"is_staff" json:"is_staff"`
	DateJoined *database.Time `db:"date_joined" json:"date_joined"`
	// EmailUnconfirmed is true until the owner opens the confirmation link.
	EmailUnconfirmed bool `db:"email_unconfirmed" json:"email_unconfirmed,omitempty"`
}

// FullName returns the names that the user has.
func (u User) FullName() string { return strings.TrimSpace(u.FirstName + " " + u.LastName) }

// NewUser is the input of CreateUser.
type NewUser struct {
	Email, FirstName, LastName string
	Password                   string
	InterestNotes              string
	IsStaff                    bool
	// Invitation is that of a visitor who registers. A valid one for Email confirms the address; others are ignored.
	Invitation string
}

// Maximum lengths, in characters.
const (
	maxEmail = 254 // RFC 5321, 4.5.3.1.3, less the angle brackets
	maxName  = 150
	maxNotes = 2000
)

// CreateUser creates an account and returns it, or an httpx.Error that names the wrong fields.
func (s *Service) CreateUser(ctx context.Context, in NewUser) (User, error) {
	in, err := checkNewUser(in, httpx.NewValidator())
	if err != nil {
		return User{}, err
	}
	return s.createUser(ctx, in, audit.UserCreated)
}

// checkNewUser returns the account to store, or an httpx.Error that names every wrong field, including those already in v.
func checkNewUser(in NewUser, v *httpx.Validator) (NewUser, error) {
	in.Email = checkEmail(v, in.Email)
	in.FirstName = v.RequiredText(&in.FirstName, maxName, "first_name")
	in.LastName = changedLastName(v, &in.LastName, "")
	in.InterestNotes = v.OptionalText(&in.InterestNotes, maxNotes, "interest_notes")
	checkNewPassword(v, "password", in.Password, User{Email: in.Email, FirstName: in.FirstName, LastName: in.LastName})
	return in, v.Err()
}

// changedLastName is ChangedText for a last name, which people with one name do not have.
func changedLastName(v *httpx.Validator, name *string, previous string) string {
	if name != nil && httpx.CleanText(*name) == "" {
		return ""
	}
	return v.ChangedText(name, previous, maxName, "last_name")
}

// createUser inserts an account. A registered one without an invitation gets a mail with the confirmation
// link; others are confirmed.
func (s *Service) createUser(ctx context.Context, in NewUser, action string) (User, error) {
	hash, err := s.hasher.Hash(ctx, in.Password)
	if err != nil {
		return User{}, err
	}
	var user User
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		user, err = s.insertUser(ctx, tx, in, hash, action)
		return err
	})
	return user, err
}

// insertUser is createUser in a transaction, with the hash of the password.
func (s *Service) insertUser(ctx context.Context, tx *database.Tx, in NewUser, hash, action string) (user User, err error) {
	joined := database.At(s.now())
	confirmed := &joined
	if action == audit.UserRegistered && !s.invites(in.Invitation, in.Email) {
		confirmed = nil
	}
	err = tx.Get(ctx, &user, `
		INSERT INTO users (email, email_key, first_name, last_name, name_key, interest_notes, password, is_staff, date_joined, email_confirmed_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		RETURNING id, email, first_name, last_name, is_staff, date_joined, email_confirmed_at IS NULL AS email_unconfirmed`,
		in.Email, normalizeEmail(in.Email), in.FirstName, in.LastName, nameKey(in.FirstName, in.LastName), in.InterestNotes, hash, in.IsStaff, joined, confirmed)
	if database.IsUnique(err) {
		return User{}, httpx.InvalidField("email", httpx.EmailTaken)
	}
	if err == nil && user.EmailUnconfirmed {
		err = s.mailConfirmation(ctx, tx, user)
	}
	if err != nil {
		return User{}, err
	}
	detail := ""
	if user.IsStaff {
		detail = "staff"
	}
	return user, s.record(ctx, tx, action, user, detail)
}

// CountUsers returns the number of accounts.
func CountUsers(ctx context.Context, from database.Reader) (n int, err error) {
	err = from.Get(ctx, &n, `SELECT count(*) FROM users`)
	if err != nil {
		return 0, fmt.Errorf("count accounts: %w", err)
	}
	return n, nil
}

// checkEmail returns the stored form of an address, and records its faults under "email".
func checkEmail(v *httpx.Validator, sent string) string {
	email, problem := mailer.Address(sent)
	if !v.Check(problem == "", "email", problem) {
		return strings.TrimSpace(sent)
	}
	v.Length(email, maxEmail, "email")
	return email
}

// checkDelivery returns an httpx.Error if no mail can go to a valid address. It may ask the mail server.
func (s *Service) checkDelivery(ctx context.Context, email string) error {
	isBeyondASCII := func(r rune) bool { return r > unicode.MaxASCII }
	if s.sendsUTF8 != nil && strings.ContainsFunc(email, isBeyondASCII) && !s.sendsUTF8(ctx) {
		return httpx.InvalidField("email", httpx.EmailBeyondASCII)
	}
	return nil
}

// LacksMail reports whether user is staff, and the site cannot send mail yet.
func (s *Service) LacksMail(ctx context.Context, user User) (bool, error) {
	if !user.IsStaff || s.sendsMail == nil {
		return false, nil
	}
	sends, err := s.sendsMail(ctx)
	return !sends && err == nil, err
}

// EmailKey returns the form in which an address is compared.
func EmailKey(email string) string { return normalizeEmail(email) }

// normalizeEmail returns the form in which addresses are compared, without case and in one Unicode
// form. Mails go to the registered address, never to one that only matches it.
func normalizeEmail(email string) string {
	email = norm.NFC.String(strings.ToLower(norm.NFC.String(cleanAddress(email))))
	// Twice, because IDNA allows some letters only in lower case.
	return cleanAddress(email)
}

// cleanAddress returns a valid address in the form of mailer.Address, and any other text without the
// space around it.
func cleanAddress(text string) string {
	if address, problem := mailer.Address(text); problem == "" {
		return address
	}
	return strings.TrimSpace(text)
}

// nameKey returns the form in which names are sorted and searched.
func nameKey(first, last string) string {
	return database.SortKey(strings.TrimSpace(last + " " + first))
}

// Limits of a client network: on new accounts, and on attempts to send the form.
var (
	registrationRule = throttle.Rule{Name: "register", Limit: 5, Period: time.Hour, Network: networkOf}
	registrationTry  = throttle.Rule{Name: "try to register", Limit: 30, Period: 10 * time.Minute, Network: networkOf}
)

// RegistrationOpen reports whether visitors may register: not before the owner has an account.
func (s *Service) RegistrationOpen(ctx context.Context) (bool, error) {
	open, err := s.registrationOpen(ctx)
	if err != nil || !open {
		return false, err
	}
	users, err := CountUsers(ctx, s.db)
	return users > 0, err
}

// Register creates an account for a visitor from the given IP address, never a staff account. It
// returns Forbidden if registration is closed, and an httpx.Error that names the wrong fields. Forms
// with errors count against a looser limit. A taken address counts as an account, so that visitors
// cannot ask for free which addresses have one.
func (s *Service) Register(ctx context.Context, in NewUser, repeated, ip string) (User, error) {
	open, err := s.RegistrationOpen(ctx)
	if err == nil && !open {
		err = &httpx.Error{Kind: httpx.KindForbidden, Detail: httpx.RegistrationClosed}
	}
	if err != nil {
		return User{}, err
	}
	network := httpx.ClientNetwork(ip)
	if err := s.limiter.Allow(ctx, registrationTry.Of(network)); err != nil {
		return User{}, err
	}
	in.IsStaff = false
	v := httpx.NewValidator()
	v.Check(prepare(in.Password) == prepare(repeated), "password", httpx.PasswordMismatch)
	v.Check(httpx.CleanText(in.LastName) != "", "last_name", httpx.FieldBlank)
	if in, err = checkNewUser(in, v); err != nil {
		return User{}, err
	}
	if err := s.limiter.Allow(ctx, registrationRule.Of(network)); err != nil {
		return User{}, err
	}
	if err := s.checkDelivery(ctx, in.Email); err != nil {
		return User{}, err
	}
	user, err := s.createUser(ctx, in, audit.UserRegistered)
	var public *httpx.Error
	if err != nil && (!errors.As(err, &public) || public.Kind != httpx.KindInvalid) {
		err = s.refund(ctx, err, registrationRule.Of(network))
	}
	return user, err
}

// Names are the parts of a profile that its user may change. A nil name does not change.
type Names struct {
	FirstName *string `json:"first_name"`
	LastName  *string `json:"last_name"`
}

// profileChanges limits the name changes of an account. Each is recorded.
var profileChanges = throttle.Rule{Name: "change profile", Limit: 30, Period: time.Hour}

// apply returns user with the new names, or an httpx.Error that names the wrong fields.
func (n Names) apply(user User) (User, error) {
	v := httpx.NewValidator()
	user.FirstName = v.ChangedText(n.FirstName, user.FirstName, maxName, "first_name")
	user.LastName = changedLastName(v, n.LastName, user.LastName)
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

// Rename changes the names of a user and returns the user, NotFound, or an httpx.Error that names the
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
	return user, httpx.OrNotFound(err)
}
