package accounts

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
)

// addressRules count each address of an account, pairRules each client network with an address.
var (
	addressRules = []throttle.Rule{
		perUser, signIns, ownPassword, passwordChanges, resetsPerAddress, emailChanges, exports, profileChanges, appTokens, confirmationMails,
		secondFactorShort, secondFactorLong, factorChanges,
	}
	pairRules = []throttle.Rule{perPair, perPairHourly, resetsPerPair}
)

// limitGuesses calls try under a limit on calls that fail with the kind wrong. A call counts until
// it returns, so that simultaneous ones cannot exceed the limit, and even if the client
// disconnects.
func (s *Service) limitGuesses(ctx context.Context, guess throttle.Limit, wrong httpx.Kind, try func() error) error {
	if err := s.limiter.Allow(context.WithoutCancel(ctx), guess); err != nil {
		return err
	}
	err := try()
	var public *httpx.Error
	if !errors.As(err, &public) || public.Kind != wrong {
		err = s.refund(ctx, err, guess)
	}
	return err
}

// refund takes one hit back from each limit of a call that returned err, and returns err. It skips
// an unavailable database, which would be waited for again, unless the client has disconnected.
func (s *Service) refund(ctx context.Context, err error, limits ...throttle.Limit) error {
	if database.IsUnavailable(err) && ctx.Err() == nil {
		return err
	}
	return errors.Join(err, s.limiter.Refund(context.WithoutCancel(ctx), limits...))
}

// Throttled is a blocked key. Network is set for rules that count by network, Email for those that
// count by address if an account has it.
type Throttled struct {
	throttle.Block
	Email string
}

// Throttled returns the blocked keys, the longest blocked first. Addresses are stored as hashes:
// only those of accounts can be named.
func (s *Service) Throttled(ctx context.Context) ([]Throttled, error) {
	refused, err := s.limiter.Blocked(ctx)
	if err != nil {
		return nil, err
	}
	var unnamed []throttle.Rule
	for _, rule := range addressRules {
		if slices.ContainsFunc(refused, func(one throttle.Block) bool { return one.Rule == rule.Name }) {
			unnamed = append(unnamed, rule)
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

// emailsByKey returns the addresses of all accounts under the keys of the rules.
func (s *Service) emailsByKey(ctx context.Context, rules []throttle.Rule) (map[string]string, error) {
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

// Unthrottle clears all limits on an account: on its address, and on its address with a network or
// one of its devices. Limits on a network remain.
func (s *Service) Unthrottle(ctx context.Context, user User) error {
	address := normalizeEmail(user.Email)
	// A sign-in locks the rows in the same order, so that neither waits for the other.
	keys, err := s.pairKeys(ctx, address, pairRules...)
	if err != nil {
		return err
	}
	var devices []string
	if err := s.db.Select(ctx, &devices, `SELECT id FROM trusted_devices WHERE user_id = ?`, user.ID); err != nil {
		return fmt.Errorf("list the devices of a user: %w", err)
	}
	for _, device := range devices {
		keys = append(keys, throttle.Key(perDevice, device), throttle.Key(failedPerDevice, device+" "+address),
			throttle.Key(resetsPerDevice, device+" "+address),
			throttle.Key(secondFactorShort, device+" "+address), throttle.Key(secondFactorLong, device+" "+address))
	}
	for _, rule := range addressRules {
		keys = append(keys, throttle.Key(rule, address))
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		if err := s.limiter.ResetKeys(ctx, tx, keys); err != nil {
			return err
		}
		return s.record(ctx, tx, audit.ThrottleLifted, user, "all limits on the account")
	})
}

// signInLimits returns the keys of the limits that keep an account from signing in by password, at
// that IP address and wherever it is blocked, in the order in which a sign-in locks them. Those on
// its second factors are not among them.
func (s *Service) signInLimits(ctx context.Context, user User, ip string) ([]string, error) {
	address := normalizeEmail(user.Email)
	short, err := s.pairKeys(ctx, address, perPair)
	if err != nil {
		return nil, err
	}
	hourly, err := s.pairKeys(ctx, address, perPairHourly)
	return slices.Concat(
		short, []string{throttle.Key(perPair, httpx.ClientNetwork(ip)+" "+address)},
		hourly, []string{throttle.Key(perPairHourly, httpx.SiteNetwork(ip)+" "+address)},
		[]string{throttle.Key(perUser, address), throttle.Key(signIns, address)},
	), err
}

// pairKeys returns the keys of an address with each network that one of the rules blocks.
func (s *Service) pairKeys(ctx context.Context, address string, rules ...throttle.Rule) (keys []string, err error) {
	for _, rule := range rules {
		networks, err := s.limiter.BlockedNetworks(ctx, rule)
		if err != nil {
			return nil, err
		}
		for _, network := range networks {
			keys = append(keys, throttle.Key(rule, network+" "+address))
		}
	}
	return keys, nil
}
