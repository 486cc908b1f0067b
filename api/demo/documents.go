package demo

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"

	"portfolio/api/documents"
	"portfolio/api/media"
	"portfolio/api/validate"
)

// document is a sample: a page with a heading and lines below it. The one without a category stands for none.
type document struct {
	name, description string
	category          string
	current           bool
	fileName          string
	lines             []string
}

var sampleDocuments = []document{
	{"Edda Quillane, CV of 2024", "Before the reconciliation project.", documents.CVCategory, false, "edda-quillane-cv-2024.pdf", []string{
		"Director of Product Engineering, Halyard Ledger, since 2022", "Operations Lead, Tidewater Logistics Lab, 2018 to 2022",
	}},
	{"Edda Quillane, CV", "The one that visitors get.", documents.CVCategory, true, "edda-quillane-cv.pdf", []string{
		"Director of Product Engineering, Halyard Ledger, since 2022", "Operations Lead, Tidewater Logistics Lab, 2018 to 2022",
		"Strategy Associate, Brandt and Soares, 2015 to 2018", "",
		"This file is a sample. Upload your own and mark it as current.",
	}},
	{"Why reconciliation takes two days", "Handout of the first Ledger Talk.", "Talks", true, "reconciliation-handout.pdf", []string{
		"Every transfer explains itself, or somebody explains it later.",
	}},
	{"Reading list", "Not filed anywhere yet.", "", false, "reading-list.pdf", []string{"Notes on the Analytical Engine, 1843"}},
}

// FillDocuments makes the sample categories and documents by the same code as uploads, and does nothing when there is a
// document already.
func FillDocuments(ctx context.Context, service *documents.Service, library *media.Library) error {
	existing, err := service.ListDocuments(ctx)
	if err != nil || len(existing) > 0 {
		return err
	}
	categories, err := makeCategories(ctx, service)
	if err != nil {
		return fmt.Errorf("make the sample categories: %w", err)
	}
	for _, document := range sampleDocuments {
		if err := document.add(ctx, service, library, categories); err != nil {
			return fmt.Errorf("add the sample document %s: %w", document.fileName, err)
		}
	}
	return nil
}

func makeCategories(ctx context.Context, service *documents.Service) (map[string]int64, error) {
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
		made, err := service.CreateCategory(ctx, documents.NewCategory{Name: &name, Description: &description})
		if err != nil {
			return nil, err
		}
		ids[name] = made.ID
	}
	return ids, nil
}

func (p document) add(ctx context.Context, service *documents.Service, library *media.Library, categories map[string]int64) error {
	file, err := library.ReceiveFile(bytes.NewReader(p.pdf()), documents.MaxBytes, "document")
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	id, filed := categories[p.category]
	if !filed {
		id = categories[documents.CVCategory] // an upload needs one; it is taken away again below
	}
	category, current := strconv.FormatInt(id, 10), strconv.FormatBool(p.current)
	file.ContentType = "application/pdf"
	made, err := service.Upload(ctx, documents.NewDocument{
		Name: &p.name, Description: &p.description, Category: &category, IsCurrent: &current,
		File: file, FileName: p.fileName,
	})
	if err != nil || filed {
		return err
	}
	none := ""
	_, err = service.Change(ctx, made.ID, documents.Change{Category: validate.ReferenceOf(&none)})
	return err
}

// pdf returns the document as one A4 page in a font that every reader has: PDF 1.4, ISO 32000-1 annex H.2 in short.
func (p document) pdf() []byte {
	escape := strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace
	var page strings.Builder
	fmt.Fprintf(&page, "BT /F1 20 Tf 64 760 Td (%s) Tj /F1 11 Tf 0 -14 Td", escape(p.name))
	for _, line := range p.lines {
		fmt.Fprintf(&page, " 0 -18 Td (%s) Tj", escape(line))
	}
	page.WriteString(" ET")
	objects := []string{
		"<< /Type /Catalog /Pages 2 0 R /Lang (en) >>",
		"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
		fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", page.Len(), page.String()),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
		fmt.Sprintf("<< /Title (%s) >>", escape(p.name)),
	}
	var file bytes.Buffer
	file.WriteString("%PDF-1.4\n")
	offsets := make([]int, len(objects))
	for i, object := range objects {
		offsets[i] = file.Len()
		fmt.Fprintf(&file, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := file.Len()
	fmt.Fprintf(&file, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&file, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&file, "trailer\n<< /Size %d /Root 1 0 R /Info 6 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return file.Bytes()
}
