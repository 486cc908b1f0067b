// Package admin answers the calls about the whole site: figures, users, the audit log and the state
// of the system for staff, and the personal data of a user.
package admin

import (
	"context"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
	"portfolio/api/photos"
	"portfolio/api/publishing"
	"portfolio/api/site"
	"portfolio/api/visits"
)

// Handler answers the calls of the staff's overview screens.
type Handler struct {
	DB           *database.DB
	Accounts     *accounts.Service
	Documents    *documents.Service
	Photos       *photos.Service
	Files        *files.Files
	PersonalData *Exporter
	Trash        *Trash
	Audit        *audit.Log
	Counters     *visits.Counters
	Visits       *visits.Service
	Mails        *mailer.Queue
	Limiter      *throttle.Limiter
	// Builds returns the state of the builds of the pages.
	Builds func(context.Context) (publishing.Status, error)
	// SetupState says whether the site has the sample.
	SetupState func(context.Context) (site.State, error)
	// Site is the content of a backup, TempDir a folder for its rows while it is sent, and Box makes the token for it.
	Site    *backup.Site
	TempDir string
	Box     *httpx.Box
	// PublicURL is the address of the site, scheme://host.
	PublicURL string
	// MailsBy names how mails are sent, and Offsite reports whether there are off-site backups. Both say in fault why the stored
	// settings cannot be used.
	MailsBy func(context.Context) (name, fault string, err error)
	Offsite func(context.Context) (on bool, fault string, err error)
	// Server describes this process and its settings.
	Server Server
	Clock  func() time.Time
}

// recorded runs change in a transaction and writes the event that it returns to the audit log.
func (h *Handler) recorded(ctx context.Context, change func(tx *database.Tx) (audit.Event, error)) error {
	return h.DB.InTx(ctx, func(tx *database.Tx) error {
		event, err := change(tx)
		if err != nil {
			return err
		}
		return h.Audit.RecordIn(ctx, tx, event)
	})
}
