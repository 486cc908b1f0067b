// Package content manages the content of the pages that staff edit in the browser. The files of the
// content folder stay the source: a published text overrides its file until a build reports a file
// that equals it.
package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"io/fs"
	"sync"
	"time"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// Service saves and publishes texts. Callers set the fields.
type Service struct {
	DB    *database.DB
	Audit *audit.Log
	Clock func() time.Time
	// Changed is called at the end of each transaction that changes what is published.
	Changed func(ctx context.Context, tx *database.Tx) error
	// OpenPhoto returns an image with all its pixels, which the caller closes, or NotFound.
	OpenPhoto func(ctx context.Context, id int64) (io.ReadCloser, error)
	// Images are those of the program's content; nil if it has none.
	Images fs.FS

	shown     shownPhotos
	scheduled scheduled
}

// scheduled is when the next publication is due, nil for none, as it was read after so many writes.
type scheduled struct {
	lock   sync.Mutex
	known  bool
	next   *database.Time
	writes uint64
}

// File is a text in the content folder, as the last build reported it.
type File struct {
	Hash string `db:"hash" json:"hash"`
	Text string `db:"text" json:"text"`
}

// hashOf returns the hash of a file with that text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// equals reports whether the file has that text. A nil file is missing; a nil text is a removal.
func (f *File) equals(text *string) bool {
	if f == nil || text == nil {
		return f == nil && text == nil
	}
	return f.Text == *text
}

// conflicts reports whether the file changed after a text was based on the version base.
func (f *File) conflicts(base string, text *string) bool {
	hash := ""
	if f != nil {
		hash = f.Hash
	}
	return hash != base && !f.equals(text)
}

// inTx runs fn in a transaction that changes drafts, publications or files. Such transactions run
// one after another.
func (s *Service) inTx(ctx context.Context, fn func(tx *database.Tx) error) error {
	return s.DB.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockContent); err != nil {
			return err
		}
		return fn(tx)
	})
}
