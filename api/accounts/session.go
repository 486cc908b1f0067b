package accounts

import (
	"context"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// The life of a session: it ends after idleLimit without a refresh, and after absoluteLimit in any case. The last use is
// stored to within useResolution, so that most refreshes write nothing; idleLimit leaves room for that.
const (
	useResolution = time.Hour
	idleLimit     = 14*24*time.Hour + useResolution
	absoluteLimit = 30 * 24 * time.Hour
)

// maxSessions is the maximum number of active sessions of an account. As many ended sessions are kept.
const maxSessions = 50

// Tokens are the tokens of a session. Refresh is empty if the client keeps its own. DeviceCookie is
// the value for SetDeviceCookie, "" for none.
type Tokens struct {
	Access       string `json:"access"`
	Refresh      string `json:"refresh,omitempty"`
	DeviceCookie string `json:"-"`
	// Session is the ID of the session.
	Session string `json:"-"`
}

// session is the row of a session. It identifies the current and the previous refresh token.
type session struct {
	ID         string         `db:"id"`
	UserID     int64          `db:"user_id"`
	Gen        int64          `db:"gen"`
	Random     string         `db:"random"`
	Previous   string         `db:"previous"`
	GenAt      database.Time  `db:"gen_at"`
	LastUsedAt database.Time  `db:"last_used_at"`
	ExpiresAt  database.Time  `db:"expires_at"`
	RevokedAt  *database.Time `db:"revoked_at"`
	IsActive   bool           `db:"is_active"`
	IsStaff    bool           `db:"is_staff"`
	Email      string         `db:"email"`
}

// isValid reports whether the session may still be refreshed at now.
func (s session) isValid(now time.Time) bool {
	return s.RevokedAt == nil && s.IsActive && now.Before(s.ExpiresAt.Time) && now.Before(s.LastUsedAt.Add(idleLimit))
}

// parentSession is the session whose one-time token opens another, and when it expires; empty for a sign-in with a password.
type parentSession struct {
	ID        *string
	ExpiresAt time.Time
}

// openSession inserts a session of generation 0 for the user and returns its tokens. It ends no later than its parent session.
// Of more than maxSessions the one that was used longest ago ends.
func (s *Service) openSession(ctx context.Context, tx *database.Tx, userID int64, device Device, by parentSession) (Tokens, error) {
	id := newID()
	random := newID()
	now := s.now()
	expires := now.Add(absoluteLimit)
	if by.ID != nil && by.ExpiresAt.Before(expires) {
		expires = by.ExpiresAt
	}
	// A one-time token is not an authentication.
	var authenticatedAt *database.Time
	if by.ID == nil {
		at := database.At(now)
		authenticatedAt = &at
	}
	_, err := tx.Exec(ctx, `
		INSERT INTO sessions (id, user_id, gen, random, gen_at, created_at, last_used_at, expires_at, user_agent, ip, parent_session_id, device_id, authenticated_at)
		VALUES (?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, userID, random, database.At(now), database.At(now), database.At(now), database.At(expires),
		truncate(strings.ToValidUTF8(device.UserAgent, "\ufffd"), 400), device.IP, by.ID, device.id, authenticatedAt)
	if err != nil {
		return Tokens{}, err
	}
	if err := boundSessions(ctx, tx, userID, database.At(now)); err != nil {
		return Tokens{}, err
	}
	return s.issue(userID, refreshToken{Session: id, Gen: 0, IssuedAt: now, Random: random})
}

// boundSessions ends a user's active sessions beyond maxSessions and deletes the ended ones beyond it, those used longest ago
// first. A parent session was used when it opened another, so it is not among the first.
func boundSessions(ctx context.Context, tx *database.Tx, userID int64, now database.Time) error {
	ended, err := tx.Exec(ctx, `
		UPDATE sessions SET revoked_at = ?
		 WHERE user_id = ? AND revoked_at IS NULL AND id NOT IN (
		       SELECT id FROM sessions WHERE user_id = ? AND revoked_at IS NULL
		        ORDER BY last_used_at DESC, created_at DESC, id LIMIT `+strconv.Itoa(maxSessions)+`)`, now, userID, userID)
	if err == nil && ended > 0 {
		err = endChildren(ctx, tx, userID, now)
	}
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		DELETE FROM sessions
		 WHERE user_id = ? AND revoked_at IS NOT NULL AND id NOT IN (
		       SELECT id FROM sessions WHERE user_id = ? AND revoked_at IS NOT NULL
		        ORDER BY revoked_at DESC, id LIMIT `+strconv.Itoa(maxSessions)+`)`, userID, userID)
	return err
}

// issue signs an access token for the user beside the given refresh token.
func (s *Service) issue(userID int64, refresh refreshToken) (Tokens, error) {
	access, err := s.access.Sign(claims{UserID: userID, Session: refresh.Session}, s.now())
	return Tokens{Access: access, Refresh: refresh.sign(s.refresh), Session: refresh.Session}, err
}

func (s *Service) findSession(ctx context.Context, id string) (found session, known bool, err error) {
	known, err = s.db.Find(ctx, &found, `
		SELECT s.id, s.user_id, s.gen, s.random, s.previous, s.gen_at, s.last_used_at, s.expires_at, s.revoked_at, u.is_active, u.is_staff, u.email
		  FROM sessions s JOIN users u ON u.id = s.user_id
		 WHERE s.id = ?`, id)
	return found, known, err
}

// endSession ends a session and its child sessions, and reports whether it was active; only then is the action recorded. Its
// device is forgotten, unless the action is a sign-out.
func (s *Service) endSession(ctx context.Context, userID int64, id, action, detail string) (wasActive bool, err error) {
	now := database.At(s.now())
	err = s.db.InTx(ctx, func(tx *database.Tx) error {
		var deviceID *string
		wasActive, err = tx.Find(ctx, &deviceID, `
			UPDATE sessions SET revoked_at = ? WHERE id = ? AND user_id = ? AND revoked_at IS NULL RETURNING device_id`, now, id, userID)
		if err != nil || !wasActive {
			return err
		}
		if action != audit.SignOut {
			if err := forgetDevice(ctx, tx, userID, deviceID); err != nil {
				return err
			}
		}
		if err := endChildren(ctx, tx, userID, now); err != nil {
			return err
		}
		return s.recordByID(ctx, tx, action, userID, detail)
	})
	return wasActive, err
}

// endChildren ends the child sessions of the user's ended sessions. It repeats until it finds none, because a child may be
// committed while an update waits for its lock.
func endChildren(ctx context.Context, tx *database.Tx, userID int64, now database.Time) error {
	for {
		n, err := tx.Exec(ctx, `
			UPDATE sessions SET revoked_at = ?
			 WHERE user_id = ? AND revoked_at IS NULL
			   AND parent_session_id IN (SELECT id FROM sessions WHERE user_id = ? AND revoked_at IS NOT NULL)`, now, userID, userID)
		if err != nil || n == 0 {
			return err
		}
	}
}

// endUserSessions ends every session of a user but keepSession, or "" for none. It deletes the one-time tokens that could
// open another session, and the trusted devices.
func endUserSessions(ctx context.Context, tx *database.Tx, userID int64, keepSession string, now database.Time) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET revoked_at = ? WHERE user_id = ? AND id <> ? AND revoked_at IS NULL`,
		now, userID, keepSession)
	if err != nil {
		return err
	}
	if err := forgetDevices(ctx, tx, userID, keepSession); err != nil {
		return err
	}
	// The parent of keepSession has ended, which must not end keepSession too.
	if _, err := tx.Exec(ctx, `UPDATE sessions SET parent_session_id = NULL WHERE id = ? AND user_id = ?`, keepSession, userID); err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM app_tokens WHERE session_id IN (SELECT id FROM sessions WHERE user_id = ?)`, userID)
	return err
}

// truncate returns the first bytes of text, at most limit, cut between characters.
func truncate(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	for limit > 0 && text[limit]&0xC0 == 0x80 {
		limit--
	}
	return text[:limit]
}
