package site

import (
	"context"
	"strings"
	"time"

	"portfolio/api/internal/config"
	"portfolio/api/internal/httpx"
)

// lookTimeout is how long a visitor waits at most for the visibility, before the last known one counts.
const lookTimeout = time.Second

const visibilityVariable = "VISIBILITY"

// Visibility returns config.Private or config.Public. Unless staff chose, a site at an https address is private while
// it is being set up, and public otherwise.
func (s *Settings) Visibility(ctx context.Context) (Choice, error) {
	choice, err := s.readChoice(ctx, visibility, visibilityVariable, s.Config.Visibility, "")
	if err != nil || choice.Value != "" {
		return choice, err
	}
	choice.Value = config.Public
	if strings.HasPrefix(s.Config.PublicURL, "https://") {
		setUp, err := s.BeingSetUp(ctx)
		if err != nil {
			return Choice{}, err
		}
		if setUp {
			choice.Value = config.Private
		}
	}
	return choice, nil
}

// SetVisibility makes the site private or public.
func (s *Settings) SetVisibility(ctx context.Context, value string) error {
	return s.choose(ctx, visibility, visibilityVariable, s.Config.Visibility, value, config.Private, config.Public)
}

// Look reads the visibility for IsPrivate. A server looks before it listens.
func (s *Settings) Look(ctx context.Context) error {
	s.looking.Lock()
	defer s.looking.Unlock()
	return s.look(ctx)
}

// look is Look for a caller that holds the lock.
func (s *Settings) look(ctx context.Context) error {
	writes := s.DB.Writes()
	found, err := s.Visibility(ctx)
	if err == nil {
		s.seen.Store(&seen{isPrivate: found.Value == config.Private, writes: writes})
	}
	return err
}

// IsPrivate reports whether visitors may not see the pages. It reads the database only after a write, and waits for it a second
// at most: then the last answer counts. The first answer has the time of every call. Without any, the site is private.
func (s *Settings) IsPrivate(ctx context.Context) bool {
	if !s.ServesPages {
		return false
	}
	last := s.seen.Load()
	if last == nil || last.writes != s.DB.Writes() {
		last = s.lookAgain(ctx)
	}
	return last == nil || last.isPrivate
}

// lookAgain returns the visibility after the writes so far, or the last one that is known. Its callers share a look.
func (s *Settings) lookAgain(ctx context.Context) *seen {
	s.looking.Lock()
	defer s.looking.Unlock()
	last := s.seen.Load()
	if last != nil && last.writes == s.DB.Writes() || time.Since(s.failedAt) < lookTimeout {
		return last
	}
	ctx = context.WithoutCancel(ctx) // others wait for it too
	if last != nil {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, lookTimeout)
		defer cancel()
	}
	if err := s.look(ctx); err != nil {
		s.failedAt = time.Now()
		httpx.Logger(ctx).Error("the visibility of the site was not read", "error", err)
	}
	return s.seen.Load()
}

// seen is a visibility that was read, and the number of writes before.
type seen struct {
	isPrivate bool
	writes    uint64
}
