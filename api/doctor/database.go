package doctor

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/config"
	"portfolio/api/database"
	"portfolio/api/mailer"
	"portfolio/api/publishing"
)

// maxBackupAge is when the last backup is too long ago.
const maxBackupAge = 7 * 24 * time.Hour

// maxMailWait is how long a mail may wait before it is reported: the first attempts to send it take less.
const maxMailWait = 30 * time.Minute

func (r *Report) checkDatabase(ctx context.Context, settings config.Config, now time.Time) {
	if path, ok := strings.CutPrefix(settings.DatabaseURL, "sqlite://"); ok {
		// Opening it would make it.
		if _, err := os.Stat(path); err != nil {
			r.warn("database", "%s is not there yet: the first start makes it", path)
			return
		}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	db, err := database.Open(ctx, settings.DatabaseURL)
	if err != nil {
		r.fail("database", "%v", err)
		return
	}
	defer func() { _ = db.Close() }()
	server, err := db.Server(ctx)
	if err != nil {
		r.fail("database", "%v", err)
		return
	}
	name := string(db.Engine())
	if server.Host != "" {
		name += " at " + server.Host
	}
	if err := db.CheckAccess(ctx); err != nil {
		r.fail("database", "%s answers, but %v", name, err)
		return
	}
	plan, err := db.Plan(ctx)
	if err != nil {
		r.fail("database", "%v", err)
		return
	}
	if behind := len(plan.Steps); behind > 0 {
		r.warn("database", "%s answers and takes writes; %d steps behind this program: the next start, or portfolio migrate, takes them", name, behind)
		return
	}
	if err := db.CheckIntegrity(ctx); err != nil {
		r.fail("database", "%s: %v; restore a backup", name, err)
		return
	}
	if plan.Version > plan.Newest {
		r.ok("database", "%s answers and takes writes; a newer program made it version %d, and this one works with it", name, plan.Version)
	} else {
		r.ok("database", "%s answers and takes writes, at the version of this program", name)
	}
	r.checkRows(ctx, db, now)
	if settings.Backup.URL != "" {
		r.checkOffsite(ctx, db, settings, now)
		return
	}
	r.checkBackup(ctx, db, now)
}

func (r *Report) checkRows(ctx context.Context, db *database.DB, now time.Time) {
	staff, staffErr := accounts.CountStaff(ctx, db)
	mails, mailsErr := mailer.ReadCounts(ctx, db)
	since, waits, sinceErr := mailer.WaitingSince(ctx, db)
	failures, failuresErr := publishing.ReadFailures(ctx, db)
	if err := errors.Join(staffErr, mailsErr, sinceErr, failuresErr); err != nil {
		r.fail("database", "%v", err)
		return
	}
	if staff == 0 {
		r.fail("staff", "nobody may manage the site: portfolio user create --staff, or user set --email E --staff on")
	} else {
		r.ok("staff", "%d may manage the site", staff)
	}
	if mails.Failed > 0 {
		r.warn("mail", "%d given up: the system page of the backend admin says why", mails.Failed)
	}
	if waits && now.Sub(since) > maxMailWait {
		r.warn("mail", "%d wait, one of them since %s: the system page of the backend admin says why", mails.Waiting, since.Format(time.DateTime))
	}
	if failures > 0 {
		r.warn("publishing", "the last %d builds failed: the dashboard says why", failures)
	}
}

func (r *Report) checkBackup(ctx context.Context, db *database.DB, now time.Time) {
	run, found, err := backup.LastRun(ctx, db)
	switch {
	case err != nil:
		r.fail("backup", "%v", err)
	case !found:
		r.warn("backup", "there is none yet: portfolio backup FILE")
	case run.Problem != "":
		r.fail("backup", "the last one is of no use: %s", run.Problem)
	case now.Sub(run.FinishedAt.Time) > maxBackupAge:
		r.warn("backup", "the last one is of %s", run.FinishedAt.Format(time.DateOnly))
	case run.VerifiedAt == nil:
		r.warn("backup", "the last one was never checked: portfolio backup verify FILE")
	default:
		r.ok("backup", "of %s, checked", run.FinishedAt.Format(time.DateTime))
	}
}
