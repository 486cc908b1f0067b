package settings

import (
	"context"
	"strings"
	"time"

	"portfolio/api/internal/config"
)

// lookTimeout is how long a visitor waits at most for the visibility, before the last known one counts.
const lookTimeout = time.Second

const visibilityVariable = "VISIBILITY"

// Visibility returns config.Private or config.Public. Unless staff chose, a site at an https address is private while
// it is being set up, and public otherwise.
func (s *Service) Visibility(ctx context.Context) (Choice, error) {
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
func (s *Service) SetVisibility(ctx context.Context, value string) error {
	return s.choose(ctx, visibility, visibilityVariable, s.Config.Visibility, value, config.Private, config.Public)
}

// Look reads the visibility for IsPrivate. The server looks regularly, because other replicas change it.
func (s *Service) Look(ctx context.Context) error {
	found, err := s.Visibility(ctx)
	if err == nil {
		s.public.Store(found.Value == config.Public)
	}
	return err
}

// IsPrivate reports whether visitors may not see the pages. It reads the database only after a write of this process;
// without an answer the last look counts.
func (s *Service) IsPrivate(ctx context.Context) bool {
	if !s.ServesPages() {
		return false
	}
	if writes := s.DB.Writes() + 1; s.looked.Swap(writes) != writes {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookTimeout)
		defer cancel()
		_ = s.Look(ctx) // the regular look logs failures
	}
	return !s.public.Load()
}
