package app

import (
	"context"
	"errors"
	"net/http"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/site"
)

// newSettings returns what staff set in the browser.
func (a *App) newSettings() *site.Settings {
	return &site.Settings{
		DB: a.db, Audit: a.Audit, Config: a.config, Box: func() (*httpx.Box, error) { return a.box, nil },
		ServesPages: func() bool { return a.config.StaticDir != config.NoSite },
		BeingSetUp:  a.isBeingSetUp, BackupsChanged: a.restartBackups, MailSite: a.mailSite,
	}
}

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

// settingsHandler answers the calls about the settings.
func (a *App) settingsHandler() *site.SettingsHandler {
	return &site.SettingsHandler{
		Service: a.Settings,
		Sender:  func(ctx context.Context) string { return accounts.IdentityOf(ctx).Email },
	}
}

// isBeingSetUp reports whether the site is not its owner's yet.
func (a *App) isBeingSetUp(ctx context.Context) (bool, error) {
	state, err := a.Setup.State(ctx)
	return state != site.StateDone, err
}

// seesPages reports whether who sent a request may see the pages: everybody, or staff of a private site.
func (a *App) seesPages(r *http.Request) (bool, error) {
	if !a.Settings.IsPrivate(r.Context()) {
		return true, nil
	}
	return a.Accounts.MayPreview(r)
}

// openSender returns the sender of mails that the settings name now.
func (a *App) openSender(ctx context.Context) (mailer.Sender, error) {
	smtpURL, err := a.Settings.SMTPURL(ctx)
	if err != nil {
		return nil, err
	}
	return mailer.Open(smtpURL, a.config.DataDir, a.config.PublicURL)
}

func (a *App) send(ctx context.Context, message mailer.Message) error {
	sender, err := a.openSender(ctx)
	if err != nil {
		return err
	}
	return sender.Send(ctx, message)
}

// sendsUTF8 reports whether mails can go to addresses beyond ASCII.
func (a *App) sendsUTF8(ctx context.Context) bool {
	sender, err := a.openSender(ctx)
	return err == nil && mailer.AcceptsUTF8(ctx, sender)
}

// mailsBy names how mails are sent, without the secrets of the server's URL, and says why they cannot be.
func (a *App) mailsBy(ctx context.Context) (name, fault string, err error) {
	mail, err := a.Settings.Mail(ctx)
	switch {
	case err != nil || mail.Fault != "":
		return "", mail.Fault, err
	case mail.Server == "":
		return "files in the folder outbox", "", nil
	}
	return "SMTP, " + mail.Server, "", nil
}

// offsiteState reports whether there are off-site backups, and says why they cannot be sent.
func (a *App) offsiteState(ctx context.Context) (on bool, fault string, err error) {
	backups, err := a.Settings.Backups(ctx)
	return backups.Place != "", backups.Fault, err
}

// restartBackups has the first backup made at a new place, or forgets the former nights if backups are off.
func (a *App) restartBackups(ctx context.Context, tx *database.Tx, on bool) error {
	for kind := range new(backup.Offsite).Jobs() {
		if err := a.jobs.DeleteFor(ctx, tx, kind, ""); err != nil {
			return err
		}
	}
	if !on {
		return nil
	}
	return a.jobs.RunNow(ctx, tx, backup.JobKind)
}
