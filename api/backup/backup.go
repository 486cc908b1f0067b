// Package backup writes the whole site into one archive, verifies archives, restores them, and sends
// an encrypted one to another place every night.
//
// An archive is a tar file: tables/NAME.jsonl with a JSON object for each row, files/NAME for each
// stored file, and manifest.json with the SHA-256 of these entries. Its last line is the SHA-256 of the
// manifest.
package backup

import (
	"context"
	"fmt"
	"math"
	"time"

	"portfolio/api/database"
	"portfolio/api/storage"
	"portfolio/api/storedfiles"
)

// Site is what is backed up, or what an archive is restored to.
type Site struct {
	DB    *database.DB
	Store storage.Store
	Clock func() time.Time
	// Program is the build that writes the archive, for the manifest.
	Program string
	// Report is called with how many rows or files of a step are done. All is 0 if their number is
	// unknown. A nil Report is skipped.
	Report func(step string, done, all int)
}

func (s *Site) report(step string, done, all int) {
	if s.Report != nil {
		s.Report(step, done, all)
	}
}

// excludedTables are the tables that are not in a backup, with the reason. Every other table is.
var excludedTables = map[string]string{
	"locks":             "the schema fills it",
	"collection_leases": "they last for minutes",
	"image_counts":      "triggers count the restored rows",
	"stored_bytes":      "triggers count the restored rows",
	"throttles":         "they last for an hour",
	"app_tokens":        "they last for minutes",
	"jobs":              "they would be sent twice",
	"offsite_backups":   "a restored site has not sent any backup",
}

// replaceableRows are the tables with rows in a new site, and the maximum number of these rows. A
// restore replaces them.
var replaceableRows = map[string]int64{
	"document_categories": 1,
	"publishing":          1,
	"audit_retention":     1,
	"counters":            math.MaxInt64,
}

// tables returns the tables that are in a backup.
func tables(ctx context.Context, tx *database.Tx) (included []database.Table, err error) {
	all, err := tx.Tables(ctx)
	for _, table := range all {
		if _, excluded := excludedTables[table.Name]; !excluded {
			included = append(included, table)
		}
	}
	return included, err
}

// ownedFiles returns the name and size of each file that a row owns.
func ownedFiles(ctx context.Context, from database.Reader) (files []storage.Info, err error) {
	err = from.Select(ctx, &files, `SELECT name, bytes AS size FROM stored_files WHERE state IN ('stored', 'trashed') ORDER BY name`)
	if err != nil {
		return nil, fmt.Errorf("list the stored files: %w", err)
	}
	return files, nil
}

// keepFiles calls fn, and no file is removed from the store meanwhile.
func (s *Site) keepFiles(ctx context.Context, fn func(context.Context) error) error {
	files := storedfiles.Files{DB: s.DB, Storage: s.Store, Clock: s.Clock}
	return files.WithLease(ctx, fn)
}
