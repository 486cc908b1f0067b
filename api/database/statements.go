package database

import (
	"context"
	"sync"

	"github.com/jmoiron/sqlx"
)

// maxPrepared is how many statements are prepared: more than the program has, if none is made of what a client sent.
const maxPrepared = 500

// statements are those of a pool that are prepared, by their text. Each connection parses and plans them once.
type statements struct {
	lock   sync.RWMutex
	byText map[string]*sqlx.Stmt
}

// find returns the prepared statement of query, or nil; more is false where no other is to be prepared.
func (s *statements) find(query string) (statement *sqlx.Stmt, more bool) {
	s.lock.RLock()
	defer s.lock.RUnlock()
	return s.byText[query], len(s.byText) < maxPrepared
}

// prepare returns the prepared statement of query, which it prepares on pool, or nil where there are too many.
func (s *statements) prepare(ctx context.Context, pool *sqlx.DB, query string) (*sqlx.Stmt, error) {
	if statement, more := s.find(query); statement != nil || !more {
		return statement, nil
	}
	made, err := pool.PreparexContext(ctx, pool.Rebind(query))
	if err != nil {
		return nil, err
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	if other := s.byText[query]; other != nil {
		return other, made.Close()
	}
	if s.byText == nil {
		s.byText = map[string]*sqlx.Stmt{}
	}
	s.byText[query] = made
	return made, nil
}
