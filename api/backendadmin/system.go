package backendadmin

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/counters"
	"portfolio/api/database"
	"portfolio/api/mailer"
	"portfolio/api/version"
)

const systemPath = Path + "system/"

// System is what the system page shows beside what it reads from the database.
type System struct {
	Build version.Info
	// Started is when this process began.
	Started time.Time
	// Storage says where files are stored, and MailsBy how mails go out.
	Storage, MailsBy string
	// Outbox is the folder where mails are put as files.
	Outbox string
	// Used returns the bytes of all files, but for those that only the trash has, which Trashed returns.
	Used, Trashed func(ctx context.Context) (int64, error)
	// Offsite tells whether backups are sent to another place every night.
	Offsite bool
	// Throttling is false where nobody is ever throttled.
	Throttling bool
}

// system is what the system page shows.
type system struct {
	System
	Path         string
	Since        database.Time
	Uptime       string
	Engine       string
	Database     database.State
	Sent         backup.State // unless Offsite is false
	Missed       int64        // nights without a backup
	Growth       growth
	Mails        mailer.Counts
	PendingMails []mailer.Pending
	Throttled    []accounts.Throttled
	Plots        []plot
	Days         []counters.Day // the newest first
}

var engines = map[database.Engine]string{database.SQLite: "SQLite", database.PostgreSQL: "PostgreSQL"}

// showSystem answers GET system/: 200 with the state of the server.
func (a *Admin) showSystem(req *request) error {
	data, err := a.readSystem(req.r.Context())
	if err != nil {
		return err
	}
	return req.render(http.StatusOK, page{
		Template: "system.html", Title: "System", Purpose: "Whether the server is well, and how much it does.", Data: data,
	})
}

func (a *Admin) readSystem(ctx context.Context) (data system, err error) {
	now := a.now()
	data = system{
		System: a.system, Path: systemPath, Engine: engines[a.db.Engine()], Since: database.At(a.system.Started),
		Uptime: duration(now.Sub(a.system.Started)),
	}
	if data.Database, err = a.db.State(ctx); err != nil {
		return data, err
	}
	if data.Offsite {
		if data.Sent, err = backup.ReadState(ctx, a.db); err != nil {
			return data, err
		}
		data.Missed = int64(data.Sent.Missed(now))
	}
	if data.Growth, err = a.readGrowth(ctx); err != nil {
		return data, err
	}
	if data.Mails, err = a.mails.Counts(ctx); err != nil {
		return data, err
	}
	if data.PendingMails, err = a.mails.Pending(ctx); err != nil {
		return data, err
	}
	if data.Throttled, err = a.accounts.Throttled(ctx); err != nil {
		return data, err
	}
	days, err := a.counters.Days(ctx, now.AddDate(0, 0, 1-plotDays), now)
	if err != nil {
		return data, err
	}
	data.Plots = []plot{
		plotOf("sign-ins", "Sign-ins", counters.SignIns, days), plotOf("uploads", "Uploads", counters.Uploads, days),
		plotOf("page-requests", "Page requests", counters.PageRequests, days),
	}
	slices.Reverse(days)
	data.Days = days
	return data, nil
}

// duration writes how long something has gone on, in its two largest units.
func duration(d time.Duration) string {
	minutes := int64(d.Minutes())
	days, hours := minutes/(24*60), minutes/60%24
	switch {
	case days > 0:
		return fmt.Sprintf("%s, %s", count(days, "day", "days"), count(hours, "hour", "hours"))
	case hours > 0:
		return fmt.Sprintf("%s, %s", count(hours, "hour", "hours"), count(minutes%60, "minute", "minutes"))
	}
	return count(minutes, "minute", "minutes")
}
