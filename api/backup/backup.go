// Package backup writes the whole site into one file, checks such a file, and makes a site of it again, on either
// database and either kind of storage.
//
// The file is a tar archive, so that it can be read without this program: README.txt, the rows of each table as JSON
// lines under rows/, the stored files under files/, manifest.json, and the SEAL. The manifest has the SHA-256 of each
// file and of what tar puts around it, the seal that of the manifest and of itself: no byte is left out.
package backup

import (
	"math"
	"time"

	"portfolio/api/database"
	"portfolio/api/storage"
	"portfolio/api/storedfiles"
)

// Site is what is backed up, or what a backup is restored to.
type Site struct {
	DB    *database.DB
	Store storage.Store
	// Uses are all tables that refer to stored files.
	Uses  []storedfiles.Use
	Clock func() time.Time
	// Program says which build of this program is at work, for the manifest.
	Program string
	// Report, which may be nil, is called with how far the work is.
	Report func(Progress)
}

// Progress says how far a step is: how many of its files or rows are done and, for files, how many of their bytes. What
// is not known is 0.
type Progress struct {
	Step            string
	Done, All       int
	Bytes, AllBytes int64
}

func (s *Site) files() *storedfiles.Files {
	return &storedfiles.Files{DB: s.DB, Storage: s.Store, Clock: s.Clock, Uses: s.Uses}
}

func (s *Site) report(progress Progress) {
	if s.Report != nil {
		s.Report(progress)
	}
}

// excludedTables are the tables whose rows are not in a backup, and why. Every other table is in it, whoever adds it.
var excludedTables = map[string]string{
	"locks":                "the migrations fill it, and its rows say nothing",
	"collection_leases":    "who is copying files",
	"content_version":      "every database has its own",
	"schema_compatibility": "the migrations fill it",
	"image_counts":         "triggers count the images that a restore inserts",
	"stored_bytes":         "triggers add up the files that a restore inserts",
	"throttles":            "what was tried in the last hour or so",
	"app_tokens":           "they live for two minutes",
	"mails":                "what waits was sent long ago when a backup is restored, and would be sent twice",
	"offsite_backups":      "what is known of one site's backups says nothing of those of a site that is made of one",
}

// Excluded reports whether the rows of a table are not in a backup.
func Excluded(table string) bool {
	_, excluded := excludedTables[table]
	return excluded
}

// concurrency is how many stored files are opened or put at the same time.
const concurrency = 8

// replaceableRows are the tables that have rows in a site without content, and how many at most: those that migrations
// insert, and what a running server and backups record. A restore replaces them.
var replaceableRows = map[string]int64{
	"document_categories": 1,
	"publishing":          1,
	"audit_retention":     1,
	"counters":            math.MaxInt64,
	"backup_runs":         math.MaxInt64,
}
