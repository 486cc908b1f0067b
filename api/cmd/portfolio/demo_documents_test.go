package main

import (
	"testing"
	"time"

	"portfolio/api/documents"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/database/databasetest"
	"portfolio/api/internal/files"
	"portfolio/api/internal/files/filestest"
	"portfolio/api/internal/jobs"
	"portfolio/api/internal/tokens"
	"portfolio/api/publishing"
)

func TestFillDocuments(t *testing.T) {
	databasetest.Each(t, func(t *testing.T, db *database.DB) {
		_, library := newDemoSite(t, db)
		service := &documents.Service{
			DB: db, Files: &files.Files{DB: db, Storage: filestest.Folder(t), Clock: time.Now}, Audit: audit.New(db, time.Now), Links: tokens.NewDownload([]byte("0123456789abcdef0123456789abcdef")), Clock: time.Now,
			Changed: publishing.NewQueue(jobs.New(db, time.Now)).Changed,
		}
		for range 2 { // the second time it leaves everything as it is
			noError(t, fillDocuments(t.Context(), service, library))
		}
		made, err := service.ListDocuments(t.Context())
		if err != nil || len(made) != len(demoDocuments) {
			t.Fatalf("%d documents, %v", len(made), err)
		}
		current, unfiled := 0, 0
		for _, document := range made {
			if document.IsCurrent {
				current++
			}
			if document.Category == nil {
				unfiled++
			}
		}
		if current != 2 || unfiled != 1 {
			t.Errorf("%d current, %d without a category", current, unfiled)
		}
		if cv, err := service.CurrentCV(t.Context()); err != nil || cv.Name == nil || *cv.Name != "Edda Quillane, CV" {
			t.Errorf("the CV is %+v, %v", cv, err)
		}
	})
}
