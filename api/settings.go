package api

import (
	"context"
	"errors"
	"net/http"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/site"
)

// WithStoredMail returns the settings of the environment, and if that sets no mail server, with the one that staff set in the
// browser.
func WithStoredMail(ctx context.Context, environment config.Config) (config.Config, error) {
	err := withStored(ctx, environment, func(stored *site.Settings) (err error) {
		environment.SMTPURL, err = stored.SMTPURL(ctx)
		return err
	})
	return environment, err
}

// WithStoredBackups is WithStoredMail for the place for backups.
func WithStoredBackups(ctx context.Context, environment config.Config) (config.Config, error) {
	err := withStored(ctx, environment, func(stored *site.Settings) (err error) {
		environment.Backup, err = stored.Backup(ctx)
		return err
	})
	return environment, err
}

// withStored calls read with the settings in the database, if there is one.
func withStored(ctx context.Context, environment config.Config, read func(*site.Settings) error) error {
	db, err := database.OpenExisting(ctx, environment.DatabaseURL)
	if errors.Is(err, database.ErrNoDatabase) {
		return nil
	}
	if err != nil {
		return &Unavailable{err}
	}
	defer func() { _ = db.Close() }()
	return read(&site.Settings{DB: db, Config: environment, Box: func() (*httpx.Box, error) {
		secret, err := environment.Secret()
		return httpx.NewBox(secret), err
	}})
}

// senderOf returns the address of who sent a request.
func senderOf(ctx context.Context) string { return accounts.IdentityOf(ctx).Email }

// seesPages reports whether who sent a request may see the pages: everybody, or staff of a private site.
func (a *App) seesPages(r *http.Request) (bool, error) {
	if !a.Settings.IsPrivate(r.Context()) {
		return true, nil
	}
	return a.Accounts.MayPreview(r)
}

// mailbox sends mails as the settings are at that time.
type mailbox struct {
	settings           *site.Settings
	dataDir, publicURL string
}

func (m mailbox) open(ctx context.Context) (mailer.Sender, error) {
	smtpURL, err := m.settings.SMTPURL(ctx)
	if err != nil {
		return nil, err
	}
	return mailer.Open(smtpURL, m.dataDir, m.publicURL)
}

func (m mailbox) send(ctx context.Context, message mailer.Message) error {
	sender, err := m.open(ctx)
	if err != nil {
		return err
	}
	return sender.Send(ctx, message)
}

// sendsUTF8 reports whether mails can go to addresses beyond ASCII.
func (m mailbox) sendsUTF8(ctx context.Context) bool {
	sender, err := m.open(ctx)
	return err == nil && mailer.AcceptsUTF8(ctx, sender)
}

// describe names how mails are sent, without the secrets of the server's URL, and says why they cannot be.
func (m mailbox) describe(ctx context.Context) (name, fault string, err error) {
	mail, err := m.settings.Mail(ctx)
	switch {
	case err != nil || mail.Fault != "":
		return "", mail.Fault, err
	case mail.Server == "":
		return "files in the folder outbox", "", nil
	}
	return "SMTP, " + mail.Server, "", nil
}

// offsiteState returns a function that reports whether there are off-site backups, and says why they cannot be sent.
func offsiteState(settings *site.Settings) func(context.Context) (on bool, fault string, err error) {
	return func(ctx context.Context) (bool, string, error) {
		backups, err := settings.Backups(ctx)
		return backups.Place != "", backups.Fault, err
	}
}

// restartBackups returns a function that has the first backup made at a new place, or forgets the former nights if backups
// are off.
func restartBackups(queue *jobs.Queue) func(ctx context.Context, tx *database.Tx, on bool) error {
	return func(ctx context.Context, tx *database.Tx, on bool) error {
		for kind := range new(backup.Offsite).Jobs() {
			if err := queue.DeleteFor(ctx, tx, kind, ""); err != nil {
				return err
			}
		}
		if !on {
			return nil
		}
		return queue.RunNow(ctx, tx, backup.JobKind)
	}
}
