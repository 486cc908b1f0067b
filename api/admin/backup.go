package admin

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/httpx"
)

const (
	// backupPurpose is the purpose of the token for a download.
	backupPurpose = "backup download"
	// backupTokenLifetime is how long a browser may take to begin it.
	backupTokenLifetime = time.Minute
	// maxBackupForm is the largest form with a token, in bytes.
	maxBackupForm = 8 << 10
)

// backupToken is the content of the token.
type backupToken struct {
	UserID int64     `json:"user_id"`
	Until  time.Time `json:"until"`
}

// AskForBackup answers POST /api/admin/backup/: 201 with a token for DownloadBackup, good for a minute. A browser saves only
// files that a link or a form loads, which have no bearer token.
func (h *Handler) AskForBackup(w http.ResponseWriter, r *http.Request) error {
	content, err := json.Marshal(backupToken{accounts.UserID(r.Context()), h.Clock().Add(backupTokenLifetime)})
	return httpx.Respond(w, http.StatusCreated, struct {
		Token string `json:"token"`
	}{h.Box.Seal(content, backupPurpose)}, err)
}

// DownloadBackup answers POST /api/admin/backup/download/ with the form token: 200 with a backup of the site, made while it is
// sent. 303 to the settings, for the browser shows the answer to a form: the token is not valid or too old.
func (h *Handler) DownloadBackup(w http.ResponseWriter, r *http.Request) error {
	form, err := httpx.ReadForm(w, r, httpx.FormSpec{Limit: maxBackupForm, Texts: []string{"token"}})
	if err != nil {
		return err
	}
	who, err := h.readBackupToken(r, form.Texts["token"])
	if errors.Is(err, errExpired) {
		http.Redirect(w, r, h.PublicURL+"/backend/admin/settings?backup=expired", http.StatusSeeOther)
		return nil
	}
	if err != nil {
		return err
	}
	ctx := audit.WithActor(r.Context(), who.ID, who.Email)
	if err := h.Audit.Record(ctx, audit.Event{Action: audit.BackupDownloaded}); err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Header().Set("Content-Disposition", fmt.Sprintf(`attachment; filename="portfolio-%s.backup"`, h.Clock().UTC().Format(time.DateOnly)))
	// nginx would fill its buffers faster than the client reads, and then take nothing for longer than a piece may.
	w.Header().Set("X-Accel-Buffering", "no")
	begun := &begunWriter{ResponseWriter: w}
	err = h.Site.WriteTo(ctx, begun, h.TempDir)
	if err != nil && begun.begun {
		httpx.Logger(ctx).Error("a backup was cut off while it was sent", "error", err)
		panic(http.ErrAbortHandler) // so that the browser does not take it for a whole one
	}
	return err
}

// errExpired means that a token is invalid, is too old or belongs to no account.
var errExpired = errors.New("the download has expired")

// readBackupToken returns the member of staff whose token it is, or errExpired.
func (h *Handler) readBackupToken(r *http.Request, sent *string) (accounts.User, error) {
	if sent == nil {
		return accounts.User{}, errExpired
	}
	content, err := h.Box.Open(*sent, backupPurpose)
	var token backupToken
	if err != nil || json.Unmarshal(content, &token) != nil || h.Clock().After(token.Until) {
		return accounts.User{}, errExpired
	}
	who, err := h.Accounts.Details(r.Context(), token.UserID)
	if httpx.IsNotFound(err) || err == nil && !(who.IsStaff && who.IsActive) {
		return accounts.User{}, errExpired
	}
	return who.User, err
}

// begunWriter knows whether the answer has begun.
type begunWriter struct {
	http.ResponseWriter
	begun bool
}

// Write begins the answer.
func (w *begunWriter) Write(p []byte) (int, error) {
	w.begun = true
	return w.ResponseWriter.Write(p)
}
