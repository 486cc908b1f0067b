package accounts

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

const (
	deviceCookie = "trusted_device"
	// deviceLifetime is how long a device is known after its last sign-in.
	deviceLifetime = 2 * 365 * 24 * time.Hour
	// maxDevices is the number of trusted devices of a user: the most recently used ones.
	// Statements contain it as text, because SQLite plans a statement again for each number bound
	// to its LIMIT.
	maxDevices = 20
)

// deviceCookiePaths are the paths that get the cookie: the sign-ins, and the calls about a
// forgotten password.
var deviceCookiePaths = []string{"/api/users/", "/backend/"}

// Device is the client that sent a request: what its owner recognises it by, and the cookie that it got at its last sign-in,
// "" for none.
type Device struct {
	UserAgent string
	IP        string
	Cookie    string
	// id is the ID of a trusted device.
	id *string
}

// DeviceOf returns the device that sent r.
func DeviceOf(r *http.Request) Device {
	device := Device{UserAgent: r.UserAgent(), IP: httpx.ClientIP(r.Context())}
	if cookie, err := r.Cookie(deviceCookie); err == nil {
		device.Cookie = cookie.Value
	}
	return device
}

// SetDeviceCookie has a client keep the cookie of a sign-in. It gives no right: with it, wrong passwords are counted apart
// from those of strangers.
func (s *Service) SetDeviceCookie(w http.ResponseWriter, cookie string) {
	for _, path := range deviceCookiePaths {
		http.SetCookie(w, &http.Cookie{
			Name: deviceCookie, Value: cookie, Path: path, MaxAge: int(deviceLifetime.Seconds()),
			HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: strings.HasPrefix(s.publicURL, "https://"),
		})
	}
}

// trustedDevice returns the id of a device with which the account of that address has signed in, or "".
func (s *Service) trustedDevice(ctx context.Context, email string, device Device) (string, error) {
	id, signedIn, err := s.findDevice(ctx, email, device)
	if !signedIn {
		id = ""
	}
	return id, err
}

// findDevice returns the id of a device on which the account of that address has signed in or reset
// its password, or "".
func (s *Service) findDevice(ctx context.Context, email string, device Device) (id string, signedIn bool, err error) {
	id, err = s.device.Parse(device.Cookie)
	if err != nil {
		return "", false, nil
	}
	known, err := s.db.Find(ctx, &signedIn, `
		SELECT d.signed_in FROM trusted_devices d JOIN users u ON u.id = d.user_id
		 WHERE d.id = ? AND u.email_key = ? AND d.last_used_at > ?`,
		id, normalizeEmail(email), database.At(s.now().Add(-deviceLifetime)))
	if err != nil || !known {
		return "", false, err
	}
	return id, signedIn, nil
}

// trustDevice makes a device known, in the transaction that opens a session for the user, and reports
// whether it was known before. It returns the device for openSession, with the cookie that the client
// is to get.
//
// A sign-in by any means calls it once everything has been verified, the second factor too. A user who never signed in before
// has no device that was known.
func (s *Service) trustDevice(ctx context.Context, tx *database.Tx, userID int64, device Device) (trusted Device, known bool, err error) {
	trusted, known, err = s.storeDevice(ctx, tx, userID, device, true)
	if err != nil || known {
		return trusted, known, err
	}
	_, err = tx.Exec(ctx, `
		DELETE FROM trusted_devices WHERE user_id = ? AND id NOT IN (
		    SELECT id FROM trusted_devices WHERE user_id = ? ORDER BY last_used_at DESC, id LIMIT `+strconv.Itoa(maxDevices)+`)`,
		userID, userID)
	return trusted, false, err
}

// trustAfterReset has the sign-in that follows a password reset on a device counted apart from those
// of strangers, and returns the device's cookie. The mailed link is not a second factor, so wrong
// codes still count under the account.
func (s *Service) trustAfterReset(ctx context.Context, tx *database.Tx, user User, device Device) (cookie string, err error) {
	trusted, _, err := s.storeDevice(ctx, tx, user.ID, device, false)
	if err != nil {
		return "", err
	}
	return trusted.Cookie, s.limiter.ResetIn(ctx, tx, failedPerDevice.Of(*trusted.id+" "+normalizeEmail(user.Email)))
}

// storeDevice stores a device of the user, and returns it with its id and cookie. It reports whether
// the user has signed in on the device before.
func (s *Service) storeDevice(ctx context.Context, tx *database.Tx, userID int64, device Device, signedIn bool) (_ Device, known bool, err error) {
	now := s.now()
	id, err := s.device.Parse(device.Cookie)
	var users []struct {
		ID       int64 `db:"user_id"`
		SignedIn bool  `db:"signed_in"`
	}
	if err == nil {
		err = tx.Select(ctx, &users, `
			SELECT user_id, signed_in FROM trusted_devices WHERE id = ? AND last_used_at > ?`, id, database.At(now.Add(-deviceLifetime)))
		if err != nil {
			return Device{}, false, err
		}
	}
	if len(users) == 0 {
		// The ID of a forgotten device may have been copied.
		id = newID()
	}
	for _, user := range users {
		known = known || user.ID == userID && user.SignedIn
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO trusted_devices (id, user_id, created_at, last_used_at, signed_in) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (id, user_id) DO UPDATE SET last_used_at = excluded.last_used_at, signed_in = excluded.signed_in`,
		id, userID, database.At(now), database.At(now), signedIn)
	device.id, device.Cookie = &id, s.device.Sign(id)
	return device, known, err
}

// forgetDevices removes the trusted devices of a user, but for that of the session keepSession, or "" for none.
func forgetDevices(ctx context.Context, tx *database.Tx, userID int64, keepSession string) error {
	_, err := tx.Exec(ctx, `
		DELETE FROM trusted_devices WHERE user_id = ? AND id NOT IN (
		    SELECT device_id FROM sessions WHERE id = ? AND device_id IS NOT NULL)`, userID, keepSession)
	return err
}

// forgetDevice removes the trust in the device of an ended session, unless another session of the
// device is active.
func forgetDevice(ctx context.Context, tx *database.Tx, userID int64, id *string) error {
	if id == nil {
		return nil
	}
	_, err := tx.Exec(ctx, `
		DELETE FROM trusted_devices WHERE user_id = ? AND id = ?
		   AND NOT EXISTS (SELECT 1 FROM sessions WHERE user_id = ? AND device_id = ? AND revoked_at IS NULL)`,
		userID, *id, userID, *id)
	return err
}

// The owner of an account is notified of at most maxDeviceNotices new devices in deviceNotices, so
// that an intruder with the password cannot fill the mailbox.
const (
	maxDeviceNotices = 5
	deviceNotices    = time.Hour
)

// notifyNewDevice queues a notice about a sign-in from a new device.
func (s *Service) notifyNewDevice(ctx context.Context, tx *database.Tx, user User) error {
	var devices int
	err := tx.Get(ctx, &devices, `SELECT COUNT(*) FROM trusted_devices WHERE user_id = ? AND created_at > ?`,
		user.ID, database.At(s.now().Add(-deviceNotices)))
	if err != nil || devices > maxDeviceNotices {
		return err
	}
	return s.notify(ctx, tx, noticeDevice, user)
}
