package backup

import (
	"context"
	"fmt"
	"html"
	"strings"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/mailer"
)

// State is the state of the off-site backups in the database.
type State struct {
	// EnabledAt is when a server first saw BACKUP_URL, nil if none did.
	EnabledAt *database.Time `db:"enabled_at"`
	// Name, Place, MadeAt and Bytes are of the last good backup. MadeAt is nil if there is none.
	Name   string         `db:"name"`
	Place  string         `db:"place"`
	MadeAt *database.Time `db:"made_at"`
	Bytes  int64          `db:"bytes"`
	// FailedAt is when a run failed last. Failure is why, "" if a backup was made since.
	FailedAt *database.Time `db:"failed_at"`
	Failure  string         `db:"failure"`
}

// ReadState returns the state of the off-site backups.
func ReadState(ctx context.Context, from database.Reader) (state State, err error) {
	err = from.Get(ctx, &state, `SELECT enabled_at, name, place, made_at, bytes, failed_at, failure FROM offsite_backups`)
	if err != nil {
		return State{}, fmt.Errorf("read the state of the off-site backups: %w", err)
	}
	return state, nil
}

// Missed returns how many nights have passed without a backup since the last one, or since backups were
// enabled.
func (s State) Missed(now time.Time) int {
	from := s.EnabledAt
	if s.MadeAt != nil {
		from = s.MadeAt
	}
	last := lastDue(now.Add(-lateAfter))
	if from == nil || !from.Before(last) {
		return 0
	}
	return int(last.Sub(lastDue(from.Time)) / (24 * time.Hour))
}

// mailMissed is the kind of the mail to staff.
const mailMissed = "notice: no backup"

// RenderMail makes the mail to staff about a missed backup of site, with the state of this moment. It
// returns nil for a mail of another kind.
func RenderMail(ctx context.Context, from database.Reader, site string, job mailer.Job) (*mailer.Message, error) {
	if job.Kind != mailMissed {
		return nil, nil
	}
	state, err := ReadState(ctx, from)
	if err != nil {
		return nil, err
	}
	subject := "No backup was made of " + site
	lines := []string{"Hello,", "no backup of " + site + " was sent last night. There is no earlier one."}
	if state.MadeAt != nil {
		lines[1] = fmt.Sprintf("no backup of %s was sent last night. The last one is %s, in %s.", site, state.Name, state.Place)
	}
	if state.Failure != "" {
		lines = append(lines, "The last failure: "+state.Failure)
	}
	lines = append(lines, "The server tries again every hour. On the server, portfolio backup send tries at once and prints the reason.")
	rich := `<!doctype html><html lang="en"><meta charset="utf-8"><title>` + html.EscapeString(subject) + "</title>\n"
	for _, line := range lines {
		rich += "<p>" + html.EscapeString(line) + "</p>\n"
	}
	return &mailer.Message{To: job.Recipient, Subject: subject, Text: strings.Join(lines, "\n\n") + "\n", HTML: rich}, nil
}
