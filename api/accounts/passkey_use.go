package accounts

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"portfolio/api/internal/database"
)

// Passkey is a passkey as its owner sees it. Synced is true if the owner's other devices have it
// too.
type Passkey struct {
	ID         int64          `db:"id" json:"id"`
	Name       string         `db:"name" json:"name"`
	Synced     bool           `db:"synced" json:"synced"`
	CreatedAt  database.Time  `db:"created_at" json:"created_at"`
	LastUsedAt *database.Time `db:"last_used_at" json:"last_used_at"`
}

const passkeyColumns = `id, name, synced, created_at, last_used_at`

// Errors of passkeys. Their texts appear in the audit log.
var (
	errNoPasskeys     = errors.New("passkeys do not work at the address of this site")
	errUnknownPasskey = errors.New("unknown passkey")
	errPasskeyRefused = errors.New("a passkey's answer that is not right")
	errPasskeyLate    = errors.New("a passkey's answer that came too late or twice")
	errPasskeyCopied  = errors.New("a passkey whose counter went backwards")
	errPasskeyKnown   = errors.New("this passkey is set up already")
	errPasskeysFull   = errors.New("no more passkeys are possible")
)

// storedPasskey is the row of a passkey.
type storedPasskey struct {
	ID             int64  `db:"id"`
	UserID         int64  `db:"user_id"`
	CredentialID   string `db:"credential_id"`
	PublicKey      string `db:"public_key"`
	Transports     string `db:"transports"`
	SignCount      uint32 `db:"sign_count"`
	BackupEligible bool   `db:"backup_eligible"`
	Synced         bool   `db:"synced"`
}

const selectStored = `
	SELECT id, user_id, credential_id, public_key, transports, sign_count, backup_eligible, synced FROM passkeys `

var base64URL = base64.RawURLEncoding

func (p storedPasskey) credential() (c webauthn.Credential, err error) {
	var idErr, keyErr error
	c.ID, idErr = base64URL.DecodeString(p.CredentialID)
	c.PublicKey, keyErr = base64URL.DecodeString(p.PublicKey)
	for _, transport := range strings.Fields(p.Transports) {
		c.Transport = append(c.Transport, protocol.AuthenticatorTransport(transport))
	}
	c.Flags = webauthn.CredentialFlags{UserVerified: true, BackupEligible: p.BackupEligible, BackupState: p.Synced}
	c.Authenticator.SignCount = p.SignCount
	return c, errors.Join(idErr, keyErr)
}

// ownerOfPasskey returns the account that an answer claims to be of, without proof, or 0.
func (s *Service) ownerOfPasskey(ctx context.Context, from database.Reader, credential []byte) (userID int64, err error) {
	answer, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return 0, nil
	}
	_, err = from.Find(ctx, &userID, `SELECT user_id FROM passkeys WHERE credential_id = ?`, base64URL.EncodeToString(answer.RawID))
	return userID, err
}

// usePasskey returns the account of a browser's valid answer to AskForPasskey's challenge. An
// answer is valid once.
func (s *Service) usePasskey(ctx context.Context, tx *database.Tx, token string, credential []byte) (userID int64, err error) {
	session, err := s.openChallenge(ctx, tx, token, assertion)
	if err != nil {
		return 0, err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errPasskeyRefused, err)
	}
	var row storedPasskey
	known, err := tx.Find(ctx, &row, selectStored+`WHERE credential_id = ?`, base64URL.EncodeToString(answer.RawID))
	if err != nil {
		return 0, err
	}
	if !known {
		return 0, errUnknownPasskey
	}
	used, err := s.verifyUse(row, session, answer)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", errPasskeyRefused, err)
	}
	if used.Authenticator.CloneWarning {
		return 0, errPasskeyCopied
	}
	// One of two simultaneous uses wins, because the second would not see the count of the first.
	n, err := tx.Exec(ctx, `UPDATE passkeys SET sign_count = ?, synced = ?, last_used_at = ? WHERE id = ? AND sign_count = ?`,
		int64(used.Authenticator.SignCount), used.Flags.BackupState, database.At(s.now()), row.ID, int64(row.SignCount))
	if err == nil && n == 0 {
		err = errPasskeyCopied
	}
	return row.UserID, err
}

// verifyUse returns the passkey of row with its new counter if it answers the challenge.
func (s *Service) verifyUse(
	row storedPasskey, session webauthn.SessionData, answer *protocol.ParsedCredentialAssertionData,
) (*webauthn.Credential, error) {
	known, err := row.credential()
	if err != nil {
		return nil, fmt.Errorf("read passkey %d: %w", row.ID, err)
	}
	owner := passkeyOwner{id: row.UserID, credentials: []webauthn.Credential{known}}
	return s.webauthn.ValidateDiscoverableLogin(
		func([]byte, []byte) (webauthn.User, error) { return owner, nil }, session, answer)
}
