package accounts

import (
	"context"
	"fmt"

	"portfolio/api/throttle"
)

// Throttled is a key that is blocked: a client network, the account of an address, or both unknown where
// the address has no account.
type Throttled struct {
	throttle.Block
	Email string
}

// Throttled returns what is blocked now, the longest first. What is counted by address is counted by a hash, and
// named only where an account has it.
func (s *Service) Throttled(ctx context.Context) ([]Throttled, error) {
	refused, err := s.limiter.Blocked(ctx)
	if err != nil {
		return nil, err
	}
	byAddress := map[string]throttle.Rule{perUser.Name: perUser, resetRule.Name: resetRule, emailChanges.Name: emailChanges, exports.Name: exports}
	unnamed := map[string]throttle.Rule{}
	for _, one := range refused {
		if rule, ok := byAddress[one.Rule]; ok {
			unnamed[rule.Name] = rule
		}
	}
	emails, err := s.emailsByKey(ctx, unnamed)
	if err != nil {
		return nil, fmt.Errorf("name who is throttled: %w", err)
	}
	throttled := make([]Throttled, 0, len(refused))
	for _, one := range refused {
		throttled = append(throttled, Throttled{one, emails[one.Key]})
	}
	return throttled, nil
}

// emailsByKey returns every account's address by the keys under which rules count it.
func (s *Service) emailsByKey(ctx context.Context, rules map[string]throttle.Rule) (map[string]string, error) {
	named := map[string]string{}
	if len(rules) == 0 {
		return named, nil
	}
	var accounts []struct {
		Email string `db:"email"`
		Key   string `db:"email_key"`
	}
	if err := s.db.Select(ctx, &accounts, `SELECT email, email_key FROM users`); err != nil {
		return nil, err
	}
	for _, account := range accounts {
		for _, rule := range rules {
			named[throttle.Key(rule, account.Key)] = account.Email
		}
	}
	return named, nil
}
