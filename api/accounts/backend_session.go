package accounts

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/tokens"
)

// The life of a session in the backend admin: it ends after backendIdle without a request, and after backendLimit in any
// case. The last use is stored to within backendResolution, so that most requests write nothing.
const (
	backendResolution = time.Minute
	backendIdle       = 30*time.Minute + backendResolution
	backendLimit      = 8 * time.Hour
)

// SignInBackend opens a session in the backend admin and returns its token, of which only the hash is stored, and what
// SetDeviceCookie takes. It is SignIn with the same limits; an account that is not staff gets Forbidden.
func (s *Service) SignInBackend(ctx context.Context, email, password string, device Device) (token, deviceCookie string, err error) {
	return s.signInBackend(ctx, device, func(device Device) (Tokens, User, error) { return s.SignIn(ctx, email, password, device) })
}

// SignInBackendBySecondFactor is SignInBySecondFactor for the backend admin.
func (s *Service) SignInBackendBySecondFactor(ctx context.Context, pending, code string, device Device) (token, deviceCookie string, err error) {
	return s.signInBackend(ctx, device, func(device Device) (Tokens, User, error) {
		return s.SignInBySecondFactor(ctx, pending, code, device)
	})
}

// SignInBackendByPasskey is SignInByPasskey for the backend admin.
func (s *Service) SignInBackendByPasskey(ctx context.Context, answer PasskeyAnswer, firstStep string, device Device) (token, deviceCookie string, err error) {
	return s.signInBackend(ctx, device, func(device Device) (Tokens, User, error) {
		return s.SignInByPasskey(ctx, answer, firstStep, device)
	})
}

// backendLogin is a sign-in to the backend admin: the token of its session, and the account that is not staff.
type backendLogin struct {
	token    string
	notStaff User
}

func (s *Service) signInBackend(ctx context.Context, device Device, signIn func(Device) (Tokens, User, error)) (token, deviceCookie string, err error) {
	if token, err = newToken(); err != nil {
		return "", "", err
	}
	device.backend = &backendLogin{token: token}
	opened, _, err := signIn(device)
	if device.backend.notStaff.ID != 0 {
		s.recordRefusal(ctx, device, device.backend.notStaff, "no staff")
	}
	if err != nil {
		return "", "", err
	}
	return token, opened.DeviceCookie, nil
}

// openBackend opens the session of an attempt in the backend admin.
func (s *Service) openBackend(ctx context.Context, tx *database.Tx, a *attempt) error {
	if !a.account.IsStaff {
		a.device.backend.notStaff = a.account.User
		return &apperror.Error{Kind: apperror.KindForbidden, Detail: apperror.NotStaff}
	}
	a.opened.DeviceCookie = a.device.Cookie
	if err := s.openBackendSession(ctx, tx, a.account.ID, a.device.backend.token, a.device); err != nil {
		return err
	}
	return s.record(audit.WithActor(ctx, a.account.ID, a.account.Email), tx, audit.BackendSignIn, a.account.User, a.device.UserAgent)
}

func (s *Service) openBackendSession(ctx context.Context, tx *database.Tx, userID int64, token string, device Device) error {
	id := tokens.NewID()
	now := s.now()
	_, err := tx.Exec(ctx, `
		INSERT INTO backend_sessions (id, hash, user_id, created_at, last_used_at, proved_at, expires_at, user_agent, ip, device_id)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, hashToken(token), userID, database.At(now), database.At(now), database.At(now), database.At(now.Add(backendLimit)),
		truncate(strings.ToValidUTF8(device.UserAgent, "\ufffd"), 400), device.IP, device.id)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		DELETE FROM backend_sessions
		 WHERE user_id = ? AND id NOT IN (
		       SELECT id FROM backend_sessions WHERE user_id = ? ORDER BY last_used_at DESC, created_at DESC, id LIMIT `+strconv.Itoa(maxSessions)+`)`,
		userID, userID)
	return err
}

// BackendIdentity returns whose session in the backend admin a token is of, as the database has it now, or
// Unauthenticated. Whether it is staff still is for the caller to see. While the database's disk is full the session goes on, and its
// last use stays what it was.
func (s *Service) BackendIdentity(ctx context.Context, token string) (Identity, error) {
	now := s.now()
	var found struct {
		User
		Session    string         `db:"session"`
		LastUsedAt database.Time  `db:"last_used_at"`
		ProvedAt   *database.Time `db:"proved_at"`
	}
	err := s.db.Get(ctx, &found, `
		SELECT u.id, u.email, u.first_name, u.last_name, u.is_staff, u.date_joined, s.id AS session, s.last_used_at, s.proved_at
		  FROM backend_sessions s JOIN users u ON u.id = s.user_id
		 WHERE s.hash = ? AND s.expires_at > ? AND s.last_used_at > ? AND u.is_active`,
		hashToken(token), database.At(now), database.At(now.Add(-backendIdle)))
	if errors.Is(err, database.ErrNoRows) {
		return Identity{}, apperror.Unauthenticated(apperror.NotAuthenticated)
	}
	if err != nil {
		return Identity{}, err
	}
	if now.Sub(found.LastUsedAt.Time) >= backendResolution {
		err = s.db.InTx(ctx, func(tx *database.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE backend_sessions SET last_used_at = ? WHERE id = ?`, database.At(now), found.Session)
			return err
		})
		if database.IsFull(err) {
			err = nil // the pages tell what takes the room
		}
	}
	return Identity{User: found.User, Session: found.Session, ProvedAt: found.ProvedAt}, err
}

// SignOutBackend ends the session of a token; there need be none.
func (s *Service) SignOutBackend(ctx context.Context, token string) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		var user User
		err := tx.Get(ctx, &user, `
			DELETE FROM backend_sessions WHERE hash = ?
			RETURNING user_id AS id, (SELECT email FROM users u WHERE u.id = user_id) AS email`, hashToken(token))
		if errors.Is(err, database.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return s.record(audit.WithActor(ctx, user.ID, user.Email), tx, audit.BackendSignOut, user, "")
	})
}

// refusalOf is the audit log's action for a refused sign-in.
func refusalOf(device Device) string {
	if device.backend != nil {
		return audit.BackendSignInRefused
	}
	return audit.SignInRefused
}

func firstStepPurpose(device Device) string {
	if device.backend != nil {
		return "first step of a sign-in to the backend admin"
	}
	return "first step of a sign-in"
}
