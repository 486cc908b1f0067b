package documents

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// PDF is a CV that was made from the content. Audience is the name of its file in cv/audiences, without ".md", and Title that of
// the audience; both are "" for the public CV. FileName is the name for a saved download. Content is empty if the fonts of the
// PDF lack a letter.
type PDF struct {
	Audience string `json:"slug"`
	Title    string `json:"title"`
	FileName string `json:"fileName"`
	Content  []byte `json:"pdf"`
}

// pdfType is the content type of a PDF.
const pdfType = "application/pdf"

// pageObject begins each page of the PDFs that the prerenderer makes, and nothing else.
const pageObject = "/Type /Page\n"

// fromContent is a document that is made from the content. Hash is that of the last PDF that was made
// for it, "" before the first; a restored version has another. Undrawn means that the PDF lacks letters
// of the content.
type fromContent struct {
	ID      int64  `db:"id"`
	Name    string `db:"name"`
	Hash    string `db:"content_pdf_hash"`
	Undrawn bool   `db:"content_undrawn"`
}

// findFromContent returns the CV for an audience, or with "" the public one.
func findFromContent(ctx context.Context, from database.Reader, audience string) (found fromContent, exists bool, err error) {
	exists, err = from.Find(ctx, &found, `
		SELECT id, name, content_pdf_hash, content_undrawn FROM documents
		 WHERE content_pdf_hash IS NOT NULL AND deleted_at IS NULL AND COALESCE(audience, '') = ?`, audience)
	if err != nil {
		err = fmt.Errorf("find the document made from the content: %w", err)
	}
	return found, exists, err
}

// MakeFromContent adds a document that is made from the content to the category CV, unless there is one,
// or puts the one there is back into it if the category was deleted since. It makes a missing category,
// and queues the rendering that makes its first PDF. From then on it is listed, and current unless
// another document of its category is. It takes locks that others wait for: call it late in a transaction.
func (s *Service) MakeFromContent(ctx context.Context, tx *database.Tx) error {
	if err := tx.Lock(ctx, database.LockCurrent); err != nil {
		return err
	}
	category, err := s.makeCVCategory(ctx, tx)
	if err != nil {
		return err
	}
	found, exists, err := findFromContent(ctx, tx, "")
	if err != nil {
		return err
	}
	if found.Hash != "" {
		return s.putBack(ctx, tx, found.ID, category)
	}
	if !exists {
		err = tx.Get(ctx, &found.ID, `
			INSERT INTO documents (name, category_id, content_pdf_hash) VALUES (?, ?, '') RETURNING id`, CVCategory, category)
		if err != nil {
			return fmt.Errorf("add a document made from the content: %w", err)
		}
		if err := s.record(ctx, tx, audit.DocumentUploaded, found.ID, CVCategory, "made from the content"); err != nil {
			return err
		}
	}
	if err := s.putBack(ctx, tx, found.ID, category); err != nil {
		return err
	}
	return s.Pages.ChangedNow(ctx, tx)
}

// makeCVCategory returns the ID of the category CV, which it creates if staff have deleted it.
func (s *Service) makeCVCategory(ctx context.Context, tx *database.Tx) (id int64, err error) {
	exists, err := tx.Find(ctx, &id, `SELECT id FROM live_categories WHERE name = ?`, CVCategory)
	if err != nil || exists {
		return id, err
	}
	err = tx.Get(ctx, &id, `
		INSERT INTO document_categories (name, description) VALUES (?, ?) RETURNING id`, CVCategory, cvCategoryDescription)
	if err != nil {
		return 0, fmt.Errorf("make the category of the CV: %w", err)
	}
	return id, s.recordCategory(ctx, tx, audit.CategoryCreated, Category{ID: id, Name: CVCategory}, "")
}

// putBack gives the document made from the content its category back, where it is current unless another
// document is.
func (s *Service) putBack(ctx context.Context, tx *database.Tx, id, category int64) error {
	n, err := tx.Exec(ctx, `
		UPDATE documents SET category_id = ?, is_current = content_pdf_hash <> '' AND NOT EXISTS (
		  SELECT 1 FROM documents other WHERE other.category_id = ? AND other.is_current AND other.deleted_at IS NULL)
		 WHERE id = ? AND (category_id IS NULL OR category_id NOT IN (SELECT id FROM live_categories))`, category, category, id)
	if err != nil || n == 0 {
		return err
	}
	if err := s.record(ctx, tx, audit.DocumentChanged, id, CVCategory, "category"); err != nil {
		return err
	}
	return s.Pages.ChangedSoon(ctx, tx)
}

// AddFromContent is MakeFromContent in a new transaction.
func (s *Service) AddFromContent(ctx context.Context) error {
	return s.DB.InTx(ctx, func(tx *database.Tx) error { return s.MakeFromContent(ctx, tx) })
}

// StoredPDF is a PDF in the store that no document has yet. Its file is missing if there is no PDF, or no new one.
type StoredPDF struct {
	audience, title string
	file            file
	undrawn         bool
}

// PutPDFs stores PDFs for AddPDFs, except empty ones and those that are the last ones that were made.
func (s *Service) PutPDFs(ctx context.Context, pdfs []PDF) ([]StoredPDF, error) {
	all := make([]StoredPDF, len(pdfs))
	for i, pdf := range pdfs {
		file, err := s.putPDF(ctx, pdf)
		if err != nil {
			return nil, err
		}
		all[i] = StoredPDF{pdf.Audience, pdf.Title, file, len(pdf.Content) == 0}
	}
	return all, nil
}

func (s *Service) putPDF(ctx context.Context, pdf PDF) (file, error) {
	sum := sha256.Sum256(pdf.Content)
	added := file{
		Name: newName(), Hash: hex.EncodeToString(sum[:]), Bytes: int64(len(pdf.Content)), OriginalName: pdf.FileName, ContentType: pdfType,
		Pages: int64(bytes.Count(pdf.Content, []byte(pageObject))),
	}
	found, exists, err := findFromContent(ctx, s.DB, pdf.Audience)
	isAsked := exists || pdf.Audience != ""
	if err != nil || !isAsked || found.Hash == added.Hash || len(pdf.Content) == 0 {
		return file{}, err
	}
	if err := s.Files.Put(ctx, added.Name, pdfType, bytes.NewReader(pdf.Content)); err != nil {
		return file{}, fmt.Errorf("store a CV made from the content: %w", err)
	}
	return added, nil
}

// AddPDFs makes PDFs the newest versions of the documents that are made from the content, unless another replica was faster.
// The first PDF of the public CV names the document, and makes it current: the caller's pages already know (WillHaveCV). It
// records whether the content has letters that a PDF lacks: the document then keeps its last PDF. CVs for other audiences
// than those of the PDFs go into the trash. It takes locks that others wait for: call it late in a transaction.
func (s *Service) AddPDFs(ctx context.Context, tx *database.Tx, stored []StoredPDF) error {
	err := tx.Lock(ctx, database.LockCurrent)
	for _, pdf := range stored {
		if err == nil {
			err = s.addPDF(ctx, tx, pdf)
		}
	}
	if err == nil {
		err = s.deleteAudiences(ctx, tx, stored)
	}
	if err != nil {
		return fmt.Errorf("add the CVs made from the content: %w", err)
	}
	return nil
}

func (s *Service) addPDF(ctx context.Context, tx *database.Tx, pdf StoredPDF) error {
	found, exists, err := findFromContent(ctx, tx, pdf.audience)
	if err == nil && pdf.audience != "" {
		exists = true
		found, err = s.nameAudience(ctx, tx, found, pdf)
	}
	if err != nil || !exists {
		return err
	}
	_, err = tx.Exec(ctx, `UPDATE documents SET content_undrawn = ? WHERE id = ? AND content_undrawn <> ?`, pdf.undrawn, found.ID, pdf.undrawn)
	if err != nil || pdf.file.Name == "" || found.Hash == pdf.file.Hash {
		return err
	}
	before := row{}
	if found.Hash != "" {
		if before, err = findDocument(ctx, tx, found.ID); err != nil {
			return err
		}
	} else if pdf.audience == "" {
		if err := nameAndMark(ctx, tx, found.ID, strings.TrimSuffix(pdf.file.OriginalName, ".pdf")); err != nil {
			return err
		}
	}
	if err := s.addVersion(ctx, tx, found.ID, pdf.file); err != nil {
		return err
	}
	if err := s.deleteOldVersions(ctx, tx, found.ID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE documents SET content_pdf_hash = ? WHERE id = ?`, pdf.file.Hash, found.ID); err != nil {
		return err
	}
	after, err := findDocument(ctx, tx, found.ID)
	if err != nil {
		return err
	}
	if found.Hash == "" {
		before = after
		before.IsCurrent = false
	}
	return s.recordChange(ctx, tx, before, after)
}

// keptVersions is how many versions that were made from the content the document keeps.
const keptVersions = 20

// deleteOldVersions deletes the other ones, with their files. A version that staff restored names its
// user, and is kept.
func (s *Service) deleteOldVersions(ctx context.Context, tx *database.Tx, id int64) error {
	var names []string
	err := tx.Select(ctx, &names, `
		DELETE FROM document_versions WHERE document_id = ? AND uploaded_by IS NULL AND number NOT IN (
		  SELECT number FROM document_versions WHERE document_id = ? AND uploaded_by IS NULL ORDER BY number DESC LIMIT ?)
		RETURNING COALESCE(file_name, '')`, id, id, keptVersions)
	if err != nil {
		return fmt.Errorf("delete old versions: %w", err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" }) // staff have deleted that file
	return s.Files.Delete(ctx, tx, names...)
}

// nameAndMark names the document, and makes it current unless another one of its category is.
func nameAndMark(ctx context.Context, tx *database.Tx, id int64, name string) error {
	_, err := tx.Exec(ctx, `
		UPDATE documents SET name = ?, is_current = category_id IS NOT NULL AND NOT EXISTS (
		  SELECT 1 FROM documents other WHERE other.category_id = documents.category_id AND other.is_current AND other.deleted_at IS NULL)
		 WHERE id = ?`, name, id)
	return err
}

// WillHaveCV reports whether visitors can download a CV once the current rendering has made its PDF, and whether the CV waits
// for that.
func WillHaveCV(ctx context.Context, from database.Reader) (has, waits bool, err error) {
	cv, err := FindCurrentCV(ctx, from)
	if err != nil || cv != nil {
		return cv != nil, false, err
	}
	found, exists, err := findFromContent(ctx, from, "")
	waits = exists && found.Hash == ""
	return waits, waits, err
}

// CVSources are the documents that the owner can choose as the CV. Waits means that FromContent is nil
// because its first PDF is still to be made. Undrawn means that the PDF lacks letters of the content.
type CVSources struct {
	FromContent *CurrentCV
	Waits       bool
	Undrawn     bool
	// Own is the current document of the category CV that was uploaded, or the newest one.
	Own *CurrentCV
}

// FindCVSources returns the documents that can be the CV.
func FindCVSources(ctx context.Context, from database.Reader) (sources CVSources, err error) {
	var rows []struct {
		CurrentCV
		FromContent bool `db:"from_content"`
	}
	err = from.Select(ctx, &rows, `
		SELECT id, name, uploaded_at, from_content FROM live_documents
		 WHERE audience IS NULL AND (from_content OR category_name = ?) ORDER BY is_current, uploaded_at, id`, CVCategory)
	if err != nil {
		return CVSources{}, fmt.Errorf("find the documents for the CV: %w", err)
	}
	for i := range rows {
		if rows[i].FromContent {
			sources.FromContent = &rows[i].CurrentCV
		} else {
			sources.Own = &rows[i].CurrentCV
		}
	}
	found, exists, err := findFromContent(ctx, from, "")
	sources.Undrawn = found.Undrawn
	sources.Waits = exists && sources.FromContent == nil && !found.Undrawn
	return sources, err
}
