package site

import (
	"context"
	"strconv"

	"portfolio/api/documents"
	"portfolio/api/internal/httpx"
)

// sampleDocument is a sample document: its name, and its file in documents. Without a category name it
// has no category.
type sampleDocument struct {
	name, description string
	category          string
	current           bool
	fileName          string
}

var sampleDocuments = []sampleDocument{
	{"Edda Quillane, CV of 2024", "Before the reconciliation project.", documents.CVCategory, false, "edda-quillane-cv-2024.pdf"},
	{"Edda Quillane, CV", "The one that visitors get.", documents.CVCategory, true, "edda-quillane-cv.pdf"},
	{"Why reconciliation takes two days", "Handout of the first Ledger Talk.", "Talks", true, "reconciliation-handout.pdf"},
	{"Reading list", "Not filed anywhere yet.", "", false, "reading-list.pdf"},
}

// fillDocuments uploads the sample categories and documents that the site lacks, with the code of uploads.
func (s *Setup) fillDocuments(ctx context.Context) error {
	name, description := "Talks", "Slides and handouts."
	err := s.addMissing(ctx, documents.FindSampleCategory, name, func(ctx context.Context) error {
		_, err := s.Documents.CreateCategory(ctx, documents.CategoryFields{Name: &name, Description: &description, IsSample: true})
		return err
	})
	if err != nil {
		return err
	}
	list, err := s.Documents.ListCategories(ctx)
	if err != nil {
		return err
	}
	categories := map[string]string{}
	for _, category := range list {
		categories[category.Name] = strconv.FormatInt(category.ID, 10)
	}
	for _, document := range sampleDocuments {
		err := s.addMissing(ctx, documents.FindSampleDocument, document.fileName, func(ctx context.Context) error {
			return document.add(ctx, s, categories)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (d sampleDocument) add(ctx context.Context, s *Setup, categories map[string]string) error {
	content, err := sampleFiles.Open("sample/documents/" + d.fileName)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	file, err := s.Media.ReceiveFile(content, documents.MaxBytes, "document")
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	category, current := categories[d.category], strconv.FormatBool(d.current)
	file.ContentType = "application/pdf"
	_, err = s.Documents.Upload(ctx, documents.Fields{
		Name: &d.name, Description: &d.description, Category: httpx.ValueOf(&category), IsCurrent: httpx.ValueOf(&current),
		File: file, FileName: d.fileName, IsSample: true,
	})
	return err
}
