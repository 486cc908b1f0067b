// Package content manages the content of the pages. The text of a path is its newest version in a
// publication whose time has come. Versions come from the editor, from files and from the set-up.
package content

import (
	"context"
	"io/fs"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/jobs"
)

// Service saves and publishes texts. Callers set the fields.
type Service struct {
	DB    *database.DB
	Audit *audit.Log
	Clock func() time.Time
	// Pages are built after each publication.
	Pages jobs.Pages
	// Jobs has the job that announces scheduled publications.
	Jobs *jobs.Queue
	// Images are those of the program's content; nil if it has none.
	Images fs.FS
	// CheckPages returns the errors for which a rendering would refuse the texts of a site; nil if
	// another program renders the pages.
	CheckPages func(ctx context.Context, texts map[string]string) ([]string, error)

	shown shownPhotos
}

// inTx runs fn in a transaction that changes drafts, versions or publications. Such transactions run
// one after another.
func (s *Service) inTx(ctx context.Context, fn func(tx *database.Tx) error) error {
	return s.DB.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockContent); err != nil {
			return err
		}
		return fn(tx)
	})
}
