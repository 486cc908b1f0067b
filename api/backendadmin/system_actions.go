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
func (a *Admin) retryMail(req *request) error {
	if err := a.changeMail(req, audit.MailRetried, a.mails.Retry); err != nil {
		return err
	}
	return req.redirectWithNotice("mail-retried", systemPath)
}

// discardMail answers POST system/mails/{id}/forget/: 303, and a mail that was given up is gone; 404 for another.
func (a *Admin) discardMail(req *request) error {
	if err := a.changeMail(req, audit.MailForgotten, a.mails.Discard); err != nil {
		return err
	}
	return req.redirectWithNotice("mail-discarded", systemPath)
}

func (a *Admin) changeMail(req *request, action string, do func(context.Context, *database.Tx, int64) (mailer.Pending, error)) error {
	ctx := req.r.Context()
	id, err := httpx.ID(req.r, "id")
	if err != nil {
		return err
	}
	return a.changeRecorded(ctx, func(tx *database.Tx) (audit.Event, error) {
		mail, err := do(ctx, tx, id)
		return audit.Event{Action: action, Kind: audit.Mail, TargetID: mail.ID, Target: mail.Recipient, Detail: mail.Kind}, err
	})
}

// unblock answers POST system/throttled/{key}/lift/: 303, and whoever was blocked may try again; 404 for a
// key that is not blocked.
func (a *Admin) unblock(req *request) error {
	ctx := req.r.Context()
	key := req.param("key")
	if strings.ContainsFunc(key, func(r rune) bool { return !strings.ContainsRune("0123456789abcdef", r) }) {
		return notFound(req)
	}
	err := a.changeRecorded(ctx, func(tx *database.Tx) (audit.Event, error) {
		unblocked, err := a.limiter.Unblock(ctx, tx, key)
		return audit.Event{Action: audit.ThrottleLifted, Kind: audit.Address, Target: unblocked.Network, Detail: unblocked.Rule}, err
	})
	if err != nil {
		return err
	}
	return req.redirectWithNotice("throttle-unblocked", systemPath)
}

// changeRecorded calls change in a transaction, and writes what it returns into the audit log.
func (a *Admin) changeRecorded(ctx context.Context, change func(tx *database.Tx) (audit.Event, error)) error {
	return a.db.InTx(ctx, func(tx *database.Tx) error {
		event, err := change(tx)
		if err != nil {
			return err
		}
		return a.audit.RecordIn(ctx, tx, event)
	})
}
