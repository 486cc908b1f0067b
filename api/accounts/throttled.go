package accounts

import (
	"context"
	"fmt"

	"portfolio/api/throttle"
)

// Throttled is a blocked key. Network is set where its rule counts client networks, Email where it counts addresses and an
// account has the address.
type Throttled struct {
	throttle.Block
	Email string
}

// Throttled returns what is blocked now, the longest first. Addresses are stored as hashes: only those of accounts can be
// named.
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
