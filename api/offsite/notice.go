package offsite

import (
	"context"
	"fmt"
	"html"
	"strings"
	"time"

	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/mailer"
)

// RenderMail makes a mail to staff about the backups of site, or returns nil for a mail about something else. It tells the
// state of the moment in which it is sent.
func RenderMail(ctx context.Context, from database.Reader, site string, job mailer.Job) (*mailer.Message, error) {
	var subject, first string
	switch job.Kind {
	case mailMissed:
		subject, first = "No backup was made of ", "a night has passed in which no backup of %s left the machine and passed its check."
	case mailRecovered:
		subject, first = "Backups are made again of ", "the backups of %s are well again: the newest one left the machine and passed its check."
	default:
		return nil, nil
	}
	state, err := ReadState(ctx, from)
	if err != nil {
		return nil, err
	}
	lines := []string{"Hello,", fmt.Sprintf(first, site), state.lastGood()}
	if state.Failing() {
		lines = append(lines, fmt.Sprintf("What failed on %s: %s.", state.FailedAt.Format(time.DateTime+" MST"), strings.TrimSuffix(state.Failure, ".")))
	}
	if job.Kind == mailMissed {
		lines = append(lines, "It is tried again by itself, every hour at least. On the server, portfolio doctor says more, and portfolio backup send tries at once.")
	}
	var rich strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&rich, "<p>%s</p>\n", html.EscapeString(line))
	}
	return &mailer.Message{
		To: job.Recipient, Subject: subject + site, Text: strings.Join(lines, "\n\n") + "\n",
		HTML: "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>" + html.EscapeString(subject+site) + "</title></head><body>\n" + rich.String() + "</body></html>\n",
	}, nil
}

func (s State) lastGood() string {
	if s.MadeAt == nil {
		return "There has been no good one yet."
	}
	return fmt.Sprintf("The last good one is %s of %s, %s, in %s.", s.Name, s.MadeAt.Format(time.DateTime+" MST"), httpx.Size(s.Bytes), s.Place)
}
