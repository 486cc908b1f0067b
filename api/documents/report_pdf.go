package documents

import (
	"bytes"
	"context"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// maxTitle is the maximum length of an audience's title: that of a line of the content.
const maxTitle = 1000

// PDFForm are the CVs that a build made: the public one, and one for each audience of the content. A PDF is empty if it cannot
// be drawn.
type PDFForm struct {
	pdfFields

	Audiences []struct {
		pdfFields

		Slug  *string `json:"slug"`
		Title *string `json:"title"`
	} `json:"audiences"`
}

type pdfFields struct {
	FileName *string `json:"file_name"`
	PDF      []byte  `json:"pdf"` // base64 in JSON
}

// check returns the PDF without its audience, and reports wrong fields.
func (f pdfFields) check(v *httpx.Validator, nameField, pdfField string) PDF {
	isEmpty := f.PDF != nil && len(f.PDF) == 0
	v.Check(isEmpty || bytes.HasPrefix(f.PDF, []byte("%PDF-")), pdfField, httpx.NotAPDF)
	return PDF{FileName: v.RequiredText(f.FileName, maxName, nameField), Content: f.PDF}
}

// check returns the PDFs, or an httpx.Error that names every wrong field.
func (f PDFForm) check() ([]PDF, error) {
	const audiences = "audiences"
	v := httpx.NewValidator()
	all := []PDF{f.pdfFields.check(v, "file_name", "pdf")}
	for _, audience := range f.Audiences {
		pdf := audience.check(v, audiences, audiences)
		pdf.Audience = v.RequiredText(audience.Slug, maxName, audiences)
		pdf.Title = v.RequiredText(audience.Title, maxTitle, audiences)
		all = append(all, pdf)
	}
	return all, v.Err()
}

// ReportPDFs adds the CVs of a build, whose pages did not know of a first PDF. It returns an httpx.Error for wrong fields.
func (s *Service) ReportPDFs(ctx context.Context, in PDFForm) error {
	pdfs, err := in.check()
	if err != nil {
		return err
	}
	stored, err := s.PutPDFs(ctx, pdfs)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, s.changing(ctx, func(tx *database.Tx) error { return s.AddPDFs(ctx, tx, stored) }))
}
