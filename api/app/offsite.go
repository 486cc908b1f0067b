package app

import (
	"context"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/config"
	"portfolio/api/database"
	"portfolio/api/mailer"
	"portfolio/api/metrics"
	"portfolio/api/offsite"
	"portfolio/api/storage"
	"portfolio/api/version"
)

// OpenBackupPlace opens where BACKUP_URL leads.
func OpenBackupPlace(ctx context.Context, settings config.Config) (storage.StreamStore, error) {
	store, err := storage.OpenBackups(ctx, settings.Backup.URL, settings.Backup.AccessKey, settings.Backup.SecretKey)
	if err != nil {
		return nil, &Unavailable{err}
	}
	return store, nil
}

// newBackups returns the backups of site in another place.
func newBackups(settings config.Config, site *backup.Site, mails *mailer.Queue) *offsite.Backups {
	site.Program = version.Read().String()
	return &offsite.Backups{
		Site: site, Place: settings.Backup.Place(), Recipients: settings.Backup.Recipients,
		Open:     func(ctx context.Context) (storage.StreamStore, error) { return OpenBackupPlace(ctx, settings) },
		Schedule: offsite.NewSchedule(settings.Backup.Start, settings.PublicURL), Keep: offsite.Keep{Days: settings.Backup.Days, Weeks: settings.Backup.Weeks, Months: settings.Backup.Months}, TempDir: settings.DataDir,
		NotifyStaff: func(ctx context.Context, tx *database.Tx, kind string) error {
			return accounts.NotifyStaff(ctx, tx, mails, kind)
		},
		Log: slog.New(slog.DiscardHandler),
	}
}

// SendBackup sends a backup of the site that settings name now, whether or not one is due.
func SendBackup(ctx context.Context, settings config.Config, report func(backup.Progress)) (sent offsite.State, err error) {
	if err := settings.Backup.CheckSending(); err != nil {
		return offsite.State{}, err
	}
	err = OpenSite(ctx, settings, time.Now, func(site *backup.Site) error {
		site.Report = report
		if err := newBackups(settings, site, mailer.NewQueue(site.DB, site.Clock)).RunNow(ctx); err != nil {
			return err
		}
		sent, err = offsite.ReadState(ctx, site.DB)
		return err
	})
	return sent, err
}

// sendBackups makes the backup of each night until ctx ends, and tells staff of a night without one, also while one is made.
func (a *App) sendBackups(ctx context.Context, log *slog.Logger) {
	a.backups.Log = log
	var group sync.WaitGroup
	for what, work := range map[string]func(context.Context) error{
		"off-site backup failed": a.backups.RunDue, "staff were not told of a missed backup": a.backups.NotifyMissed,
	} {
		group.Go(func() {
			workAndRepeat(ctx, backupInterval, func() {
				if err := work(ctx); err != nil && ctx.Err() == nil {
					log.Error(what, "error", err)
				}
			})
		})
	}
	group.Wait()
}

// renderMail makes a mail of whichever package queued it.
func (a *App) renderMail(ctx context.Context, job mailer.Job) (*mailer.Message, error) {
	site, err := url.Parse(a.config.PublicURL)
	if err != nil {
		return nil, err
	}
	if message, err := offsite.RenderMail(ctx, a.db, site.Host, job); message != nil || err != nil {
		return message, err
	}
	return a.Accounts.RenderMail(ctx, job)
}

// backupGauges are for an alarm when backups are late: 0 stands for never.
func backupGauges(db *database.DB) []metrics.Gauge {
	gauge := func(name, help string, value func(offsite.State) float64) metrics.Gauge {
		return metrics.Gauge{Name: name, Help: help, Value: func(ctx context.Context) (float64, error) {
			state, err := offsite.ReadState(ctx, db)
			return value(state), err
		}}
	}
	seconds := func(at *database.Time) float64 {
		if at == nil {
			return 0
		}
		return float64(at.Unix())
	}
	return []metrics.Gauge{
		gauge("backup_last_success_timestamp_seconds", "When the last off-site backup had passed its check; 0 for never.",
			func(s offsite.State) float64 { return seconds(s.CheckedAt) }),
		gauge("backup_last_failure_timestamp_seconds", "When an off-site backup failed last; 0 for never.",
			func(s offsite.State) float64 { return seconds(s.FailedAt) }),
		gauge("backup_last_size_bytes", "The size of the last good off-site backup.",
			func(s offsite.State) float64 { return float64(s.Bytes) }),
	}
}
