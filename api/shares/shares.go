package shares

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/throttle"
	"portfolio/api/photos"
)

// The kinds of shared things.
const (
	KindDocument = "document"
	KindGallery  = "gallery"
	KindCV       = "cv"
)

// Who can open a share.
const (
	AccessLink       = "link"
	AccessRegistered = "registered"
	AccessAddress    = "address"
)

// The states of a share.
const (
	StateActive  = "active"
	StateExpired = "expired"
	StateRevoked = "revoked"
	StateUsedUp  = "used_up"
	StateDeleted = "deleted"
)

const (
	// keptMonths is how long ended shares are kept.
	keptMonths = 12
	// maxWords is how many words of a search count.
	maxWords = 5
)

// Service creates, lists and ends shares. Callers set all fields.
type Service struct {
	DB        *database.DB
	Audit     *audit.Log
	Limiter   *throttle.Limiter
	Documents *documents.Service
	Photos    *photos.Service
	// Links signs the addresses of files.
	Links *httpx.DownloadLinks
	Clock func() time.Time
	// PublicURL begins links, scheme://host.
	PublicURL string
	// Zone returns the time zone in which days begin.
	Zone             func(context.Context) (*time.Location, error)
	RegistrationOpen func(context.Context) (bool, error)
	SendsMail        func(context.Context) (bool, error)
	// SendInvitation queues the mail that invites an address to a share.
	SendInvitation func(ctx context.Context, tx *database.Tx, share int64, email string) error
	// HasAudience reports whether a CV for an audience is published.
	HasAudience func(ctx context.Context, slug string) (bool, error)
	// Render returns the document of a private page. It is nil if this program renders none.
	Render func(ctx context.Context, page any) (*httpx.Content, error)
}

// Share is a share as staff see it. Document and Gallery are nil unless that is shared and exists. Until is the last
// day in the owner's time zone. CreatedBy is a name, "" if the account was deleted.
type Share struct {
	ID           int64          `db:"id" json:"id"`
	Kind         string         `db:"kind" json:"kind"`
	Name         string         `db:"name" json:"name"`
	Document     *int64         `db:"document" json:"document"`
	Gallery      *int64         `db:"gallery" json:"gallery"`
	Audience     string         `db:"audience" json:"audience"`
	Access       string         `db:"access" json:"access"`
	Email        string         `db:"email" json:"email"`
	Label        string         `db:"label" json:"label"`
	CreatedAt    database.Time  `db:"created_at" json:"created_at"`
	CreatedBy    string         `db:"created_by" json:"created_by"`
	Until        *string        `db:"-" json:"until"`
	RevokedAt    *database.Time `db:"revoked_at" json:"revoked_at"`
	MaxDownloads *int64         `db:"max_downloads" json:"max_downloads"`
	Views        int64          `db:"views" json:"views"`
	Downloads    int64          `db:"downloads" json:"downloads"`
	OpenedAt     *database.Time `db:"opened_at" json:"opened_at"`
	State        string         `db:"state" json:"state"`
}

// row is a share in the database. FileID is the document whose file visitors download.
type row struct {
	Share

	EndsAt   *database.Time `db:"ends_at"`
	EmailKey string         `db:"email_key"`
	FileID   *int64         `db:"file_id"`
}

// selectShares has one parameter, the time now. A document or gallery in the trash is gone until it is restored.
const selectShares = `
	SELECT * FROM (
	  SELECT s.id, s.kind, s.token_hash, s.search_key, COALESCE(d.name, g.name, s.name) AS name, s.audience, s.access, s.email, s.email_key, s.label,
	         s.created_at, COALESCE(u.name, '') AS created_by, s.created_by AS creator, s.ends_at, s.revoked_at, s.max_downloads, s.opened_at,
	         CASE WHEN s.kind = 'document' THEN d.id END AS document, g.id AS gallery, d.id AS file_id,
	         (SELECT CAST(COALESCE(SUM(views), 0) AS BIGINT) FROM share_days WHERE share_id = s.id) AS views,
	         (SELECT CAST(COALESCE(SUM(downloads), 0) AS BIGINT) FROM share_days WHERE share_id = s.id) AS downloads,
	         CASE WHEN s.revoked_at IS NOT NULL THEN 'revoked' WHEN d.id IS NULL AND g.id IS NULL THEN 'deleted'
	              WHEN s.ends_at <= ? THEN 'expired' WHEN s.used_downloads >= s.max_downloads THEN 'used_up' ELSE 'active' END AS state
	    FROM shares s
	    LEFT JOIN shareable_documents d ON d.id = s.document_id AND (s.kind = 'document' OR d.audience = s.audience)
	    LEFT JOIN live_galleries g ON s.kind = 'gallery' AND g.id = s.gallery_id
	    LEFT JOIN user_names u ON u.id = s.created_by
	) s`

// columns are those of a row.
const columns = `id, kind, name, document, gallery, audience, access, email, email_key, label, created_at, created_by, ends_at, revoked_at, max_downloads,
	views, downloads, opened_at, state, file_id`

var selectRows = strings.Replace(selectShares, "*", columns, 1)

func (s *Service) now() database.Time { return database.At(s.Clock()) }

// find returns the share that a condition chooses, or NotFound.
func (s *Service) find(ctx context.Context, from database.Reader, condition string, args ...any) (found row, err error) {
	err = from.Get(ctx, &found, selectRows+` WHERE `+condition, append([]any{s.now()}, args...)...)
	return found, httpx.OrNotFound(err)
}

// share returns what staff see of a row.
func (r row) share(zone *time.Location) Share {
	share := r.Share
	share.Until = lastDay(r.EndsAt, zone)
	return share
}

// lastDay returns the day before the end of a share, nil without an end.
func lastDay(end *database.Time, zone *time.Location) *string {
	if end == nil {
		return nil
	}
	day := end.Add(-time.Second).In(zone).Format(time.DateOnly)
	return &day
}

// Filter says which shares are listed: active ones, ended ones or all, and those with all words.
type Filter struct {
	State, Search string
	httpx.Page
}

func readFilter(r *http.Request) (Filter, error) {
	v, query := httpx.NewValidator(), r.URL.Query()
	filter := Filter{State: query.Get("state"), Page: httpx.ReadPage(v, query)}
	v.Check(filter.State == "" || filter.State == StateActive || filter.State == "ended", "state",
		fmt.Sprintf(httpx.NotAChoice, strings.ToValidUTF8(filter.State, "\ufffd")))
	search := query.Get("search")
	filter.Search = v.OptionalText(&search, maxLabel, "search")
	return filter, v.Err()
}

// List returns the filter's page of the shares, newest first, and how many there are on all pages.
func (s *Service) List(ctx context.Context, filter Filter) (list []Share, total int64, err error) {
	where, args := ` WHERE TRUE`, []any{s.now()}
	if filter.State != "" {
		where += ` AND (state = 'active') = ?`
		args = append(args, filter.State == StateActive)
	}
	words := strings.Fields(database.SearchKey(filter.Search))
	for _, word := range words[:min(len(words), maxWords)] {
		where += ` AND search_key LIKE ? ESCAPE '\'`
		args = append(args, database.Containing(word))
	}
	var rows []row
	err = s.DB.Get(ctx, &total, strings.Replace(selectShares, "*", "COUNT(*)", 1)+where, args...)
	if err == nil {
		err = s.DB.Select(ctx, &rows, selectRows+where+` ORDER BY id DESC LIMIT ? OFFSET ?`, append(args, filter.Size(), filter.Offset)...)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list shares: %w", err)
	}
	zone, err := s.Zone(ctx)
	list = make([]Share, len(rows))
	for i, row := range rows {
		list[i] = row.share(zone)
	}
	return list, total, err
}

// Counts are the numbers of shares.
type Counts struct {
	Active int64 `db:"active" json:"active"`
	Ended  int64 `db:"ended" json:"ended"`
}

// Counts returns the numbers of active and of ended shares.
func (s *Service) Counts(ctx context.Context) (counts Counts, err error) {
	err = s.DB.Get(ctx, &counts, strings.Replace(selectShares, "*", `
		CAST(COALESCE(SUM(CASE WHEN state = 'active' THEN 1 ELSE 0 END), 0) AS BIGINT) AS active,
		CAST(COALESCE(SUM(CASE WHEN state = 'active' THEN 0 ELSE 1 END), 0) AS BIGINT) AS ended`, 1), s.now())
	if err != nil {
		return counts, fmt.Errorf("count shares: %w", err)
	}
	return counts, nil
}

// Received is a share as the visitor sees it for whom it is.
type Received struct {
	ID        int64         `json:"id"`
	Kind      string        `json:"kind"`
	Name      string        `json:"name"`
	Until     *string       `json:"until"`
	CreatedAt database.Time `json:"created_at"`
}

// ListReceived returns the active shares for registered visitors and for the address of user, newest first.
func (s *Service) ListReceived(ctx context.Context, user accounts.User) ([]Received, error) {
	var rows []row
	err := s.DB.Select(ctx, &rows, selectRows+`
		 WHERE state = 'active' AND (access = 'registered' OR access = 'address' AND email_key = ?) ORDER BY id DESC`,
		s.now(), accounts.EmailKey(user.Email))
	if err != nil {
		return nil, fmt.Errorf("list received shares: %w", err)
	}
	zone, err := s.Zone(ctx)
	list := make([]Received, len(rows))
	for i, row := range rows {
		list[i] = Received{ID: row.ID, Kind: row.Kind, Name: publicName(row.Kind, row.Name), Until: lastDay(row.EndsAt, zone), CreatedAt: row.CreatedAt}
	}
	return list, err
}

// Invitation returns the data of a share for the mail of an invitation: its name, its address, and the midnight after its last
// day in the owner's time zone, nil without an end. ok is false unless the share is active and for an address.
func (s *Service) Invitation(ctx context.Context, id int64) (name, email string, until *time.Time, ok bool, err error) {
	found, err := s.findRef(ctx, strconv.FormatInt(id, 10))
	if err != nil || found.State != StateActive || found.Access != AccessAddress {
		return "", "", nil, false, err
	}
	if found.EndsAt != nil {
		zone, err := s.Zone(ctx)
		if err != nil {
			return "", "", nil, false, err
		}
		end := found.EndsAt.In(zone)
		until = &end
	}
	return publicName(found.Kind, found.Name), found.Email, until, true, nil
}

// publicName returns the name that visitors see: that of a CV would tell its audience.
func publicName(kind, name string) string {
	if kind == KindCV {
		return "CV"
	}
	return name
}

// DeleteExpired deletes the shares that ended twelve months ago. The time of the end is unknown for
// used up ones and for those of a deleted document: they are deleted twelve months after their creation and last use. One whose
// document is in the trash is kept.
func (s *Service) DeleteExpired(ctx context.Context) error {
	limit := s.Clock().AddDate(0, -keptMonths, 0)
	before := database.At(limit)
	_, err := s.DB.Exec(ctx, `
		DELETE FROM shares
		 WHERE revoked_at < ? OR ends_at < ?
		    OR created_at < ? AND NOT EXISTS (SELECT 1 FROM share_days WHERE share_id = shares.id AND day >= ?)
		   AND (used_downloads >= max_downloads
		        OR document_id IS NULL AND gallery_id IS NULL
		       AND NOT EXISTS (SELECT 1 FROM shareable_documents WHERE audience = shares.audience))`,
		before, before, before, limit.Format(time.DateOnly))
	if err != nil {
		return fmt.Errorf("delete ended shares: %w", err)
	}
	return nil
}

// ClearSample deletes the shares of accounts and things that are gone, after those of the sample were deleted in the same
// transaction. The CVs of all audiences are among the things.
func ClearSample(ctx context.Context, tx *database.Tx) error {
	_, err := tx.Exec(ctx, `DELETE FROM shares WHERE created_by IS NULL OR document_id IS NULL AND gallery_id IS NULL`)
	if err != nil {
		return fmt.Errorf("clear the shares of the sample: %w", err)
	}
	return nil
}

func hashOf(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}
