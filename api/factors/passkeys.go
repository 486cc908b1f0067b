package factors

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"portfolio/api/internal/database"
)

// maxPasskeys is the maximum number of passkeys of an account.
const maxPasskeys = 20

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
	ErrNoPasskeys     = errors.New("passkeys do not work at the address of this site")
	ErrUnknownPasskey = errors.New("unknown passkey")
	ErrPasskeyRefused = errors.New("a passkey's answer that is not right")
	ErrPasskeyLate    = errors.New("a passkey's answer that came too late or twice")
	ErrPasskeyCopied  = errors.New("a passkey whose counter went backwards")
	ErrPasskeyKnown   = errors.New("this passkey is set up already")
	ErrPasskeysFull   = errors.New("no more passkeys are possible")
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

// BeginPasskey returns a challenge for a new passkey of the account with the address name. It
// excludes the present passkeys.
func (s *Service) BeginPasskey(ctx context.Context, from database.Reader, userID int64, name string) (Challenge, error) {
	if s.webauthn == nil {
		return Challenge{}, ErrNoPasskeys
	}
	var rows []storedPasskey
	if err := from.Select(ctx, &rows, selectStored+`WHERE user_id = ?`, userID); err != nil {
		return Challenge{}, fmt.Errorf("list passkeys: %w", err)
	}
	owner := passkeyOwner{id: userID, name: name}
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
	return s.seal(session, registration(userID), options.Response)
}

// AddPasskey stores the passkey that a browser made for BeginPasskey's challenge.
func (s *Service) AddPasskey(ctx context.Context, tx *database.Tx, userID int64, token string, credential []byte, name string) (Passkey, error) {
	var count int
	if err := tx.Get(ctx, &count, `SELECT count(*) FROM passkeys WHERE user_id = ?`, userID); err != nil {
		return Passkey{}, err
	}
	if count >= maxPasskeys {
		return Passkey{}, ErrPasskeysFull
	}
	session, err := s.use(ctx, tx, token, registration(userID))
	if err != nil {
		return Passkey{}, err
	}
	made, err := s.verifyNew(userID, session, credential)
	if err != nil {
		return Passkey{}, fmt.Errorf("%w: %w", ErrPasskeyRefused, err)
	}
	var added Passkey
	err = tx.Get(ctx, &added, `
		INSERT INTO passkeys (user_id, credential_id, public_key, transports, name, sign_count, backup_eligible, synced, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING `+passkeyColumns,
		userID, base64URL.EncodeToString(made.ID), base64URL.EncodeToString(made.PublicKey), transportNames(made.Transport), name,
		int64(made.Authenticator.SignCount), made.Flags.BackupEligible, made.Flags.BackupState, database.At(s.now()))
	if database.IsUnique(err) {
		err = ErrPasskeyKnown
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

// RenamePasskey renames a passkey of the account and returns it, or database.ErrNoRows.
func (s *Service) RenamePasskey(ctx context.Context, tx *database.Tx, userID, id int64, name string) (renamed Passkey, err error) {
	err = tx.Get(ctx, &renamed, `UPDATE passkeys SET name = ? WHERE id = ? AND user_id = ? RETURNING `+passkeyColumns, name, id, userID)
	return renamed, err
}

// RemovePasskey removes a passkey of the account and returns its name, or database.ErrNoRows. The
// last second factor takes the recovery codes with it.
func (s *Service) RemovePasskey(ctx context.Context, tx *database.Tx, userID, id int64) (name string, err error) {
	if err := tx.Get(ctx, &name, `DELETE FROM passkeys WHERE id = ? AND user_id = ? RETURNING name`, id, userID); err != nil {
		return "", err
	}
	return name, removeLooseCodes(ctx, tx, userID)
}

// AskForPasskey returns a challenge for any passkey of the site.
func (s *Service) AskForPasskey() (Challenge, error) {
	if s.webauthn == nil {
		return Challenge{}, ErrNoPasskeys
	}
	options, session, err := s.webauthn.BeginDiscoverableLogin()
	if err != nil {
		return Challenge{}, fmt.Errorf("ask for a passkey: %w", err)
	}
	return s.seal(session, assertion, options.Response)
}

// OwnerOfPasskey returns the account that an answer claims to be of, without proof, or 0.
func (s *Service) OwnerOfPasskey(ctx context.Context, from database.Reader, credential []byte) (userID int64, err error) {
	answer, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return 0, nil
	}
	err = from.Get(ctx, &userID, `SELECT user_id FROM passkeys WHERE credential_id = ?`, base64URL.EncodeToString(answer.RawID))
	if errors.Is(err, database.ErrNoRows) {
		return 0, nil
	}
	return userID, err
}

// UsePasskey returns the account of a browser's valid answer to AskForPasskey's challenge. An
// answer is valid once.
func (s *Service) UsePasskey(ctx context.Context, tx *database.Tx, token string, credential []byte) (userID int64, err error) {
	session, err := s.use(ctx, tx, token, assertion)
	if err != nil {
		return 0, err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes(credential)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrPasskeyRefused, err)
	}
	var row storedPasskey
	err = tx.Get(ctx, &row, selectStored+`WHERE credential_id = ?`, base64URL.EncodeToString(answer.RawID))
	if errors.Is(err, database.ErrNoRows) {
		return 0, ErrUnknownPasskey
	}
	if err != nil {
		return 0, err
	}
	used, err := s.verifyUse(row, session, answer)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrPasskeyRefused, err)
	}
	if used.Authenticator.CloneWarning {
		return 0, ErrPasskeyCopied
	}
	// One of two simultaneous uses wins, because the second would not see the count of the first.
	n, err := tx.Exec(ctx, `UPDATE passkeys SET sign_count = ?, synced = ?, last_used_at = ? WHERE id = ? AND sign_count = ?`,
		int64(used.Authenticator.SignCount), used.Flags.BackupState, database.At(s.now()), row.ID, int64(row.SignCount))
	if err == nil && n == 0 {
		err = ErrPasskeyCopied
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
