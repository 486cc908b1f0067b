package accounts

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// maxPasskeys is the maximum number of passkeys of an account.
const maxPasskeys = 20

// BeginPasskey returns a challenge for a new passkey, which excludes the present ones. It returns
// Conflict if passkeys do not work at the site's address.
func (s *Service) BeginPasskey(ctx context.Context, who Identity) (Challenge, error) {
	if s.webauthn == nil {
		return Challenge{}, s.noPasskeys(errNoPasskeys)
	}
	var rows []storedPasskey
	if err := s.db.Select(ctx, &rows, selectStored+`WHERE user_id = ?`, who.ID); err != nil {
		return Challenge{}, fmt.Errorf("list passkeys: %w", err)
	}
	owner := passkeyOwner{id: who.ID, name: who.Email}
	for _, row := range rows {
		known, err := row.credential()
		if err != nil {
			return Challenge{}, fmt.Errorf("read passkey %d: %w", row.ID, err)
		}
		owner.credentials = append(owner.credentials, known)
	}
	options, session, err := s.webauthn.BeginRegistration(owner,
		webauthn.WithExclusions(webauthn.Credentials(owner.credentials).CredentialDescriptors()),
		webauthn.WithCredentialParameters(webauthn.CredentialParametersRecommendedL3()))
	if err != nil {
		return Challenge{}, fmt.Errorf("begin a passkey: %w", err)
	}
	return s.sealChallenge(session, registration(who.ID), options.Response)
}

// AddPasskey adds the passkey that a browser made for BeginPasskey's challenge. It returns recovery
// codes if the account has none. A refused passkey is an httpx.Error under "credential". It returns
// Conflict if the account has the maximum number, and Throttled after too many changes.
func (s *Service) AddPasskey(ctx context.Context, who Identity, answer PasskeyAnswer, name string) (Passkey, []string, error) {
	var added Passkey
	codes, err := s.addFactor(ctx, who, "passkey "+name, func(tx *database.Tx) error {
		var err error
		added, err = s.storePasskey(ctx, tx, who.ID, answer.Token, []byte(answer.Credential), name)
		return err
	})
	if errors.Is(err, errPasskeysFull) {
		err = httpx.Conflict(httpx.PasskeysFull)
	}
	if _, message, refused := refusedPasskey(err); refused {
		err = httpx.InvalidField("credential", message)
	}
	return added, codes, s.noPasskeys(err)
}

// storePasskey stores the passkey that a browser made for a challenge.
func (s *Service) storePasskey(ctx context.Context, tx *database.Tx, userID int64, token string, credential []byte, name string) (Passkey, error) {
	var count int
	if err := tx.Get(ctx, &count, `SELECT count(*) FROM passkeys WHERE user_id = ?`, userID); err != nil {
		return Passkey{}, err
	}
	if count >= maxPasskeys {
		return Passkey{}, errPasskeysFull
	}
	session, err := s.openChallenge(ctx, tx, token, registration(userID))
	if err != nil {
		return Passkey{}, err
	}
	made, err := s.verifyNew(userID, session, credential)
	if err != nil {
		return Passkey{}, fmt.Errorf("%w: %w", errPasskeyRefused, err)
	}
	var added Passkey
	err = tx.Get(ctx, &added, `
		INSERT INTO passkeys (user_id, credential_id, public_key, transports, name, sign_count, backup_eligible, synced, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING `+passkeyColumns,
		userID, base64URL.EncodeToString(made.ID), base64URL.EncodeToString(made.PublicKey), transportNames(made.Transport), name,
		int64(made.Authenticator.SignCount), made.Flags.BackupEligible, made.Flags.BackupState, database.At(s.now()))
	if database.IsUnique(err) {
		err = errPasskeyKnown
	}
	return added, err
}

// verifyNew returns the new passkey of userID if it answers the challenge.
func (s *Service) verifyNew(userID int64, session webauthn.SessionData, credential []byte) (*webauthn.Credential, error) {
	answer, err := protocol.ParseCredentialCreationResponseBytes(credential)
	if err != nil {
		return nil, err
	}
	return s.webauthn.CreateCredential(passkeyOwner{id: userID}, session, answer)
}

// transportNames returns the known transports, once each. The list is not signed and may contain
// anything.
func transportNames(list []protocol.AuthenticatorTransport) string {
	var names []string
	for _, known := range []protocol.AuthenticatorTransport{
		protocol.USB, protocol.NFC, protocol.BLE, protocol.SmartCard, protocol.Hybrid, protocol.Internal,
	} {
		if slices.Contains(list, known) {
			names = append(names, string(known))
		}
	}
	return strings.Join(names, " ")
}

// RenamePasskey renames a passkey of a user and returns it, or NotFound.
func (s *Service) RenamePasskey(ctx context.Context, who Identity, id int64, name string) (Passkey, error) {
	var renamed Passkey
	err := s.db.InTx(ctx, func(tx *database.Tx) error {
		return tx.Get(ctx, &renamed, `UPDATE passkeys SET name = ? WHERE id = ? AND user_id = ? RETURNING `+passkeyColumns, name, id, who.ID)
	})
	return renamed, httpx.OrNotFound(err)
}

// RemovePasskey removes a passkey of a user, or returns NotFound. The last second factor takes the
// recovery codes with it.
func (s *Service) RemovePasskey(ctx context.Context, who Identity, id int64) error {
	return httpx.OrNotFound(s.db.InTx(ctx, func(tx *database.Tx) error {
		var name string
		if err := tx.Get(ctx, &name, `DELETE FROM passkeys WHERE id = ? AND user_id = ? RETURNING name`, id, who.ID); err != nil {
			return err
		}
		if err := removeLooseCodes(ctx, tx, who.ID); err != nil {
			return err
		}
		return s.recordFactor(ctx, tx, audit.SecondFactorRemoved, who.User, "passkey "+name)
	}))
}
