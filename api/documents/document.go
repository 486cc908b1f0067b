package documents

import (
	"context"
	"fmt"
	"net/url"
	"strconv"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// Document is a document as clients see it. Category and CategoryName are null together. File and DownloadURL are the same
// path on this server: of a current document it is public and permanent, of another it is valid for a quarter of an hour.
// FileName is the name for a saved download. FromContent means that publications add versions to it. Version is the number
// of the file among those that the document had. Pages is 0 unless the file was made from the content. Downloads are those
// while the document was current, without the last seconds.
type Document struct {
	ID           int64         `db:"id" json:"id"`
	Name         string        `db:"name" json:"name"`
	Description  string        `db:"description" json:"description"`
	Category     *int64        `db:"category_id" json:"category"`
	CategoryName *string       `db:"category_name" json:"category_name"`
	IsCurrent    bool          `db:"is_current" json:"is_current"`
	FileName     string        `db:"-" json:"file_name"`
	Version      int64         `db:"version" json:"version"`
	Size         int64         `db:"-" json:"size"`
	Pages        int64         `db:"-" json:"pages"`
	Downloads    int64         `db:"downloads" json:"downloads"`
	File         string        `db:"-" json:"file"`
	DownloadURL  string        `db:"-" json:"download_url"`
	UploadedAt   database.Time `db:"uploaded_at" json:"uploaded_at"`
	FromContent  bool          `db:"from_content" json:"from_content"`
}

// CV is the name and the address of the CV; both are nil without a current one.
type CV struct {
	DownloadURL *string `json:"download_url"`
	Name        *string `json:"name"`
}

// row is a document in the database.
type row struct {
	Document
	file

	// Audience is nil unless it is the CV for an audience.
	Audience *string `db:"audience"`
}

// file is a file of a document. Name is its name in the store.
type file struct {
	Name         string `db:"file_name"`
	Hash         string `db:"file_hash"`
	Bytes        int64  `db:"bytes"`
	OriginalName string `db:"original_name"`
	ContentType  string `db:"content_type"`
	Pages        int64  `db:"pages"`
}

const selectDocuments = `
	SELECT d.id, d.name, d.description, d.category_id, d.category_name, d.is_current, d.from_content, d.file_name, d.file_hash, d.bytes,
	       d.original_name, d.content_type, d.pages, d.uploaded_at, d.version, d.downloads, d.audience
	  FROM live_documents d`

// ListDocuments returns every document except the CVs for an audience, newest first.
func (s *Service) ListDocuments(ctx context.Context) ([]Document, error) {
	var rows []row
	err := s.DB.Select(ctx, &rows, selectDocuments+` WHERE d.audience IS NULL ORDER BY d.uploaded_at DESC, d.id DESC`)
	if err != nil {
		return nil, fmt.Errorf("list documents: %w", err)
	}
	documents := make([]Document, 0, len(rows))
	for _, row := range rows {
		documents = append(documents, s.document(row))
	}
	return documents, nil
}

// CurrentCV returns the current document of the category CV.
func (s *Service) CurrentCV(ctx context.Context) (CV, error) {
	found, err := FindCurrentCV(ctx, s.DB)
	if found == nil {
		return CV{}, err
	}
	path := downloadPath(found.ID)
	return CV{DownloadURL: &path, Name: &found.Name}, nil
}

// findDocument returns the document of that ID, or NotFound.
func findDocument(ctx context.Context, from database.Reader, id int64) (found row, err error) {
	err = from.Get(ctx, &found, selectDocuments+` WHERE d.id = ?`, id)
	return found, httpx.OrNotFound(err)
}

func (s *Service) document(r row) Document {
	document := r.Document
	document.FileName, document.Size, document.File = media.SavedName(r.OriginalName), r.Bytes, downloadPath(r.ID)
	document.Pages = r.file.Pages
	if !r.IsCurrent {
		document.File = s.Links.Link(document.File, r.linkName(), s.Clock())
	}
	document.DownloadURL = document.File
	return document
}

// findDownload returns the document if it is current or the query is that of a valid link to it.
// Otherwise it returns NotFound or Forbidden.
func (s *Service) findDownload(ctx context.Context, id int64, query url.Values, public bool) (row, error) {
	found, err := findDocument(ctx, s.DB, id)
	if err == nil && !(found.IsCurrent && public) {
		err = s.Links.Check(query, found.linkName(), s.Clock())
	}
	return found, err
}

// findVersionDownload returns the file of a version of a document, or NotFound or Forbidden unless
// the query is that of a valid link to it.
func (s *Service) findVersionDownload(ctx context.Context, id, number int64, query url.Values) (file, error) {
	found, err := findVersion(ctx, s.DB, id, number)
	if err == nil {
		err = s.Links.Check(query, linkOfVersion(id, number, found.Name), s.Clock())
	}
	return found, err
}

// findCV returns the current CV, or NotFound.
func (s *Service) findCV(ctx context.Context) (found row, err error) {
	err = s.DB.Get(ctx, &found, selectDocuments+` WHERE d.category_name = ? AND d.is_current`, CVCategory)
	if err != nil {
		return row{}, fmt.Errorf("find the current CV: %w", httpx.OrNotFound(err))
	}
	return found, nil
}

// downloadPath is the path of the document's file.
func downloadPath(id int64) string {
	return "/api/documents/documents/" + strconv.FormatInt(id, 10) + "/download/"
}

// linkName is the signed content of a link: the document and its bytes.
func (r row) linkName() string { return strconv.FormatInt(r.ID, 10) + " " + r.file.Name }
