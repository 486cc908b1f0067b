package api

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"math"
	"net/url"
	"strings"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/mailer"
	"portfolio/api/server"
	"portfolio/api/site"
)

// OpenSite opens the database and the store for fn, to be backed up, and closes them. It does not
// migrate the database. It returns database.ErrNoDatabase if there is none.
func OpenSite(ctx context.Context, settings config.Config, clock func() time.Time, fn func(*backup.Site) error) error {
	return openSite(ctx, settings, clock, database.OpenExisting, fn)
}

// OpenEmptySite is OpenSite for a restore. It creates the missing parts.
func OpenEmptySite(ctx context.Context, settings config.Config, clock func() time.Time, fn func(*backup.Site) error) error {
	if err := settings.MakeDataDir(); err != nil {
		return err
	}
	return openSite(ctx, settings, clock, database.Open, fn)
}

func openSite(ctx context.Context, settings config.Config, clock func() time.Time,
	open func(context.Context, string) (*database.DB, error), fn func(*backup.Site) error) (err error) {
	db, err := open(ctx, settings.DatabaseURL)
	if err != nil {
		return &Unavailable{err}
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	store, err := files.OpenStore(ctx, settings.StorageURL, settings.DataDir)
	if err != nil {
		return &Unavailable{err}
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	return fn(&backup.Site{DB: db, Store: store, Clock: clock, Program: config.ReadBuild().String()})
}

// OpenBackupPlace opens the place that BACKUP_URL names.
func OpenBackupPlace(ctx context.Context, settings config.Config) (files.Store, error) {
	store, err := files.OpenBackups(ctx, settings.Backup.URL)
	if err != nil {
		return nil, &Unavailable{err}
	}
	return store, nil
}

// newOffsite returns the off-site backups of site.
func newOffsite(settings config.Config, site *backup.Site, mails *mailer.Queue, log *slog.Logger) *backup.Offsite {
	return &backup.Offsite{
		Site: site, Place: settings.Backup.Place(), TempDir: settings.DataDir, Recipients: settings.Backup.Recipients,
		Open:        func(ctx context.Context) (files.Store, error) { return OpenBackupPlace(ctx, settings) },
		NotifyStaff: notifyStaff(mails),
		Log:         log,
	}
}

// backedUp returns the site as a backup reads it.
func (a *App) backedUp() *backup.Site {
	return &backup.Site{DB: a.db, Store: a.store, Clock: a.clock, Program: config.ReadBuild().String()}
}

// sendsBackups returns a function that reports whether there are off-site backups.
func sendsBackups(settings *site.Settings) func(context.Context) (bool, error) {
	return func(ctx context.Context) (bool, error) {
		on, _, err := offsiteState(settings)(ctx)
		return on, err
	}
}

// backupJobs returns the handlers of the off-site backups, which read where these go at each run.
func (a *App) backupJobs(log *slog.Logger) map[string]jobs.Handler {
	handlers := new(backup.Offsite).Jobs()
	for kind, handler := range handlers {
		handler.Enabled = sendsBackups(a.Settings)
		handler.Run = func(ctx context.Context, job jobs.Job) error {
			found, err := a.Settings.Backup(ctx)
			if invalid := (*site.InvalidBackups)(nil); kind == backup.CheckKind && errors.As(err, &invalid) {
				err = nil // the check sends nothing, and reports this fault
			}
			if err != nil {
				return err
			}
			current := a.config
			current.Backup = found
			return newOffsite(current, a.backedUp(), a.mails, log).Jobs()[kind].Run(ctx, job)
		}
		handlers[kind] = handler
	}
	return handlers
}

// notifyStaff queues mails to staff in mails.
func notifyStaff(mails *mailer.Queue) func(ctx context.Context, tx *database.Tx, kind string) error {
	return func(ctx context.Context, tx *database.Tx, kind string) error {
		return accounts.NotifyStaff(ctx, tx, mails, mailer.Job{Kind: kind})
	}
}

// SendBackup sends a backup of the site now.
func SendBackup(ctx context.Context, settings config.Config, report func(step string, done, all int)) (sent backup.Sent, err error) {
	if err := settings.Backup.CheckSending(); err != nil {
		return backup.Sent{}, err
	}
	err = OpenSite(ctx, settings, time.Now, func(site *backup.Site) error {
		site.Report = report
		sent, err = newOffsite(settings, site, mailer.NewQueue(jobs.New(site.DB, site.Clock)), slog.New(slog.DiscardHandler)).RunNow(ctx)
		return err
	})
	return sent, err
}

// renderMail makes a mail of whichever package queued it.
func (a *App) renderMail(ctx context.Context, job mailer.Job) (*mailer.Message, error) {
	site, err := a.Settings.MailSite()
	if err != nil {
		return nil, err
	}
	if message, err := backup.RenderMail(ctx, a.db, site, job); message != nil || err != nil {
		return message, err
	}
	if message, ok, err := a.pages.RenderMail(ctx, site, job); ok {
		return message, err
	}
	if message, ok, err := a.Messages.RenderMail(ctx, site, job); ok {
		return message, err
	}
	if site.Language, err = a.Content.Language(ctx); err != nil {
		return nil, err
	}
	return a.Accounts.RenderMail(ctx, site, job)
}

// mailSite returns the site as its mails name it: as its served pages do, if there are any.
func mailSite(publicURL string, served *server.Site) (mailer.Site, error) {
	address, err := url.Parse(publicURL)
	if err != nil {
		return mailer.Site{}, err
	}
	return mailer.Site{Name: siteName(served, address.Host), URL: address}, nil
}

// siteName returns the name in the web manifest of the pages, or otherwise if there is none.
func siteName(served *server.Site, otherwise string) string {
	var manifest struct{ Name string }
	if served == nil || json.Unmarshal(served.File("site.webmanifest", ""), &manifest) != nil || strings.ContainsAny(manifest.Name, "\r\n") {
		return otherwise
	}
	return cmp.Or(manifest.Name, otherwise)
}

// backupGauges are for an alarm if backups are late. 0 is never.
func backupGauges(db *database.DB, settings *site.Settings) []Gauge {
	sends := sendsBackups(settings)
	gauge := func(name, help string, value func(backup.State) float64) Gauge {
		return Gauge{Name: name, Help: help, Value: func(ctx context.Context) (float64, error) {
			if on, err := sends(ctx); err != nil || !on {
				return math.NaN(), err
			}
			state, err := backup.ReadState(ctx, db)
			return value(state), err
		}}
	}
	seconds := func(at *database.Time) float64 {
		if at == nil {
			return 0
		}
		return float64(at.Unix())
	}
	return []Gauge{
		gauge("backup_last_success_timestamp_seconds", "When the last good off-site backup was made; 0 for never.",
			func(s backup.State) float64 { return seconds(s.MadeAt) }),
		gauge("backup_last_failure_timestamp_seconds", "When an off-site backup failed; 0 if the last one was made.",
			func(s backup.State) float64 { return seconds(s.FailedAt) }),
		gauge("backup_last_size_bytes", "The size of the last good off-site backup.",
			func(s backup.State) float64 { return float64(s.Bytes) }),
	}
}
