package setup

import (
	"context"
	"fmt"
	"strconv"

	"portfolio/api/documents"
	"portfolio/api/internal/apperror"
	"portfolio/api/internal/media"
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

// fillDocuments uploads the sample categories and documents with the code of uploads. It does
// nothing if the site has a document.
func fillDocuments(ctx context.Context, service *documents.Service, library *media.Library) error {
	existing, err := service.ListDocuments(ctx)
	if err != nil || len(existing) > 0 {
		return err
	}
	categories, err := makeSampleCategories(ctx, service)
	if err != nil {
		return fmt.Errorf("create the sample categories: %w", err)
	}
	for _, document := range sampleDocuments {
		if err := document.add(ctx, service, library, categories); err != nil {
			return fmt.Errorf("add the sample document %s: %w", document.fileName, err)
		}
	}
	return nil
}

func makeSampleCategories(ctx context.Context, service *documents.Service) (map[string]int64, error) {
	list, err := service.ListCategories(ctx)
	if err != nil {
		return nil, err
	}
	ids := map[string]int64{}
	for _, category := range list {
		ids[category.Name] = category.ID
	}
	if _, there := ids["Talks"]; !there {
		name, description := "Talks", "Slides and handouts."
		made, err := service.CreateCategory(ctx, documents.CategoryFields{Name: &name, Description: &description})
		if err != nil {
			return nil, err
		}
		ids[name] = made.ID
	}
	return ids, nil
}

func (d sampleDocument) add(ctx context.Context, service *documents.Service, library *media.Library, categories map[string]int64) error {
	content, err := sampleFiles.Open("sample/documents/" + d.fileName)
	if err != nil {
		return err
	}
	defer func() { _ = content.Close() }()
	file, err := library.ReceiveFile(content, documents.MaxBytes, "document")
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	id, filed := categories[d.category]
	if !filed {
		id = categories[documents.CVCategory] // an upload needs one; it is taken away again below
	}
	category, current := strconv.FormatInt(id, 10), strconv.FormatBool(d.current)
	file.ContentType = "application/pdf"
	made, err := service.Upload(ctx, documents.Fields{
		Name: &d.name, Description: &d.description, Category: apperror.ValueOf(&category), IsCurrent: apperror.ValueOf(&current),
		File: file, FileName: d.fileName,
	})
	if err != nil || filed {
		return err
	}
	none := ""
	_, err = service.Change(ctx, made.ID, documents.Fields{Category: apperror.ValueOf(&none)})
	return err
}
