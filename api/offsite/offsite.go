// Package offsite sends a backup to another place every night, encrypted for keys whose private halves are not on this
// machine, and counts it only once it has been read back. Staff are told of a night without one.
package offsite

import (
	"context"
	"hash/fnv"
	"log/slog"
	"time"

	"filippo.io/age"

	"portfolio/api/backup"
	"portfolio/api/database"
	"portfolio/api/storage"
)

// Backups are the backups of a site in another place. Replicas may work on them at once: one makes that of a night.
type Backups struct {
	Site *backup.Site
	// Open opens the place. Place says where that is, without what is secret.
	Open  func(ctx context.Context) (storage.StreamStore, error)
	Place string
	// Recipients are whose private keys can read the backups.
	Recipients []age.Recipient
	// Schedule says when a night's backup is due, and Keep how many are kept where they may be deleted.
	Schedule Schedule
	Keep     Keep
	// TempDir is where the rows of one table, the list of files and what the manifest says of each are while a backup is written.
	TempDir string
	// NotifyStaff queues a mail of that kind to each member of staff.
	NotifyStaff func(ctx context.Context, tx *database.Tx, kind string) error
	Log         *slog.Logger
	// StallTimeout is how long no byte may move before a run is given up; 0 is defaultStallTimeout.
	StallTimeout time.Duration
}

func (b *Backups) now() time.Time { return b.Site.Clock().UTC() }

// Schedule is a time of day in UTC, as the time since midnight.
type Schedule time.Duration

// spread is the part of the night over which sites spread their backups.
const spread = time.Hour

// NewSchedule returns a time within the hour after start, the same for all replicas of a site and another for other sites.
func NewSchedule(start time.Duration, site string) Schedule {
	hash := fnv.New32a()
	_, _ = hash.Write([]byte(site))
	return Schedule(start + time.Duration(hash.Sum32())%spread)
}

// last returns when a backup was due last, at or before now.
func (s Schedule) last(now time.Time) time.Time {
	due := now.UTC().Truncate(24 * time.Hour).Add(time.Duration(s) % (24 * time.Hour))
	if due.After(now) {
		due = due.AddDate(0, 0, -1)
	}
	return due
}
