package admin

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/publishing"
)

// Server describes a process and what its settings name, without any secret of them.
type Server struct {
	Build   config.Build
	Started time.Time
	// Storage names where files are.
	Storage string
	// RateLimited is false if attempts are unlimited.
	RateLimited bool
}

// system is the state of the site. Sizes are in bytes.
type system struct {
	Version       string            `json:"version"`
	StartedAt     database.Time     `json:"started_at"`
	Engine        database.Engine   `json:"database_engine"`
	SchemaVersion int64             `json:"schema_version"`
	DatabaseBytes int64             `json:"database_bytes"`
	Storage       string            `json:"storage"`
	StorageBytes  int64             `json:"storage_bytes"`
	AuditEntries  int64             `json:"audit_entries"`
	Mails         mails             `json:"mails"`
	Builds        publishing.Status `json:"builds"`
	Backups       *backups          `json:"backups"`
	RateLimited   bool              `json:"rate_limited"`
	Throttled     []throttled       `json:"throttled"`
}

// mails are those that have not been sent: how many wait, how many were given up, and the latest of both. Fault says why the
// settings of the mail server cannot be used, "" if they can.
type mails struct {
	SentBy  string           `json:"sent_by"`
	Fault   string           `json:"fault"`
	Waiting int64            `json:"waiting"`
	Failed  int64            `json:"failed"`
	Pending []mailer.Pending `json:"pending"`
}

// throttled is a throttled caller: a network or an address, empty for an address without an account.
type throttled struct {
	Key   string        `json:"key"`
	Who   string        `json:"who"`
	Rule  string        `json:"rule"`
	Until database.Time `json:"until"`
}

// ShowSystem answers GET /api/admin/system/: 200 with the state of the server, its mails, builds and backups.
func (h *Handler) ShowSystem(w http.ResponseWriter, r *http.Request) error {
	state, err := h.readSystem(r.Context())
	return httpx.Respond(w, http.StatusOK, state, err)
}

func (h *Handler) readSystem(ctx context.Context) (system, error) {
	state, err := h.DB.State(ctx)
	if err != nil {
		return system{}, err
	}
	data := system{
		Version: h.Server.Build.String(), StartedAt: database.At(h.Server.Started), Storage: h.Server.Storage,
		Engine: h.DB.Engine(), SchemaVersion: state.Version, DatabaseBytes: state.Bytes, RateLimited: h.Server.RateLimited,
	}
	if data.StorageBytes, err = h.Files.Used(ctx); err != nil {
		return system{}, err
	}
	log, err := audit.ReadSize(ctx, h.DB)
	if err != nil {
		return system{}, err
	}
	data.AuditEntries = log.Entries
	if data.Mails, err = h.readMails(ctx); err != nil {
		return system{}, err
	}
	if data.Builds, err = h.Builds(ctx); err != nil {
		return system{}, err
	}
	if data.Backups, err = h.readBackups(ctx); err != nil {
		return system{}, err
	}
	data.Throttled, err = h.readThrottled(ctx)
	return data, err
}

func (h *Handler) readMails(ctx context.Context) (mails, error) {
	counts, err := h.Mails.Counts(ctx)
	if err != nil {
		return mails{}, err
	}
	sentBy, fault, err := h.MailsBy(ctx)
	if err != nil {
		return mails{}, err
	}
	pending, err := h.Mails.Pending(ctx)
	return mails{SentBy: sentBy, Fault: fault, Waiting: counts.Waiting, Failed: counts.Failed, Pending: pending}, err
}

func (h *Handler) readThrottled(ctx context.Context) ([]throttled, error) {
	blocked, err := h.Accounts.Throttled(ctx)
	all := make([]throttled, 0, len(blocked))
	for _, one := range blocked {
		who := one.Network
		if who == "" {
			who = one.Email
		}
		all = append(all, throttled{Key: one.Key, Who: who, Rule: one.Rule, Until: one.Until})
	}
	return all, err
}

// RetryMail answers POST /api/admin/mails/{id}/retry/: 204, and a mail that was given up is sent again now; 404 for any
// other.
func (h *Handler) RetryMail(w http.ResponseWriter, r *http.Request) error {
	return h.changeMail(w, r, audit.MailRetried, h.Mails.Retry)
}

// DiscardMail answers DELETE /api/admin/mails/{id}/: 204, and a mail that was given up is deleted; 404 for any other.
func (h *Handler) DiscardMail(w http.ResponseWriter, r *http.Request) error {
	return h.changeMail(w, r, audit.MailForgotten, h.Mails.Discard)
}

type mailChange func(ctx context.Context, tx *database.Tx, id int64) (mailer.Pending, error)

func (h *Handler) changeMail(w http.ResponseWriter, r *http.Request, action string, do mailChange) error {
	id, err := httpx.ID(r, "id")
	if err != nil {
		return err
	}
	ctx := r.Context()
	return httpx.RespondEmpty(w, h.recorded(ctx, func(tx *database.Tx) (audit.Event, error) {
		mail, err := do(ctx, tx, id)
		return audit.Event{Action: action, Kind: audit.Mail, TargetID: mail.ID, Target: mail.Recipient, Detail: mail.Kind}, err
	}))
}

// Unblock answers DELETE /api/admin/throttled/{key}/: 204, and the caller may try again now; 404 for a key that is not
// blocked.
func (h *Handler) Unblock(w http.ResponseWriter, r *http.Request) error {
	ctx, key := r.Context(), chi.URLParam(r, "key")
	if strings.Trim(key, "0123456789abcdef") != "" {
		return httpx.NotFound()
	}
	return httpx.RespondEmpty(w, h.recorded(ctx, func(tx *database.Tx) (audit.Event, error) {
		block, err := h.Limiter.Unblock(ctx, tx, key)
		return audit.Event{Action: audit.ThrottleLifted, Kind: audit.Address, Target: block.Network, Detail: block.Rule}, err
	}))
}
