// Package personaldata gathers everything that the database knows of one person, as one JSON document: what articles 15 and
// 20 of the GDPR give them a right to.
package personaldata

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
)

// Version is the version of the document's shape. It changes when a reader of the former shape would misread the new one;
// members that are added do not change it.
const Version = 1

// Document is everything that the database knows of a person; docs/personal-data.md describes it. No password, token or
// hash is in it, and nothing of other people.
type Document struct {
	Version   int           `json:"version"`
	Site      string        `json:"site"`
	CreatedAt database.Time `json:"created_at"`
	Account   Account       `json:"account"`
	// EmailChange is the address that a mailed link is to confirm; nil where nobody asked for one.
	EmailChange *EmailChange `json:"email_change"`
	Sessions    []Session    `json:"sessions"`
	AppTokens   []AppToken   `json:"app_tokens"`
	Mails       []Mail       `json:"mails"`
	Audit       []Entry      `json:"audit_entries"`
	Documents   []Upload     `json:"documents"`
	Images      []Image      `json:"images"`
}

// Exporter makes the documents of one site.
type Exporter struct {
	db    *database.DB
	audit *audit.Log
	site  string
	now   func() time.Time
}

// New returns an Exporter of what is in db. site is where people reach the site.
func New(db *database.DB, log *audit.Log, site string, clock func() time.Time) *Exporter {
	return &Exporter{db: db, audit: log, site: site, now: clock}
}

// Of returns what is known of the person whose account that is, as it was at one moment, or NotFound. That it was asked for
// is in the audit log from then on, and not in the document.
func (e *Exporter) Of(ctx context.Context, userID int64) (Document, error) {
	document := Document{
		Version: Version, Site: e.site, CreatedAt: database.At(e.now()),
		// Lists without anything are lists, and not null.
		Sessions: []Session{}, AppTokens: []AppToken{}, Mails: []Mail{}, Documents: []Upload{}, Images: []Image{},
	}
	err := e.db.InSnapshot(ctx, func(tx *database.Tx) error { return document.read(ctx, tx, userID) })
	if errors.Is(err, database.ErrNoRows) {
		return Document{}, apperror.NotFound()
	}
	if err != nil {
		return Document{}, fmt.Errorf("gather a person's data: %w", err)
	}
	err = e.audit.Record(ctx, audit.Event{
		Action: audit.DataExported, Kind: audit.User, TargetID: userID, Target: document.Account.Email,
	})
	return document, err
}

// Write writes the document for people to read.
func (d Document) Write(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}
