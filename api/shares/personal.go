package shares

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// Personal is a share as disclosed to the user who created it or whose address it is for.
type Personal struct {
	ID          int64          `db:"id" json:"-"`
	Kind        string         `db:"kind" json:"kind"`
	Name        string         `db:"name" json:"name"`
	Access      string         `db:"access" json:"access"`
	Label       string         `db:"label" json:"label"`
	CreatedAt   database.Time  `db:"created_at" json:"created_at"`
	EndsAt      *database.Time `db:"ends_at" json:"ends_at"`
	RevokedAt   *database.Time `db:"revoked_at" json:"revoked_at"`
	CreatedByMe bool           `db:"created_by_me" json:"created_by_me"`
	ForMe       bool           `db:"for_me" json:"for_me"`
	// OpenedAt and Days are about the user for whom the share is, so that others do not get them.
	OpenedAt *database.Time `db:"opened_at" json:"opened_at"`
	Days     []PersonalDay  `db:"-" json:"days"`
}

// PersonalDay is how often a share was opened and downloaded on a day of the owner's time zone.
type PersonalDay struct {
	Day       string `db:"day" json:"day"`
	Views     int64  `db:"views" json:"views"`
	Downloads int64  `db:"downloads" json:"downloads"`
}

// SharesOf returns the shares that a user created, and those for an address in the form in which addresses are compared, if that
// is not "", the oldest first.
func SharesOf(ctx context.Context, from database.Reader, userID int64, emailKey string) ([]Personal, error) {
	found := []Personal{}
	err := from.Select(ctx, &found, `
		SELECT * FROM (
		  SELECT id, kind, name, access, label, created_at, ends_at, revoked_at, opened_at,
		         COALESCE(created_by = ?, FALSE) AS created_by_me, email_key <> '' AND email_key = ? AS for_me
		    FROM shares
		) s WHERE created_by_me OR for_me ORDER BY id`, userID, emailKey)
	for i := range found {
		if share := &found[i]; err == nil {
			err = share.disclose(ctx, from)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("list the shares of a user: %w", err)
	}
	return found, nil
}

// disclose adds the days of a share for the user, and takes out the parts that only staff see and those about another visitor.
func (p *Personal) disclose(ctx context.Context, from database.Reader) error {
	if !p.CreatedByMe {
		p.Name, p.Label = publicName(p.Kind, p.Name), ""
	}
	p.Days = []PersonalDay{}
	if !p.ForMe {
		p.OpenedAt = nil
		return nil
	}
	return from.Select(ctx, &p.Days, `SELECT day, views, downloads FROM share_days WHERE share_id = ? ORDER BY day`, p.ID)
}

// EndFor revokes the shares for an address in the form in which addresses are compared, and deletes it from them, in the caller's
// transaction.
func (s *Service) EndFor(ctx context.Context, tx *database.Tx, emailKey string) error {
	var ended []Share
	err := tx.Select(ctx, &ended, `
		UPDATE shares SET revoked_at = COALESCE(revoked_at, ?), email = '', email_key = ''
		 WHERE email_key <> '' AND email_key = ? RETURNING id, name, label, '' AS email`, s.now(), emailKey)
	for _, share := range ended {
		if err == nil {
			_, err = tx.Exec(ctx, `UPDATE shares SET search_key = ? WHERE id = ?`, searchKey(share), share.ID)
		}
	}
	if err != nil {
		return fmt.Errorf("end the shares for a user: %w", err)
	}
	return nil
}
