package accounts

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

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
