package publishing

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"portfolio/api/content"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
)

// The states of a reported build.
const (
	Ready = "ready"
	Error = "error"
)

// Report is a build's own report about its end. Message is the reason of a failure.
type Report struct {
	State   string        `json:"state"`
	Message string        `json:"message"`
	At      database.Time `json:"at"`
}

// ReportForm is a report as a build sends it.
type ReportForm struct {
	State   string `json:"state"`
	Message string `json:"message"`
}

func (f ReportForm) check() error {
	v := apperror.NewValidator()
	v.Check(f.State == Ready || f.State == Error, "state", fmt.Sprintf(apperror.NotAChoice, f.State))
	return v.Err()
}

// storeReport replaces the stored report, or returns an apperror that names the wrong field.
func (q *Queue) storeReport(ctx context.Context, form ReportForm) error {
	if err := form.check(); err != nil {
		return err
	}
	message := ""
	if form.State == Error {
		message = firstCharacters(plain(form.Message), maxMessage)
	}
	return q.db.InTx(ctx, func(tx *database.Tx) error {
		var before *database.Time
		if err := tx.Get(ctx, &before, `SELECT report_at FROM publishing WHERE id = 1`); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `UPDATE publishing SET report_at = ?, report_state = ?, report_message = ? WHERE id = 1`,
			database.At(q.jobs.Clock()), form.State, message)
		if err != nil || form.State != Error {
			return err
		}
		if err := content.MarkFailed(ctx, tx, q.jobs.Clock()); err != nil {
			return err
		}
		return q.notifyOfScheduled(ctx, tx, before)
	})
}

// maxMessage is the length limit of a stored message about a build, in characters.
const maxMessage = 2000

// colours matches the color sequences of terminals.
var colours = regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]")

// plain returns text on one line, without colors and control characters.
func plain(text string) string {
	text = colours.ReplaceAllString(strings.ToValidUTF8(text, "�"), "")
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// firstCharacters returns text, or its first n characters and an ellipsis.
func firstCharacters(text string, n int) string {
	if characters := []rune(text); len(characters) > n {
		return string(characters[:n]) + "…"
	}
	return text
}
