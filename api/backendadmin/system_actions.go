package backendadmin

import (
	"context"
	"strings"

	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/mailer"
)

// retryMail answers POST system/mails/{id}/retry/: 303, and a mail that was given up is tried again; 404 for another.
func (a *Admin) retryMail(v *request) error {
	if err := a.onMail(v, audit.MailRetried, a.mails.Retry); err != nil {
		return err
	}
	a.mails.Wake()
	return v.done("mail-retried", systemPath)
}

// discardMail answers POST system/mails/{id}/forget/: 303, and a mail that was given up is gone; 404 for another.
func (a *Admin) discardMail(v *request) error {
	if err := a.onMail(v, audit.MailForgotten, a.mails.Discard); err != nil {
		return err
	}
	return v.done("mail-forgotten", systemPath)
}

func (a *Admin) onMail(v *request, action string, do func(context.Context, *database.Tx, int64) (mailer.Pending, error)) error {
	ctx := v.r.Context()
	id, err := httpx.ID(v.r, "id")
	if err != nil {
		return err
	}
	return a.db.InTx(ctx, func(tx *database.Tx) error {
		mail, err := do(ctx, tx, id)
		if err != nil {
			return err
		}
		return a.audit.RecordIn(ctx, tx, audit.Event{Action: action, Kind: audit.Mail, TargetID: mail.ID, Target: mail.Recipient, Detail: mail.Kind})
	})
}

// unblock answers POST system/throttled/{key}/lift/: 303, and whoever was kept from trying may try again; 404 for a
// key that nobody is kept by.
func (a *Admin) unblock(v *request) error {
	ctx := v.r.Context()
	key := v.param("key")
	if strings.ContainsFunc(key, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) }) {
		return notFound(v)
	}
	err := a.db.InTx(ctx, func(tx *database.Tx) error {
		lifted, err := a.limiter.Unblock(ctx, tx, key)
		if err != nil {
			return err
		}
		return a.audit.RecordIn(ctx, tx, audit.Event{Action: audit.ThrottleLifted, Kind: audit.Address, Target: lifted.Network, Detail: lifted.Rule})
	})
	if err != nil {
		return err
	}
	return v.done("throttle-lifted", systemPath)
}
