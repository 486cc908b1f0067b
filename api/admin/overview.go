package admin

import (
	"context"
	"net/http"

	"portfolio/api/accounts"
	"portfolio/api/backup"
	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/photos"
	"portfolio/api/publishing"
	"portfolio/api/site"
	"portfolio/api/visits"
)

const (
	// activityDays is how many days, today included, the activity sums up.
	activityDays = 30
	// recentEntries is how many entries of the audit log the overview shows.
	recentEntries = 8
)

// overview is the first screen: accounts, activity, and the latest entries of the audit log.
type overview struct {
	Users    accounts.UserCounts `json:"users"`
	Activity []visits.Sum        `json:"activity"`
	Recent   []audit.Entry       `json:"recent"`
}

// Overview answers GET /api/admin/overview/: 200 with the numbers of users, the activity of the last 30 days and the
// latest entries of the audit log.
func (h *Handler) Overview(w http.ResponseWriter, r *http.Request) error {
	data, err := h.readOverview(r.Context())
	return httpx.Respond(w, http.StatusOK, data, err)
}

func (h *Handler) readOverview(ctx context.Context) (data overview, err error) {
	if data.Users, err = h.Accounts.UserCounts(ctx); err != nil {
		return data, err
	}
	if data.Activity, err = h.Counters.Sums(ctx, activityDays); err != nil {
		return data, err
	}
	data.Recent, _, err = h.Audit.List(ctx, audit.Filter{Limit: recentEntries})
	return data, err
}

// Figures are the numbers of the dashboard. StorageBytes is the size of all files in use.
type Figures struct {
	documents.DocumentCounts
	photos.ImageCounts
	StorageBytes int64                `json:"storage_bytes"`
	CurrentCV    *documents.CurrentCV `json:"current_cv"`
	// Drafts is how many content files have unpublished changes.
	Drafts int64 `json:"drafts"`
	// FailedPublications is how many scheduled publications failed and are not on the pages yet.
	FailedPublications int64 `json:"failed_publications"`
	// Today is the last of the days, in the owner's time zone.
	Today string `json:"today"`
	// TranslationsBehind are the languages whose translations are behind their originals.
	TranslationsBehind []content.BehindCount `json:"translations_behind"`
	// CVDownloads are the downloads of the last 30 days, oldest first.
	CVDownloads []int64 `json:"cv_downloads"`
	// Visits are those of the last 30 days.
	Visits visits.Figures `json:"visits"`
	// LastBackupAt is when the last off-site backup was made, nil if there is none.
	LastBackupAt *database.Time `json:"last_backup_at"`
	// Setup is sample while the site has the sample, else done.
	Setup site.State `json:"setup"`
}

// Dashboard answers GET /api/dashboard/: 200 with the figures.
func (h *Handler) Dashboard(w http.ResponseWriter, r *http.Request) error {
	figures, err := h.figures(r.Context())
	return httpx.Respond(w, http.StatusOK, figures, err)
}

func (h *Handler) figures(ctx context.Context) (figures Figures, err error) {
	if figures.DocumentCounts, err = h.Documents.Counts(ctx); err != nil {
		return Figures{}, err
	}
	if figures.ImageCounts, err = h.Photos.Counts(ctx); err != nil {
		return Figures{}, err
	}
	if figures.StorageBytes, err = h.Files.Used(ctx); err != nil {
		return Figures{}, err
	}
	if figures.CurrentCV, err = documents.FindCurrentCV(ctx, h.DB); err != nil {
		return Figures{}, err
	}
	if figures.Drafts, err = content.CountDrafts(ctx, h.DB); err != nil {
		return Figures{}, err
	}
	live, err := publishing.ReadLive(ctx, h.DB)
	if err != nil {
		return Figures{}, err
	}
	if figures.FailedPublications, err = content.CountFailed(ctx, h.DB, live, h.Clock()); err != nil {
		return Figures{}, err
	}
	if figures.Today, err = h.Counters.Today(ctx); err != nil {
		return Figures{}, err
	}
	if figures.TranslationsBehind, err = content.CountBehind(ctx, h.DB, h.Clock()); err != nil {
		return Figures{}, err
	}
	if figures.CVDownloads, err = h.Counters.Daily(ctx, visits.CountCVDownloads, activityDays); err != nil {
		return Figures{}, err
	}
	if figures.Visits, err = h.Visits.Figures(ctx, activityDays); err != nil {
		return Figures{}, err
	}
	if figures.Setup, err = h.SetupState(ctx); err != nil {
		return Figures{}, err
	}
	if figures.Setup == site.StateNew { // staff made an account with the command line
		figures.Setup = site.StateDone
	}
	backups, err := h.readBackups(ctx)
	if backups != nil {
		figures.LastBackupAt = backups.MadeAt
	}
	return figures, err
}

// backups are the last good off-site backup and the last failure. Failure is empty if a backup was made since, and
// MissedNights counts the nights without one. Fault says why the settings of the backups cannot be used, "" if they can.
type backups struct {
	Name         string         `json:"name"`
	Place        string         `json:"place"`
	Bytes        int64          `json:"bytes"`
	MadeAt       *database.Time `json:"made_at"`
	FailedAt     *database.Time `json:"failed_at"`
	Failure      string         `json:"failure"`
	MissedNights int            `json:"missed_nights"`
	Fault        string         `json:"fault"`
}

// readBackups returns the state of the off-site backups, nil if they are off.
func (h *Handler) readBackups(ctx context.Context) (*backups, error) {
	on, fault, err := h.Offsite(ctx)
	if err != nil || !on {
		return nil, err
	}
	state, err := backup.ReadState(ctx, h.DB)
	return &backups{
		Name: state.Name, Place: state.Place, Bytes: state.Bytes, MadeAt: state.MadeAt,
		FailedAt: state.FailedAt, Failure: state.Failure, MissedNights: state.Missed(h.Clock()), Fault: fault,
	}, err
}
