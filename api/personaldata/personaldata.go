// Package personaldata collects a user's personal data from all features into one JSON document
// (GDPR, articles 15 and 20).
package personaldata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/mailer"
	"portfolio/api/photos"
	"portfolio/api/trash"
)

// Version is the version of the format. It changes if a reader of the previous format would misread
// the new one, not for added members.
const Version = 1

// Document is the personal data of one user; docs/personal-data.md describes it. It contains no
// passwords, tokens, hashes or data of other people.
type Document struct {
	Version   int           `json:"version"`
	Site      string        `json:"site"`
	CreatedAt database.Time `json:"created_at"`
	accounts.PersonalData
	Mails     []mailer.Personal    `json:"mails"`
	Audit     []Entry              `json:"audit_entries"`
	Documents []documents.Uploaded `json:"documents"`
	Images    []photos.Uploaded    `json:"images"`
	Trash     []trash.Personal     `json:"trash"`

	DocumentVersions []documents.UploadedVersion `json:"document_versions"`

	Drafts         []content.Saved     `json:"drafts"`
	PublishedTexts []content.Published `json:"published_texts"`
}

// Exporter creates the documents of one site.
type Exporter struct {
	DB    *database.DB
	Audit *audit.Log
	// Site is the site's URL.
	Site  string
	Clock func() time.Time
}

// Of returns the personal data of an account from one snapshot, or NotFound. The export is recorded
// in the audit log, but is not part of that document.
func (e *Exporter) Of(ctx context.Context, userID int64) (Document, error) {
	document := Document{Version: Version, Site: e.Site, CreatedAt: database.At(e.Clock())}
	err := e.DB.InSnapshot(ctx, func(tx *database.Tx) error { return document.read(ctx, tx, userID) })
	if errors.Is(err, database.ErrNoRows) {
		return Document{}, apperror.NotFound()
	}
	if err != nil {
		return Document{}, fmt.Errorf("gather a person's data: %w", err)
	}
	err = e.Audit.Record(ctx, audit.Event{
		Action: audit.DataExported, Kind: audit.User, TargetID: userID, Target: document.Account.Email,
	})
	return document, err
}

// Write writes the document as indented JSON.
func (d Document) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

// read fills the document from tx, or returns ErrNoRows for an unknown account.
func (d *Document) read(ctx context.Context, tx *database.Tx, userID int64) (err error) {
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
	if d.Trash, err = trash.PersonalData(ctx, tx, userID); err != nil {
		return err
	}
	entries, err := audit.EntriesOf(ctx, tx, userID, d.Account.Email, d.EmailKey)
	if err != nil {
		return err
	}
	d.Audit = make([]Entry, 0, len(entries))
	for _, entry := range entries {
		d.Audit = append(d.Audit, d.entry(entry))
	}
	return nil
}
