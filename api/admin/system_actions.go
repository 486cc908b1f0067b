package admin

import (
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
)

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
		return apperror.NotFound()
	}
	return httpx.RespondEmpty(w, h.recorded(ctx, func(tx *database.Tx) (audit.Event, error) {
		block, err := h.Limiter.Unblock(ctx, tx, key)
		return audit.Event{Action: audit.ThrottleLifted, Kind: audit.Address, Target: block.Network, Detail: block.Rule}, err
	}))
}
