package accounts

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
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

// ownerOfPasskey returns the account that an answer claims to be of, unverified, or 0.
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

// challengeLifetime is how long a challenge is valid.
const challengeLifetime = 5 * time.Minute

// Challenge asks a browser to make or use a passkey. Options are WebAuthn's, as JSON. The browser's
// answer comes with the token.
type Challenge struct {
	Token   string `json:"passkey_token"`
	Options any    `json:"options"`
}

// sealedChallenge is the content of a token, so that any replica can check the answer.
type sealedChallenge struct {
	Session   webauthn.SessionData `json:"session"`
	ExpiresAt time.Time            `json:"expires_at"`
}

// The purposes of tokens: to use any passkey, or to make one for an account.
const assertion = "use of a passkey"

func registration(userID int64) string { return fmt.Sprintf("passkey of %d", userID) }

func (s *Service) sealChallenge(session *webauthn.SessionData, purpose string, options any) (Challenge, error) {
	content, err := json.Marshal(sealedChallenge{*session, s.now().Add(challengeLifetime)})
	return Challenge{s.box.Seal(content, purpose), options}, err
}

// openChallenge opens a token once: the transaction commits that the challenge was used.
func (s *Service) openChallenge(ctx context.Context, tx *database.Tx, token, purpose string) (webauthn.SessionData, error) {
	if s.webauthn == nil {
		return webauthn.SessionData{}, errNoPasskeys
	}
	content, err := s.box.Open(token, purpose)
	var sealed sealedChallenge
	if err != nil || json.Unmarshal(content, &sealed) != nil || !s.now().Before(sealed.ExpiresAt) {
		return webauthn.SessionData{}, errPasskeyLate
	}
	first, err := s.useOnce(ctx, tx, sealed.Session.Challenge, sealed.ExpiresAt)
	if err == nil && !first {
		err = errPasskeyLate
	}
	return sealed.Session, err
}

// useOnce reports whether a key that is valid once, until expiresAt, is used for the first time.
// The use counts when the transaction commits; a second transaction waits for the first.
func (s *Service) useOnce(ctx context.Context, tx *database.Tx, key string, expiresAt time.Time) (bool, error) {
	n, err := tx.Exec(ctx, `INSERT INTO used_challenges (challenge, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING`,
		key, database.At(expiresAt))
	return n == 1, err
}

// passkeyOwner is an account as the library knows it.
type passkeyOwner struct {
	id          int64
	name        string
	credentials []webauthn.Credential
}

// WebAuthnID is stored with the passkey on its owner's devices.
func (o passkeyOwner) WebAuthnID() []byte { return binary.BigEndian.AppendUint64(nil, uint64(o.id)) }

// WebAuthnName is shown when the user chooses among several passkeys.
func (o passkeyOwner) WebAuthnName() string { return o.name }

// WebAuthnDisplayName is the same.
func (o passkeyOwner) WebAuthnDisplayName() string { return o.name }

// WebAuthnCredentials are the passkeys that the account has.
func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

// relyingParty returns the site for which passkeys are made, or nil if its address is an IP
// address, where passkeys do not work. This machine's addresses count as localhost.
func relyingParty(publicURL string) *webauthn.WebAuthn {
	site, err := url.Parse(publicURL)
	if err != nil {
		return nil
	}
	if httpx.IsLoopback(site.Hostname()) {
		site.Host = strings.TrimSuffix("localhost:"+site.Port(), ":")
	}
	party, err := webauthn.New(&webauthn.Config{
		RPID: site.Hostname(), RPDisplayName: site.Host, RPOrigins: []string{site.Scheme + "://" + site.Host},
		AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
			UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{
			Login:        webauthn.TimeoutConfig{Timeout: challengeLifetime},
			Registration: webauthn.TimeoutConfig{Timeout: challengeLifetime},
		},
		// Some password managers send extensions that were not requested. They are not used.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil
	}
	return party
}
