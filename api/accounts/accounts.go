// Package accounts knows who may do what: users, their passwords, and the sessions they are signed in with.
package accounts

import (
	"time"

	"portfolio/api/database"
	"portfolio/api/tokens"
)

// Service is the accounts of one site.
type Service struct {
	db      *database.DB
	hasher  *Hasher
	access  *tokens.Access
	refresh *tokens.Refresh
	now     func() time.Time
}

// NewService returns the accounts in db. Token keys are derived from secret; clock tells the time everywhere.
func NewService(db *database.DB, secret []byte, clock func() time.Time) (*Service, error) {
	access, err := tokens.NewAccess(secret, clock)
	if err != nil {
		return nil, err
	}
	refresh, err := tokens.NewRefresh(secret)
	if err != nil {
		return nil, err
	}
	return &Service{db: db, hasher: NewHasher(), access: access, refresh: refresh, now: clock}, nil
}
