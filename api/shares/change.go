package shares

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
	"time"

	"portfolio/api/accounts"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/mailer"
	"portfolio/api/internal/throttle"
)

const (
	// defaultDays is how long a share lasts for which no end was chosen.
	defaultDays = 30
	maxLabel    = 200
	// tokenBytes are the random bytes of a link, and tokenLength its characters.
	tokenBytes  = 16
	tokenLength = 22
)

// The texts of faults.
const (
	noAudience       = "There is no CV for this audience."
	onlyLinks        = "Registration is off: only links work."
	dayPast          = "This day is in the past."
	dayWrong         = "Enter a day, such as 2026-12-24."
	noDownloads      = "A gallery has no downloads."
	hasEnded         = "This share has ended. Create a new one."
	cannotInvite     = "Only active shares for an e-mail address have invitations."
	cannotSend       = "This site can’t send mail yet."
	latestYear       = 9999
	maxDownloadLimit = 1_000_000
)

// invitations limits the mails about one share.
var invitations = throttle.Rule{Name: "share invitation", Limit: 3, Period: time.Hour}

// Fields are the input of Create. Until is a day, null for no end; the default is in thirty days.
type Fields struct {
	Kind         string      `json:"kind" required:"true"`
	Document     httpx.Value `json:"document"`
	Gallery      httpx.Value `json:"gallery"`
	Audience     string      `json:"audience"`
	Access       string      `json:"access" required:"true"`
	Email        string      `json:"email"`
	Until        httpx.Value `json:"until"`
	Label        *string     `json:"label"`
	MaxDownloads httpx.Value `json:"max_downloads"`
}

// Created is a new share with its link, which is stored nowhere.
type Created struct {
	Share Share  `json:"share"`
	Link  string `json:"link"`
}

// Create shares something, or returns an httpx.Error that names every invalid field.
func (s *Service) Create(ctx context.Context, in Fields) (created Created, err error) {
	zone, err := s.Zone(ctx)
	if err != nil {
		return Created{}, err
	}
	added, err := s.check(ctx, in, zone)
	if err != nil {
		return Created{}, err
	}
	random := make([]byte, tokenBytes)
	_, _ = rand.Read(random) // it never fails
	token := base64.RawURLEncoding.EncodeToString(random)
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		var id int64
		err := tx.Get(ctx, &id, `
			INSERT INTO shares (token_hash, kind, name, document_id, gallery_id, audience, access, email, email_key, label, search_key, created_at,
			                    created_by, ends_at, max_downloads)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
			hashOf(token), added.Kind, added.Name, added.Document, added.Gallery, added.Audience, added.Access, added.Email, added.EmailKey,
			added.Label, searchKey(added.Share), s.now(), audit.ActorID(ctx), added.EndsAt, added.MaxDownloads)
		if err == nil {
			added, err = s.find(ctx, tx, `id = ?`, id)
		}
		if err == nil {
			err = s.record(ctx, tx, audit.ShareCreated, added, "")
		}
		return err
	})
	if err != nil {
		return Created{}, fmt.Errorf("create a share: %w", err)
	}
	s.prepare(ctx, added)
	return Created{added.share(zone), s.PublicURL + "/s/" + token}, nil
}

func searchKey(share Share) string {
	return database.SearchKey(strings.Join([]string{share.Name, share.Label, share.Email}, " "))
}

func (s *Service) record(ctx context.Context, tx *database.Tx, action string, share row, detail string) error {
	return s.Audit.RecordIn(ctx, tx, audit.Event{Action: action, Kind: audit.Share, TargetID: share.ID, Target: share.Name, Detail: detail})
}

// check returns the row to store.
func (s *Service) check(ctx context.Context, in Fields, zone *time.Location) (added row, err error) {
	v := httpx.NewValidator()
	added.Share = Share{Kind: in.Kind, Access: in.Access, Label: v.OptionalText(in.Label, maxLabel, "label")}
	if err := s.checkThing(ctx, v, in, &added); err != nil {
		return row{}, err
	}
	if err := s.checkAccess(ctx, v, in, &added); err != nil {
		return row{}, err
	}
	added.EndsAt = s.end(v, in.Until, zone)
	if text, _ := in.MaxDownloads.Text(); !in.MaxDownloads.IsNone() {
		most, err := strconv.ParseInt(text, 10, 64)
		if v.Check(err == nil, "max_downloads", httpx.NotAnInteger) && v.Check(most >= 1, "max_downloads", fmt.Sprintf(httpx.TooSmall, 1)) {
			v.Check(in.Kind != KindGallery, "max_downloads", noDownloads)
		}
		most = min(most, maxDownloadLimit)
		added.MaxDownloads = &most
	}
	return added, v.Err()
}

// checkThing finds what is shared.
func (s *Service) checkThing(ctx context.Context, v *httpx.Validator, in Fields, added *row) (err error) {
	find := func(choice httpx.Value, table, field string) (*int64, error) {
		if !v.Check(!choice.IsNone(), field, httpx.FieldRequired) {
			return nil, nil
		}
		id, err := httpx.FindRow(ctx, s.DB, `SELECT COUNT(*) FROM `+table+` WHERE id = ?`, v, choice, field)
		if err == nil && id != nil && v.Valid(field) {
			err = s.DB.Get(ctx, &added.Name, `SELECT name FROM `+table+` WHERE id = ?`, *id)
		}
		return id, err
	}
	switch in.Kind {
	case KindDocument:
		added.Document, err = find(in.Document, `(SELECT id, name FROM live_documents WHERE audience IS NULL) d`, KindDocument)
	case KindGallery:
		added.Gallery, err = find(in.Gallery, `live_galleries`, KindGallery)
	case KindCV:
		added.Audience = in.Audience
		has, hasErr := s.HasAudience(ctx, in.Audience)
		if hasErr != nil {
			return hasErr
		}
		// A later CV for an audience of the same name is another document.
		var found struct {
			ID   int64  `db:"id"`
			Name string `db:"name"`
		}
		if has {
			has, err = s.DB.Find(ctx, &found, `SELECT id, name FROM live_documents WHERE audience = ?`, in.Audience)
		}
		v.Check(has, "audience", noAudience)
		added.Document, added.Name = &found.ID, found.Name
	default:
		v.Check(false, "kind", fmt.Sprintf(httpx.NotAChoice, in.Kind))
	}
	return err
}

func (s *Service) checkAccess(ctx context.Context, v *httpx.Validator, in Fields, added *row) error {
	switch in.Access {
	case AccessLink:
		return nil
	case AccessRegistered:
	case AccessAddress:
		email, problem := mailer.Address(in.Email)
		if v.Check(strings.TrimSpace(in.Email) != "", "email", httpx.FieldRequired) && v.Check(problem == "", "email", problem) {
			v.Length(email, maxEmail, "email")
		}
		added.Email, added.EmailKey = email, accounts.EmailKey(email)
	default:
		v.Check(false, "access", fmt.Sprintf(httpx.NotAChoice, in.Access))
		return nil
	}
	open, err := s.RegistrationOpen(ctx)
	v.Check(open || err != nil, "access", onlyLinks)
	return err
}

// maxEmail is as in accounts.
const maxEmail = 254

// end returns the midnight after the last day that was chosen, nil for no end.
func (s *Service) end(v *httpx.Validator, until httpx.Value, zone *time.Location) *database.Time {
	year, month, today := s.Clock().In(zone).Date()
	at := database.At(time.Date(year, month, today+defaultDays+1, 0, 0, 0, 0, zone))
	if !until.Sent {
		return &at
	}
	if until.IsNone() {
		return nil
	}
	text, _ := until.Text()
	day, err := time.ParseInLocation(time.DateOnly, text, zone)
	if v.Check(err == nil && day.Year() < latestYear, "until", dayWrong) {
		at = database.At(time.Date(day.Year(), day.Month(), day.Day()+1, 0, 0, 0, 0, zone))
		v.Check(at.After(s.Clock()), "until", dayPast)
	}
	return &at
}

// change changes a share by a statement, and records that.
func (s *Service) change(
	ctx context.Context, id int64, action string, do func(tx *database.Tx, before row) (changed bool, err error),
) (Share, error) {
	zone, err := s.Zone(ctx)
	if err != nil {
		return Share{}, err
	}
	var after row
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		// An update, so that of two simultaneous changes the second sees the first.
		if _, err := tx.Exec(ctx, `UPDATE shares SET name = name WHERE id = ?`, id); err != nil {
			return err
		}
		before, err := s.find(ctx, tx, `id = ?`, id)
		if err != nil {
			return err
		}
		changed, err := do(tx, before)
		if err == nil {
			after, err = s.find(ctx, tx, `id = ?`, id)
		}
		if err == nil && changed {
			err = s.record(ctx, tx, action, after, "")
		}
		return err
	})
	if err != nil {
		return Share{}, fmt.Errorf("change a share: %w", err)
	}
	return after.share(zone), nil
}

// Extend changes the end of a share that is active or expired, and returns the share, NotFound, Conflict for one that ended
// otherwise, or an httpx.Error about until.
func (s *Service) Extend(ctx context.Context, id int64, until httpx.Value) (Share, error) {
	return s.change(ctx, id, audit.ShareExtended, func(tx *database.Tx, before row) (bool, error) {
		zone, err := s.Zone(ctx)
		if err != nil {
			return false, err
		}
		v := httpx.NewValidator()
		v.Check(until.Sent, "until", httpx.FieldRequired)
		end := s.end(v, until, zone)
		if err := v.Err(); err != nil {
			return false, err
		}
		if before.State != StateActive && before.State != StateExpired {
			return false, httpx.Conflict(hasEnded)
		}
		_, err = tx.Exec(ctx, `UPDATE shares SET ends_at = ? WHERE id = ?`, end, id)
		return true, err
	})
}

// Revoke ends a share, and returns it or NotFound. It does nothing to one that was revoked before.
func (s *Service) Revoke(ctx context.Context, id int64) (Share, error) {
	return s.change(ctx, id, audit.ShareRevoked, func(tx *database.Tx, before row) (bool, error) {
		n, err := tx.Exec(ctx, `UPDATE shares SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL`, s.now(), id)
		return n > 0, err
	})
}

// Invite queues the mail with an invitation to the address of a share. It returns NotFound, Conflict or Throttled.
func (s *Service) Invite(ctx context.Context, id int64) error {
	sends, err := s.SendsMail(ctx)
	if err != nil {
		return err
	}
	_, err = s.change(ctx, id, audit.ShareInvited, func(tx *database.Tx, before row) (bool, error) {
		if before.State != StateActive || before.Access != AccessAddress {
			return false, httpx.Conflict(cannotInvite)
		}
		if !sends {
			return false, httpx.Conflict(cannotSend)
		}
		refused, err := s.Limiter.AllowIn(ctx, tx, invitations.Of(strconv.FormatInt(id, 10)))
		if refused != nil {
			return false, refused
		}
		if err == nil {
			err = s.SendInvitation(ctx, tx, id, before.Email)
		}
		return true, err
	})
	return err
}
