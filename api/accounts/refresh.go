package accounts

import (
	"context"
	"errors"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// rotationGrace is how long the previous refresh token still works after a rotation, for requests
// in flight. It is also the shortest time between two rotations, so that one previous token is
// enough.
const rotationGrace = 30 * time.Second

// errRotated is returned if another request rotated the session after it was read.
var errRotated = errors.New("the session was rotated")

// Refresh returns a new access token and the refresh token to keep.
//
// A session advances to the next generation only when the client uses the next token, which proves
// that it was received. A lost answer costs nothing, because the current token still works. A token
// of the current generation gets a child of the next one, and the first use of a child advances the
// row. Any token older than the previous one, or a sibling of the child that won, is a copy: it
// ends the session and its child sessions (RFC 9700, 4.14.2). If the disk of the database is full,
// the row does not advance, and both tokens keep working.
//
// It returns BadToken for a token that is malformed, expired, reused, or of an ended session.
func (s *Service) Refresh(ctx context.Context, text string) (Tokens, error) {
	token, err := parseRefresh(s.refresh, text)
	if err != nil {
		return Tokens{}, httpx.BadToken()
	}
	// Another request may have rotated the session. Rotations are rotationGrace apart, so the
	// second attempt succeeds.
	for range 3 {
		answer, err := s.refreshOnce(ctx, token)
		if !errors.Is(err, errRotated) {
			return answer, err
		}
	}
	return Tokens{}, httpx.Busy(time.Second)
}

func (s *Service) refreshOnce(ctx context.Context, token refreshToken) (Tokens, error) {
	row, known, err := s.findSession(ctx, token.Session)
	if err != nil {
		return Tokens{}, err
	}
	now := s.now()
	if !known || !row.isValid(now) {
		return Tokens{}, httpx.BadToken()
	}
	settled := now.Sub(row.GenAt.Time) >= rotationGrace
	switch {
	case token.Gen == row.Gen && token.Random == row.Random && !settled:
		return s.issue(row.UserID, token)
	case token.Gen == row.Gen && token.Random == row.Random:
		return s.issueChild(ctx, row, now)
	case token.Gen == row.Gen+1:
		if err := s.rotate(ctx, row, token, now); err != nil && !database.IsFull(err) {
			return Tokens{}, err
		}
		return s.issue(row.UserID, token)
	case token.Gen == row.Gen-1 && token.Random == row.Previous && !settled:
		answer, err := s.issue(row.UserID, token)
		return Tokens{Access: answer.Access}, err
	}
	const what = "an old refresh token was used again, so it was copied; the session and those it opened were ended"
	if _, err := s.endSession(ctx, row.UserID, row.ID, audit.RefreshReused, what); err != nil {
		return Tokens{}, err
	}
	return Tokens{}, httpx.BadToken()
}

func (s *Service) issueChild(ctx context.Context, row session, now time.Time) (Tokens, error) {
	random := newID()
	if err := s.touch(ctx, row, now); err != nil && !database.IsFull(err) {
		return Tokens{}, err
	}
	return s.issue(row.UserID, refreshToken{Session: row.ID, Gen: row.Gen + 1, IssuedAt: now, Random: random})
}

// rotate makes child the session's current token, or returns errRotated if the row changed since it
// was read.
func (s *Service) rotate(ctx context.Context, row session, child refreshToken, now time.Time) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		n, err := tx.Exec(ctx, `
			UPDATE sessions SET gen = ?, random = ?, previous = ?, gen_at = ?, last_used_at = ?
			 WHERE id = ? AND gen = ? AND random = ? AND revoked_at IS NULL`,
			child.Gen, child.Random, row.Random, database.At(now), database.At(now), row.ID, row.Gen, row.Random)
		if err == nil && n == 0 {
			return errRotated
		}
		return err
	})
}

// touch stores the time of use, unless the stored one is more recent than useResolution.
func (s *Service) touch(ctx context.Context, row session, now time.Time) error {
	if now.Sub(row.LastUsedAt.Time) < useResolution {
		return nil
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		_, err := tx.Exec(ctx, `UPDATE sessions SET last_used_at = ? WHERE id = ? AND last_used_at < ?`,
			database.At(now), row.ID, database.At(now))
		return err
	})
}
