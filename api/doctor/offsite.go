package doctor

import (
	"context"
	"strings"
	"time"

	"github.com/dustin/go-humanize/english"

	"portfolio/api/config"
	"portfolio/api/database"
	"portfolio/api/offsite"
	"portfolio/api/storage"
)

// checkOffsite looks whether the backups of the last nights were made, and whether their place answers.
func (r *Report) checkOffsite(ctx context.Context, db *database.DB, settings config.Config, now time.Time) {
	if err := settings.Backup.CheckSending(); err != nil {
		r.fail("backup", "%v", err)
	}
	if strings.HasPrefix(settings.Backup.URL, "s3://") && settings.Backup.AccessKey == "" && settings.StorageURL != "" {
		r.warn("backup", "BACKUP_ACCESS_KEY_ID is unset: backups are sent with the credentials of the store, which may delete them; give it some of its own that may only add")
	}
	store, err := storage.OpenBackups(ctx, settings.Backup.URL, settings.Backup.AccessKey, settings.Backup.SecretKey)
	if err != nil {
		r.fail("backup", "%v", err)
	} else {
		defer func() { _ = store.Close() }()
	}
	state, err := offsite.ReadState(ctx, db)
	if err != nil {
		r.fail("backup", "%v", err)
		return
	}
	last := "there is no good one yet"
	if state.MadeAt != nil {
		last = "the last good one is of " + state.MadeAt.Format(time.DateTime)
	}
	const remedy = "portfolio backup send tries it now and says what is wrong"
	switch missed := state.Missed(offsite.NewSchedule(settings.Backup.Start, settings.PublicURL), now); {
	case missed > 0 && state.Failing():
		r.fail("backup", "late by %s, and %s: %s; %s", english.Plural(int(missed), "night", ""), last, state.Failure, remedy)
	case missed > 0:
		r.fail("backup", "late by %s, and %s: is the server running? %s", english.Plural(int(missed), "night", ""), last, remedy)
	case state.Failing():
		r.warn("backup", "the last try failed, and %s: %s; it is tried again by itself, and %s", last, state.Failure, remedy)
	case state.MadeAt == nil:
		r.warn("backup", "%s: the server makes one after its start; %s", last, remedy)
	default:
		r.ok("backup", "%s, sent to %s, of %s, read back", state.Name, state.Place, state.MadeAt.Format(time.DateTime))
	}
}
