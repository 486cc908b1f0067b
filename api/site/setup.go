package site

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/netip"
	"net/url"
	"sync"

	"portfolio/api/accounts"
	"portfolio/api/content"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/media"
	"portfolio/api/photos"
)

// State says whose the site is.
type State string

// The states of a site. StateNew has no account, or no content to show. StateSample has the sample and an
// account to look around with.
const (
	StateNew    State = "new"
	StateSample State = "sample"
	StateDone   State = "done"
)

// Setup sets a site up. Callers set all fields.
type Setup struct {
	DB        *database.DB
	Accounts  *accounts.Service
	Photos    *photos.Service
	Documents *documents.Service
	Media     *media.Library
	Content   *content.Service
	Files     *files.Files
	Audit     *audit.Log
	Links     httpx.Key
	// PublicURL is the address in the link, scheme://host.
	PublicURL string
	// Renders means that this program renders the pages from the content in the database.
	Renders bool
	// SampleFiles is the content of the sample by path, if this program has it.
	SampleFiles map[string]string
	Pages       Pages

	// filling is held while the sample is made, so that two requests do not make two.
	filling sync.Mutex
}

// Pages queues builds, and removes the pages of the sample.
type Pages interface {
	jobs.Pages
	Clear(ctx context.Context, tx *database.Tx) error
}

// link is the row of the link.
type link struct {
	Nonce    string `db:"nonce"`
	IsSample bool   `db:"is_sample"`
	IsFilled bool   `db:"is_filled"`
	UserID   *int64 `db:"user_id"`
}

// State returns the state of the site.
func (s *Setup) State(ctx context.Context) (State, error) {
	_, state, err := s.read(ctx)
	return state, err
}

func (s *Setup) read(ctx context.Context) (link, State, error) {
	return readState(ctx, s.DB, s.Renders)
}

// readState returns the link, which is empty if there is none, and the state of the site. renders is as Setup.Renders.
func readState(ctx context.Context, from database.Reader, renders bool) (current link, state State, err error) {
	_, err = from.Find(ctx, &current, `SELECT nonce, is_sample, is_filled, user_id FROM setup WHERE id = 1`)
	if err != nil {
		return link{}, "", fmt.Errorf("find the setup link: %w", err)
	}
	if current.IsSample {
		return current, StateSample, nil
	}
	users, err := accounts.CountUsers(ctx, from)
	if err != nil || users == 0 {
		return current, StateNew, err
	}
	hasContent, err := content.Exists(ctx, from)
	if renders && !hasContent {
		return current, StateNew, err
	}
	return current, StateDone, err
}

// Link returns the address at which the site is set up, the same one until it was used, or "" if the
// site is set up.
func (s *Setup) Link(ctx context.Context) (string, error) { return s.makeLink(ctx, `DO NOTHING`) }

// NewLink is Link, but the earlier link ends.
func (s *Setup) NewLink(ctx context.Context) (string, error) {
	return s.makeLink(ctx, `(id) DO UPDATE SET nonce = excluded.nonce`)
}

func (s *Setup) makeLink(ctx context.Context, onConflict string) (string, error) {
	state, err := s.State(ctx)
	if err != nil || state == StateDone {
		return "", err
	}
	var nonce string
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		if _, err := tx.Exec(ctx, `INSERT INTO setup (id, nonce) VALUES (1, ?) ON CONFLICT `+onConflict, rand.Text()); err != nil {
			return err
		}
		return tx.Get(ctx, &nonce, `SELECT nonce FROM setup WHERE id = 1`)
	})
	if err != nil {
		return "", fmt.Errorf("make the setup link: %w", err)
	}
	// Behind the #, so that no server, proxy or referrer sees it.
	return openAddress(s.PublicURL) + "/setup#" + s.Links.MAC(nonce), nil
}

// openAddress returns the address with the name of this machine instead of its loopback address, at
// which passkeys do not work.
func openAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	if ip, err := netip.ParseAddr(u.Hostname()); err != nil || !ip.IsLoopback() {
		return address
	}
	port := u.Port()
	u.Host = "localhost"
	if port != "" {
		u.Host += ":" + port
	}
	return u.String()
}
