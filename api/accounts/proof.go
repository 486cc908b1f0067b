package accounts

import (
	"context"
	"net/http"
	"time"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// proofLifetime is how long an authentication counts as recent. Actions that an intruder in an open
// session must not take need a recent one.
const proofLifetime = 10 * time.Minute

// HasFreshProof reports whether who showed in this session within proofLifetime who they are.
func (s *Service) HasFreshProof(who Identity) bool {
	return who.ProvedAt != nil && s.now().Before(who.ProvedAt.Add(proofLifetime))
}

// RequireFreshProof is the guard of calls that need a recent authentication. It returns the same as
// RequireUser, or FreshProofRequired.
func (s *Service) RequireFreshProof(r *http.Request) (context.Context, error) {
	return s.withFreshProof(r, s.RequireUser)
}

// RequireFreshConfirmedProof is RequireFreshProof for accounts with a confirmed address:
// RequireConfirmed, and FreshProofRequired.
func (s *Service) RequireFreshConfirmedProof(r *http.Request) (context.Context, error) {
	return s.withFreshProof(r, s.RequireConfirmed)
}

// RequireFreshStaffProof is RequireFreshProof for staff: RequireStaff, and FreshProofRequired.
func (s *Service) RequireFreshStaffProof(r *http.Request) (context.Context, error) {
	return s.withFreshProof(r, s.RequireStaff)
}

func (s *Service) withFreshProof(r *http.Request, guard func(*http.Request) (context.Context, error)) (context.Context, error) {
	ctx, err := guard(r)
	if err == nil && !s.HasFreshProof(IdentityOf(ctx)) {
		err = apperror.FreshProofRequired()
	}
	return ctx, err
}

// ProveByPassword makes the session of who one whose user has just shown who they are.
// A wrong password is an apperror under "password"; after too many it returns Throttled.
func (s *Service) ProveByPassword(ctx context.Context, who Identity, password string) error {
	hash, same, err := s.verifyOwn(ctx, who, password)
	if err != nil {
		return err
	}
	wrong := apperror.InvalidField("password", apperror.OwnPasswordWrong)
	if !same {
		s.audit.RecordLimited(ctx, aboutUser(audit.ProofRefused, who.User, "wrong password"))
		return wrong
	}
	return s.db.InTx(ctx, func(tx *database.Tx) error {
		var current string
		if err := tx.Get(ctx, &current, `SELECT password FROM users WHERE id = ?`, who.ID); err != nil {
			return err
		}
		if current != hash {
			return wrong // it was changed since it was compared
		}
		return s.markProved(ctx, tx, who.Session)
	})
}

// markProved stores that the user of a session has just shown who they are.
func (s *Service) markProved(ctx context.Context, tx *database.Tx, session string) error {
	_, err := tx.Exec(ctx, `UPDATE sessions SET proved_at = ? WHERE id = ? AND revoked_at IS NULL`, database.At(s.now()), session)
	return err
}
