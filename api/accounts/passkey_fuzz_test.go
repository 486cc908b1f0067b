package accounts

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/descope/virtualwebauthn"
	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"portfolio/api/internal/httpx"
)

const fuzzUser = 7

// fuzzChallenge is the challenge for a device. Like the device's key it never changes: inputs are
// made in one process and kept for others.
var fuzzChallenge = protocol.URLEncodedBase64(bytes.Repeat([]byte("c"), protocol.ChallengeLength))

// fuzzPasskey is a device with one passkey, a site, and their messages at its creation and use.
type fuzzPasskey struct {
	site          *Service
	creating      webauthn.SessionData
	using         webauthn.SessionData
	created, used credentialJSON
	stored        storedPasskey
}

// credentialJSON is a PublicKeyCredential of WebAuthn as browsers write it, section 5.1.
type credentialJSON struct {
	ID       string       `json:"id"`
	RawID    bytesJSON    `json:"rawId"`
	Type     string       `json:"type"`
	Response responseJSON `json:"response"`
}

type responseJSON struct {
	ClientData        bytesJSON `json:"clientDataJSON"`
	AttestationObject bytesJSON `json:"attestationObject,omitempty"`
	AuthenticatorData bytesJSON `json:"authenticatorData,omitempty"`
	Signature         bytesJSON `json:"signature,omitempty"`
	UserHandle        bytesJSON `json:"userHandle,omitempty"`
	Transports        []string  `json:"transports,omitempty"`
}

type bytesJSON []byte

func (b bytesJSON) MarshalText() ([]byte, error) { return base64URL.AppendEncode(nil, b), nil }

func (b *bytesJSON) UnmarshalText(text []byte) (err error) {
	*b, err = base64.RawURLEncoding.AppendDecode(nil, text)
	return err
}

func newFuzzPasskey(f *testing.F) (p fuzzPasskey) {
	f.Helper()
	must := func(err error) {
		if err != nil {
			f.Fatal(err)
		}
	}
	p.site = &Service{box: httpx.NewBox(bytes.Repeat([]byte("s"), 32)), webauthn: relyingParty("https://site.example"), now: time.Now}
	party := virtualwebauthn.RelyingParty{ID: "site.example", Name: "site.example", Origin: "https://site.example"}
	private, err := ecdsa.ParseRawPrivateKey(elliptic.P256(), bytes.Repeat([]byte("k"), 32))
	must(err)
	encoded, err := x509.MarshalPKCS8PrivateKey(private)
	must(err)
	key := virtualwebauthn.NewCredentialWithImportedKey(virtualwebauthn.KeyTypeEC2, encoded)
	key.ID = bytes.Repeat([]byte("i"), 32)
	device := virtualwebauthn.Authenticator{Options: virtualwebauthn.AuthenticatorOptions{UserHandle: passkeyOwner{id: fuzzUser}.WebAuthnID()}}

	options, session, err := p.site.webauthn.BeginRegistration(passkeyOwner{id: fuzzUser, name: "ada@example.test"})
	must(err)
	options.Response.Challenge, session.Challenge = fuzzChallenge, fuzzChallenge.String()
	text, err := json.Marshal(options)
	must(err)
	attestation, err := virtualwebauthn.ParseAttestationOptions(string(text))
	must(err)
	p.creating = *session
	must(json.Unmarshal([]byte(virtualwebauthn.CreateAttestationResponse(party, device, key, *attestation)), &p.created))

	login, session, err := p.site.webauthn.BeginDiscoverableLogin()
	must(err)
	login.Response.Challenge, session.Challenge = fuzzChallenge, fuzzChallenge.String()
	text, err = json.Marshal(login)
	must(err)
	assertion, err := virtualwebauthn.ParseAssertionOptions(string(text))
	must(err)
	p.using = *session
	must(json.Unmarshal([]byte(virtualwebauthn.CreateAssertionResponse(party, device, key, *assertion)), &p.used))

	made, err := p.create(p.created)
	must(err)
	p.stored = storedPasskey{
		UserID: fuzzUser, CredentialID: base64URL.EncodeToString(made.ID), PublicKey: base64URL.EncodeToString(made.PublicKey),
	}
	must(p.use(p.used))
	return p
}

func (p fuzzPasskey) create(answer credentialJSON) (*webauthn.Credential, error) {
	text, err := json.Marshal(answer)
	if err != nil {
		return nil, err
	}
	return p.site.verifyNew(fuzzUser, p.creating, text)
}

func (p fuzzPasskey) use(answer credentialJSON) error {
	text, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(text)
	if err != nil {
		return err
	}
	_, err = p.site.verifyUse(p.stored, p.using, parsed)
	return err
}

// Only a signature of the passkey signs its owner in. A signature has several forms, so it may
// differ.
func FuzzPasskeyUse(f *testing.F) {
	p := newFuzzPasskey(f)
	right := p.used.Response
	f.Add([]byte(p.used.RawID), []byte(right.ClientData), []byte(right.AuthenticatorData), []byte(right.Signature), []byte(right.UserHandle))
	f.Add([]byte{}, []byte(`{"type":"webauthn.get"}`), []byte(right.AuthenticatorData[:36]), []byte{0x30, 0}, []byte{})
	f.Fuzz(func(t *testing.T, id, clientData, authenticatorData, signature, handle []byte) {
		answer := credentialJSON{ID: base64URL.EncodeToString(id), RawID: id, Type: "public-key", Response: responseJSON{
			ClientData: clientData, AuthenticatorData: authenticatorData, Signature: signature, UserHandle: handle,
		}}
		if p.use(answer) != nil {
			return
		}
		if !bytes.Equal(clientData, right.ClientData) || !bytes.Equal(authenticatorData, right.AuthenticatorData) ||
			!bytes.Equal(id, p.used.RawID) || !bytes.Equal(handle, right.UserHandle) {
			t.Errorf("taken: %q %q %q", id, clientData, authenticatorData)
		}
	})
}

// A passkey that is taken answers the challenge that was set, verified its user, and can be stored and read again.
func FuzzNewPasskey(f *testing.F) {
	p := newFuzzPasskey(f)
	f.Add([]byte(p.created.RawID), []byte(p.created.Response.ClientData), []byte(p.created.Response.AttestationObject), "internal")
	f.Add([]byte(p.created.RawID), []byte(`{"type":"webauthn.create","challenge":"AA","origin":"https://site.example"}`), []byte("\xa1"), "usb\x00 nfc")
	for _, format := range []string{"none", "tpm", "android-key", "android-safetynet", "fido-u2f", "apple"} {
		object := bytes.Replace(p.created.Response.AttestationObject, []byte("\x66packed"), append([]byte{0x60 | byte(len(format))}, format...), 1)
		f.Add([]byte(p.created.RawID), []byte(p.created.Response.ClientData), object, "hybrid")
	}
	f.Fuzz(func(t *testing.T, id, clientData, object []byte, transport string) {
		made, err := p.create(credentialJSON{ID: base64URL.EncodeToString(id), RawID: id, Type: "public-key", Response: responseJSON{
			ClientData: clientData, AttestationObject: object, Transports: []string{transport, "nfc", transport},
		}})
		if err != nil {
			return
		}
		if !bytes.Contains(clientData, []byte(p.creating.Challenge)) || !made.Flags.UserVerified || !bytes.Equal(made.ID, id) || len(id) > 1023 {
			t.Errorf("taken: %q %q %+v", id, clientData, made.Flags)
		}
		names := transportNames(made.Transport)
		if !utf8.ValidString(names) || strings.ContainsRune(names, 0) || len(names) > 40 || !strings.Contains(names, "nfc") {
			t.Errorf("transports %q", names)
		}
		stored := storedPasskey{UserID: fuzzUser, CredentialID: base64URL.EncodeToString(id), PublicKey: base64URL.EncodeToString(made.PublicKey), Transports: names}
		again, err := stored.credential()
		if err != nil || !bytes.Equal(again.PublicKey, made.PublicKey) {
			t.Errorf("stored %+v: %v", stored, err)
		}
	})
}
