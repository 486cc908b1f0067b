// Package backup writes the whole site into one archive, verifies archives, restores them, and sends
// an encrypted one to another place every night.
//
// An archive is a tar file: tables/NAME.jsonl with a JSON object for each row, files/NAME for each
// stored file, and manifest.json with the SHA-256 of these entries. Its last line is the SHA-256 of the
// manifest.
package backup

import (
	"context"
	"math"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
)

// Site is a site to back up or to restore to.
type Site struct {
	DB    *database.DB
	Store files.Store
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
	"locks":           "the schema fills it",
	"deleted_files":   "the archive has none of them",
	"throttles":       "they last for an hour",
	"app_tokens":      "they last for minutes",
	"jobs":            "they would be sent twice",
	"offsite_backups": "a restored site has not sent any backup",
}

// replaceableRows are the tables with rows in a new site, and the maximum number of these rows. A
// restore replaces them.
var replaceableRows = map[string]int64{
	"document_categories": 1,
	"publishing":          1,
	"setup":               1,
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
func ownedFiles(ctx context.Context, from database.Reader) ([]files.Info, error) {
	owned, err := files.ListOwned(ctx, from)
	infos := make([]files.Info, len(owned))
	for i, file := range owned {
		infos[i] = files.Info{Name: file.Name, Size: file.Bytes}
	}
	return infos, err
}
