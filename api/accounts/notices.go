package accounts

import (
	"context"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/mailer"
)

// The kinds of notices: each names a change of the account, and the remedy if the owner did not
// make it.
const (
	noticePassword      = "notice: password changed"
	noticeDevice        = "notice: new device"
	noticeStaff         = "notice: staff granted"
	noticeFactorAdded   = "notice: factor added"
	noticeFactorRemoved = "notice: factor removed"
)

var notices = map[string]mailText{
	mailEmailRequested:  emailRequestedMail,
	mailEmailChanged:    emailChangedMail,
	noticePassword:      readMail("password-changed", "Your password was changed for "),
	noticeDevice:        readMail("new-device", "A new device signed in to your account at "),
	noticeStaff:         readMail("staff-granted", "Your account may manage the site now: "),
	noticeFactorAdded:   readMail("factor-added", "A way to sign in was added to your account at "),
	noticeFactorRemoved: readMail("factor-removed", "A way to sign in was removed from your account at "),
}

// notify queues a notice to the owner of an account, in the transaction of the change.
func (s *Service) notify(ctx context.Context, tx *database.Tx, kind string, user User) error {
	return s.mails.Add(ctx, tx, mailer.Job{Kind: kind, Recipient: user.Email, UserID: user.ID})
}

// NotifyStaff queues a mail of another package to all active staff.
func NotifyStaff(ctx context.Context, tx *database.Tx, mails *mailer.Queue, kind string) error {
	var staff []User
	if err := tx.Select(ctx, &staff, `SELECT id, email FROM users WHERE is_staff AND is_active ORDER BY id`); err != nil {
		return err
	}
	for _, user := range staff {
		if err := mails.Add(ctx, tx, mailer.Job{Kind: kind, Recipient: user.Email, UserID: user.ID}); err != nil {
			return err
		}
	}
	return nil
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
	err := tx.Get(ctx, &devices, `SELECT COUNT(*) FROM known_devices WHERE user_id = ? AND created_at > ?`,
		user.ID, database.At(s.now().Add(-deviceNotices)))
	if err != nil || devices > maxDeviceNotices {
		return err
	}
	return s.notify(ctx, tx, noticeDevice, user)
}
