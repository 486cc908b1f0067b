package factors

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

	"portfolio/api/database"
	"portfolio/api/httpx"
)

// challengeLifetime is how long a browser may take with a challenge.
const challengeLifetime = 5 * time.Minute

// Challenge is what a browser makes or uses a passkey with. Options are those of WebAuthn, as JSON; the token comes back with
// the browser's answer.
type Challenge struct {
	Token   string `json:"passkey_token"`
	Options any    `json:"options"`
}

// sealedChallenge is what the token holds, so that any replica can check the answer.
type sealedChallenge struct {
	Session   webauthn.SessionData `json:"session"`
	ExpiresAt time.Time            `json:"expires_at"`
}

// What a token is good for: to make a passkey for one account, or to use any.
const assertion = "use of a passkey"

func registration(userID int64) string { return fmt.Sprintf("passkey of %d", userID) }

func (s *Service) seal(session *webauthn.SessionData, purpose string, options any) (Challenge, error) {
	content, err := json.Marshal(sealedChallenge{*session, s.now().Add(challengeLifetime)})
	return Challenge{s.box.Seal(content, purpose), options}, err
}

// use opens a token, once: with the transaction it is committed that the challenge was used.
func (s *Service) use(ctx context.Context, tx *database.Tx, token, purpose string) (webauthn.SessionData, error) {
	if s.webauthn == nil {
		return webauthn.SessionData{}, ErrNoPasskeys
	}
	content, err := s.box.Open(token, purpose)
	var sealed sealedChallenge
	if err != nil || json.Unmarshal(content, &sealed) != nil || !s.now().Before(sealed.ExpiresAt) {
		return webauthn.SessionData{}, ErrPasskeyLate
	}
	first, err := s.UseOnce(ctx, tx, sealed.Session.Challenge, sealed.ExpiresAt)
	if err == nil && !first {
		err = ErrPasskeyLate
	}
	return sealed.Session, err
}

// UseOnce reports whether a challenge, or what else is good once and until expiresAt, is used for the first time. The use
// counts once the transaction commits; a second transaction waits for the first.
func (s *Service) UseOnce(ctx context.Context, tx *database.Tx, key string, expiresAt time.Time) (first bool, err error) {
	n, err := tx.Exec(ctx, `INSERT INTO used_challenges (challenge, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING`,
		key, database.At(expiresAt))
	return n == 1, err
}

// DeleteExpired forgets what is too old to be used again.
func (s *Service) DeleteExpired(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `DELETE FROM used_challenges WHERE expires_at < ?`, database.At(s.now()))
	return err
}

// passkeyOwner is an account as the library knows it.
type passkeyOwner struct {
	id          int64
	name        string
	credentials []webauthn.Credential
}

// WebAuthnID is stored with the passkey on its owner's devices.
func (o passkeyOwner) WebAuthnID() []byte { return binary.BigEndian.AppendUint64(nil, uint64(o.id)) }

// WebAuthnName is shown to who chooses among several passkeys.
func (o passkeyOwner) WebAuthnName() string { return o.name }

// WebAuthnDisplayName is the same.
func (o passkeyOwner) WebAuthnDisplayName() string { return o.name }

// WebAuthnCredentials are the passkeys that the account has.
func (o passkeyOwner) WebAuthnCredentials() []webauthn.Credential { return o.credentials }

// relyingParty returns whom passkeys are made for: the name and the origin at which people reach the site. There are none at an
// IP address, except that browsers reach this machine by the name localhost too; then it returns nil.
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
		// Some password managers send what nobody asked for. Nothing of it is used.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return nil
	}
	return party
}
