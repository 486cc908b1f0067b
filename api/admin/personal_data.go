package admin

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/messages"
	"portfolio/api/photos"
	"portfolio/api/shares"
)

// dataVersion is the version of the format of PersonalData. It changes if a reader of the previous format would misread
// the new one, not for added members.
const dataVersion = 1

// PersonalData is everything that the site stores about one user (GDPR, articles 15 and 20);
// docs/personal-data.md describes it. It contains no passwords, tokens, hashes or data of other
// people.
type PersonalData struct {
	Version   int           `json:"version"`
	Site      string        `json:"site"`
	CreatedAt database.Time `json:"created_at"`
	accounts.PersonalData
	Mails     []mailer.Personal    `json:"mails"`
	Audit     []PersonalEntry      `json:"audit_entries"`
	Documents []documents.Uploaded `json:"documents"`
	Images    []photos.Uploaded    `json:"images"`
	Messages  []messages.Sent      `json:"messages"`
	Shares    []shares.Personal    `json:"shares"`
	Trash     []PersonalTrash      `json:"trash"`

	DocumentVersions []documents.UploadedVersion `json:"document_versions"`

	Drafts         []content.Saved     `json:"drafts"`
	PublishedTexts []content.Published `json:"published_texts"`
}

// Exporter collects personal data of one site.
type Exporter struct {
	DB    *database.DB
	Audit *audit.Log
	// Site is the site's URL.
	Site  string
	Clock func() time.Time
}

// Of returns the personal data of an account from one snapshot, or NotFound. The export is recorded
// in the audit log, but is not part of that export.
func (e *Exporter) Of(ctx context.Context, userID int64) (PersonalData, error) {
	data := PersonalData{Version: dataVersion, Site: e.Site, CreatedAt: database.At(e.Clock())}
	err := e.DB.InSnapshot(ctx, func(tx *database.Tx) error { return data.read(ctx, tx, userID) })
	if err != nil {
		return PersonalData{}, fmt.Errorf("collect personal data: %w", httpx.OrNotFound(err))
	}
	err = e.Audit.Record(ctx, audit.Event{
		Action: audit.DataExported, Kind: audit.User, TargetID: userID, Target: data.Account.Email,
	})
	return data, err
}

// Write writes the data as indented JSON.
func (d PersonalData) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

// read fills the data from tx, or returns ErrNoRows for an unknown account.
func (d *PersonalData) read(ctx context.Context, tx *database.Tx, userID int64) (err error) {
	if d.PersonalData, err = accounts.ReadPersonalData(ctx, tx, userID); err != nil {
		return err
	}
	if d.Mails, err = mailer.PendingOf(ctx, tx, userID, d.Account.Email, d.EmailKey); err != nil {
		return err
	}
	if d.Documents, err = documents.UploadedBy(ctx, tx, userID); err != nil {
		return err
	}
	if d.DocumentVersions, err = documents.VersionsBy(ctx, tx, userID); err != nil {
		return err
	}
	if d.Images, err = photos.UploadedBy(ctx, tx, userID); err != nil {
		return err
	}
	if d.Drafts, err = content.DraftsBy(ctx, tx, userID); err != nil {
		return err
	}
	if d.PublishedTexts, err = content.PublishedBy(ctx, tx, userID); err != nil {
		return err
	}
	confirmed := d.EmailKey
	if d.Account.EmailConfirmedAt == nil { // the address may be another person's
		confirmed = ""
	}
	if d.Messages, err = messages.SentFrom(ctx, tx, confirmed); err != nil {
		return err
	}
	if d.Shares, err = shares.SharesOf(ctx, tx, userID, confirmed); err != nil {
		return err
	}
	if d.Trash, err = readPersonalTrash(ctx, tx, userID); err != nil {
		return err
	}
	entries, err := audit.EntriesOf(ctx, tx, userID, d.Account.Email, d.EmailKey)
	if err != nil {
		return err
	}
	d.Audit = make([]PersonalEntry, 0, len(entries))
	for _, entry := range entries {
		d.Audit = append(d.Audit, d.entry(entry))
	}
	return nil
}

// ShowOwnData answers GET /api/users/data/: 200 with the personal data of the user, or 429 after too
// many exports.
func (h *Handler) ShowOwnData(w http.ResponseWriter, r *http.Request) error {
	userID, err := h.Accounts.AllowExport(r)
	if err != nil {
		return err
	}
	data, err := h.PersonalData.Of(r.Context(), userID)
	return httpx.Respond(w, http.StatusOK, data, err)
}

// PersonalEntry is an entry of the audit log by or about the user.
type PersonalEntry struct {
	At     database.Time `json:"at"`
	Action string        `json:"action"`
	// By and About are `you` for the user, and `another account` for other users.
	By     string `json:"by"`
	Kind   string `json:"kind"`
	About  string `json:"about"`
	IP     string `json:"ip"`
	Detail string `json:"detail"`
}

// you and another replace the names of accounts. Entries about two users belong to both, without
// the name of the other.
const (
	you     = "you"
	another = "another account"
)

// entry returns an entry of the audit log without the data of other users.
func (d *PersonalData) entry(row audit.Entry) PersonalEntry {
	entry := PersonalEntry{At: row.At, Action: row.Action, By: row.Actor, Kind: row.Kind, About: row.Target, IP: row.IP, Detail: row.Detail}
	switch {
	case row.ActorID != nil && *row.ActorID == d.Account.ID:
		entry.By = you
	case row.ActorID != nil:
		// The address of another user is that user's personal data.
		entry.By, entry.IP = another, ""
	}
	switch {
	case row.Kind == audit.User && row.TargetID != nil && *row.TargetID == d.Account.ID:
		// An address in the detail is a previous or requested one of the user.
	case row.Kind == audit.Mail && (row.Target == d.Account.Email || row.Target == d.EmailKey):
	case row.Kind == audit.User && row.Target != "", row.Kind == audit.Mail, row.Kind == audit.Address:
		entry.About, entry.Detail = another, ""
	}
	return entry
}
