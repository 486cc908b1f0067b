// Package content manages the texts of the pages as staff edit them in the browser. The files of the content folder stay the
// source: a published text lies over its file until a build finds a file that equals it.
package content

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"time"

	"portfolio/api/audit"
	"portfolio/api/database"
)

// Service saves, publishes and restores texts. All fields are set by whoever makes one.
type Service struct {
	DB    *database.DB
	Audit *audit.Log
	Clock func() time.Time
	// Changed is called at the end of each transaction that changes what is published.
	Changed func(ctx context.Context, tx *database.Tx) error
	// OpenPhoto returns the picture of an image with all its pixels, to be closed by the caller, or NotFound.
	OpenPhoto func(ctx context.Context, id int64) (io.ReadCloser, error)
}

// File is a text as it was in the content folder at the last build that reported it.
type File struct {
	Hash string `db:"hash" json:"hash"`
	Text string `db:"text" json:"text"`
}

// hashOf returns the hash of a file with that text.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// equals reports whether the file has that text; nil is no file, and a text of nil a removal.
func (f *File) equals(text *string) bool {
	if f == nil || text == nil {
		return f == nil && text == nil
	}
	return f.Text == *text
}

// conflicts reports whether a text that was made on base is not to be laid over the file: another version came between.
func (f *File) conflicts(base string, text *string) bool {
	hash := ""
	if f != nil {
		hash = f.Hash
	}
	return hash != base && !f.equals(text)
}

// inTx runs fn in a transaction that changes drafts, publications or files. They run one after another: what fn reads of them does
// not change before it ends.
func (s *Service) inTx(ctx context.Context, fn func(tx *database.Tx) error) error {
	return s.DB.InTx(ctx, func(tx *database.Tx) error {
		if err := tx.Lock(ctx, database.LockContent); err != nil {
			return err
		}
		return fn(tx)
	})
}

// pathFile is a file with its path.
type pathFile struct {
	Path string `db:"path"`
	File
}

// readFiles returns the files of the content folder as they are, by their paths.
func readFiles(ctx context.Context, from database.Reader) (map[string]*File, error) {
	return selectFiles(ctx, from, `SELECT path, hash, text FROM content_files WHERE superseded_at IS NULL`)
}

// readFilesAt returns the files as they were at a time.
func readFilesAt(ctx context.Context, from database.Reader, at time.Time) (map[string]*File, error) {
	return selectFiles(ctx, from, `
		SELECT path, hash, text FROM content_files WHERE reported_at <= ? AND (superseded_at IS NULL OR superseded_at > ?)`,
		database.At(at), database.At(at))
}

func selectFiles(ctx context.Context, from database.Reader, query string, args ...any) (map[string]*File, error) {
	var rows []pathFile
	if err := from.Select(ctx, &rows, query, args...); err != nil {
		return nil, err
	}
	files := make(map[string]*File, len(rows))
	for _, row := range rows {
		files[row.Path] = &row.File
	}
	return files, nil
}

// findFile returns the file at a path, or nil.
func findFile(ctx context.Context, from database.Reader, path string) (*File, error) {
	files, err := selectFiles(ctx, from, `SELECT path, hash, text FROM content_files WHERE path = ? AND superseded_at IS NULL`, path)
	return files[path], err
}
