package publishing

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
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

// ReportForm is a report as a build sends it. Of a build whose content is from the API, Publications is how many
// publications it has, and Pages are the paths of its public pages.
type ReportForm struct {
	State        string   `json:"state"`
	Message      string   `json:"message"`
	Publications *int64   `json:"publications"`
	Pages        []string `json:"pages"`
}

func (f ReportForm) check() error {
	v := httpx.NewValidator()
	v.Check(f.State == Ready || f.State == Error, "state", fmt.Sprintf(httpx.NotAChoice, f.State))
	v.Check(f.Publications == nil || *f.Publications >= 0, "publications", fmt.Sprintf(httpx.TooSmall, 0))
	for _, path := range f.Pages {
		v.Check(strings.HasPrefix(path, "/") && len(path) <= maxPath && strings.IndexFunc(path, unicode.IsSpace) < 0, "pages", httpx.NotAPagePath)
	}
	return v.Err()
}

// maxPath is the length limit of a page's path, in bytes.
const maxPath = 300

// storeReport replaces the stored report, or returns an httpx.Error that names the wrong field.
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
		// Before the row of the pages, as in other transactions that lock both.
		if form.State == Error {
			if err := q.markFailed(ctx, tx); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `UPDATE publishing SET report_at = ?, report_state = ?, report_message = ? WHERE id = 1`,
			database.At(q.jobs.Clock()), form.State, message)
		if err != nil {
			return err
		}
		if form.State == Error {
			return q.notifyOfScheduled(ctx, tx, before)
		}
		if form.Publications != nil {
			_, err = tx.Exec(ctx, `UPDATE publishing SET live = ?, page_paths = ? WHERE id = 1`, *form.Publications, strings.Join(form.Pages, "\n"))
		}
		return err
	})
}

// HasPage reports whether the last build elsewhere that reported its pages had one at a path.
func (q *Queue) HasPage(ctx context.Context, path string) (bool, error) {
	var paths string
	if err := q.db.Get(ctx, &paths, `SELECT page_paths FROM publishing WHERE id = 1`); err != nil {
		return false, fmt.Errorf("read the pages of the last build: %w", err)
	}
	return slices.Contains(strings.Split(paths, "\n"), path), nil
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
