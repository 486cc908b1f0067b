package accounts

import (
	"context"
	"fmt"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// SessionInfo is a session as its owner sees it. Current marks the session of the request.
type SessionInfo struct {
	ID         string        `db:"id" json:"id"`
	UserAgent  string        `db:"user_agent" json:"user_agent"`
	IP         string        `db:"ip" json:"ip"`
	CreatedAt  database.Time `db:"created_at" json:"created_at"`
	LastUsedAt database.Time `db:"last_used_at" json:"last_used_at"`
	Current    bool          `db:"-" json:"current"`
}

// Sessions returns a page of the active sessions of a user, the most recently used first, and their
// number.
func (s *Service) Sessions(ctx context.Context, userID int64, current string, page httpx.Page) (_ []SessionInfo, total int64, err error) {
	const active = ` FROM sessions WHERE user_id = ? AND revoked_at IS NULL AND expires_at > ? AND last_used_at > ?`
	now := s.now()
	args := []any{userID, database.At(now), database.At(now.Add(-idleLimit))}
	sessions := []SessionInfo{}
	err = s.db.Select(ctx, &sessions, `
		SELECT id, user_agent, ip, created_at, last_used_at`+active+`
		 ORDER BY last_used_at DESC, id LIMIT ? OFFSET ?`, append(args, page.Size(), page.Offset)...)
	if err == nil {
		err = s.db.Get(ctx, &total, `SELECT COUNT(*)`+active, args...)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list sessions: %w", err)
	}
	for i := range sessions {
		sessions[i].Current = sessions[i].ID == current
	}
	return sessions, total, nil
}

// EndSession ends one session of a user with its child sessions, and forgets its device. It returns
// NotFound for any other or an ended session.
func (s *Service) EndSession(ctx context.Context, userID int64, id string) error {
	if !IsSessionID(id) {
		return httpx.NotFound()
	}
	wasActive, err := s.endSession(ctx, userID, id, audit.SessionsEnded, "one")
	if err == nil && !wasActive {
		return httpx.NotFound()
	}
	return err
}

// EndSessions ends all sessions of a user.
func (s *Service) EndSessions(ctx context.Context, userID int64) error {
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := endUserSessions(ctx, tx, userID, "", database.At(s.now())); err != nil {
			return err
		}
		return s.recordByID(ctx, tx, audit.SessionsEnded, userID, "all")
	})
}
