package documents

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/media"
)

// Version is a file that a document has or had, as staff see it. Number counts from 1, and the
// greatest is the current one. Size and DownloadURL are null if the file was deleted; the path is
// valid for a quarter of an hour. UploadedBy is the name of the user who uploaded or restored it,
// null if the account was deleted.
type Version struct {
	Number      int64         `db:"number" json:"number"`
	FileName    string        `db:"original_name" json:"file_name"`
	Size        *int64        `db:"size" json:"size"`
	UploadedAt  database.Time `db:"uploaded_at" json:"uploaded_at"`
	UploadedBy  *string       `db:"uploaded_by" json:"uploaded_by"`
	DownloadURL *string       `db:"-" json:"download_url"`
}

// ListVersions returns the versions of a document, the newest first, or NotFound.
func (s *Service) ListVersions(ctx context.Context, id int64) ([]Version, error) {
	if _, err := findDocument(ctx, s.DB, id); err != nil {
		return nil, err
	}
	var rows []struct {
		Version

		StoredName *string `db:"file_name"`
	}
	err := s.DB.Select(ctx, &rows, `
		SELECT v.number, v.original_name, v.file_name, CASE WHEN v.file_name IS NOT NULL THEN v.bytes END AS size, v.uploaded_at,
		       u.name AS uploaded_by
		  FROM document_versions v LEFT JOIN user_names u ON u.id = v.uploaded_by
		 WHERE v.document_id = ? ORDER BY v.number DESC`, id)
	if err != nil {
		return nil, fmt.Errorf("list the versions of a document: %w", err)
	}
	versions := make([]Version, len(rows))
	for i, row := range rows {
		versions[i] = row.Version
		versions[i].FileName = media.SavedName(row.FileName)
		if row.StoredName != nil {
			link := s.Links.Link(versionPath(id, row.Number), linkOfVersion(id, row.Number, *row.StoredName), s.Clock())
			versions[i].DownloadURL = &link
		}
	}
	return versions, nil
}

func versionPath(id, number int64) string {
	return "/api/documents/documents/" + strconv.FormatInt(id, 10) + "/versions/" + strconv.FormatInt(number, 10) + "/download/"
}

// linkOfVersion is the signed content of a link to a version.
func linkOfVersion(id, number int64, storedName string) string {
	return fmt.Sprintf("%d version %d %s", id, number, storedName)
}

// findVersion returns the file of a version, or NotFound, even if the document is in the trash or
// the file was deleted.
func findVersion(ctx context.Context, from database.Reader, id, number int64) (found file, err error) {
	err = from.Get(ctx, &found, `
		SELECT v.file_name, v.file_hash, v.bytes, v.original_name, v.content_type, v.pages
		  FROM document_versions v JOIN live_documents d ON d.id = v.document_id
		 WHERE d.id = ? AND v.number = ? AND v.file_name IS NOT NULL`, id, number)
	return found, httpx.OrNotFound(err)
}

// errCurrentVersion means that the version to restore is the current one.
var errCurrentVersion = errors.New("this is the current version")

// RestoreVersion gives a document a copy of the file of one of its versions, as a new version, and
// returns the document. It returns NotFound if the file does not exist.
func (s *Service) RestoreVersion(ctx context.Context, id, number int64) (Document, error) {
	from, err := findVersion(ctx, s.DB, id, number)
	if err != nil {
		return Document{}, fmt.Errorf("find a version of a document: %w", err)
	}
	copied := from
	copied.Name = newName()
	var after row
	err = s.Files.Copy(ctx, from.Name, copied.Name, copied.ContentType, s.changing(ctx, func(tx *database.Tx) error {
		before, err := findDocument(ctx, tx, id)
		if err != nil {
			return err
		}
		if number == before.Version {
			return errCurrentVersion
		}
		if err := s.addVersion(ctx, tx, id, copied); err != nil {
			return err
		}
		if after, err = findDocument(ctx, tx, id); err != nil {
			return err
		}
		return s.recordChange(ctx, tx, before, after)
	}))
	if errors.Is(err, errCurrentVersion) {
		after, err = findDocument(ctx, s.DB, id)
	}
	if err != nil {
		return Document{}, fmt.Errorf("restore a version of a document: %w", err)
	}
	return s.document(after), nil
}

// addVersion gives the document another file, as its newest version.
func (s *Service) addVersion(ctx context.Context, tx *database.Tx, id int64, added file) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO document_versions (document_id, number, file_name, file_hash, bytes, original_name, content_type, pages, uploaded_at, uploaded_by)
		VALUES (?, (SELECT COALESCE(MAX(number), 0) + 1 FROM document_versions WHERE document_id = ?), ?, ?, ?, ?, ?, ?, ?, ?)`,
		id, id, added.Name, added.Hash, added.Bytes, added.OriginalName, added.ContentType, added.Pages, database.At(s.Clock()), audit.ActorID(ctx))
	return err
}

// DeleteVersion deletes the file of a version for good. It returns NotFound, and Conflict for the
// current version.
func (s *Service) DeleteVersion(ctx context.Context, id, number int64) error {
	err := s.DB.InTx(ctx, s.changing(ctx, func(tx *database.Tx) error {
		document, err := findDocument(ctx, tx, id)
		if err != nil {
			return err
		}
		found, err := findVersion(ctx, tx, id, number)
		if err != nil {
			return err
		}
		if number == document.Version {
			return httpx.Conflict(httpx.VersionInUse)
		}
		_, err = tx.Exec(ctx, `UPDATE document_versions SET file_name = NULL WHERE document_id = ? AND number = ?`, id, number)
		if err != nil {
			return err
		}
		if err := s.Files.Delete(ctx, tx, found.Name); err != nil {
			return err
		}
		return s.record(ctx, tx, audit.Purged, id, document.Document.Name, fmt.Sprintf("version %d, %s", number, found.OriginalName))
	}))
	if err != nil {
		return fmt.Errorf("delete a version of a document: %w", err)
	}
	return nil
}
