package app

import (
	"slices"
	"testing"

	"portfolio/api/database/databasetest"
)

// Whoever refers to stored files in another table adds it to Uses, else its files are collected.
func TestUsesAreAllReferencesToStoredFiles(t *testing.T) {
	var referring, known []string
	err := databasetest.New(t).Select(t.Context(), &referring, `
		SELECT m.name || '.' || k."from" FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) k
		 WHERE m.type = 'table' AND k."table" = 'stored_files' ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	for _, use := range Uses() {
		known = append(known, use.Table+".file_id")
	}
	slices.Sort(known)
	if !slices.Equal(referring, known) {
		t.Errorf("the schema has references from %q, Uses knows %q", referring, known)
	}
}
