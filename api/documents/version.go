package documents

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
)

// Version is a file that a document has or had, as staff see it. Number counts from 1, and the greatest is the current
// one. Size and DownloadURL are null if the file was deleted; the path is valid for a quarter of an hour. UploadedBy is
// the name of who uploaded or restored it, null if that account is gone.
type Version struct {
	Number      int64         `json:"number"`
	FileName    string        `json:"file_name"`
	Size        *int64        `json:"size"`
	UploadedAt  database.Time `json:"uploaded_at"`
	UploadedBy  *string       `json:"uploaded_by"`
	DownloadURL *string       `json:"download_url"`
}

// versionRow is a version in the database. StoredName and Bytes are nil if the file was deleted.
type versionRow struct {
	Number       int64         `db:"number"`
	OriginalName string        `db:"original_name"`
	StoredName   *string       `db:"file_name"`
	Bytes        *int64        `db:"bytes"`
	UploadedAt   database.Time `db:"uploaded_at"`
	UploadedBy   *int64        `db:"uploaded_by"`
}

// linkOfVersion is the signed content of a link to a version.
func linkOfVersion(id, number int64, storedName string) string {
	return fmt.Sprintf("%d version %d %s", id, number, storedName)
}

func versionPath(id, number int64) string {
	return "/api/documents/documents/" + strconv.FormatInt(id, 10) + "/versions/" + strconv.FormatInt(number, 10) + "/download/"
}

// findVersion returns the file of a version, or NotFound, also if the document is in the trash or
// the file was deleted.
func findVersion(ctx context.Context, from database.Reader, id, number int64) (found file, err error) {
	err = from.Get(ctx, &found, `
		SELECT v.file_name, v.file_hash, v.bytes, v.original_name, v.content_type
		  FROM document_versions v JOIN live_documents d ON d.id = v.document_id
		 WHERE d.id = ? AND v.number = ? AND v.file_name IS NOT NULL`, id, number)
	if errors.Is(err, database.ErrNoRows) {
		err = apperror.NotFound()
	}
	return found, err
}

// versionURL returns the signed path of a version, or nil without a file.
func (s *Service) versionURL(id, number int64, storedName *string) *string {
	if storedName == nil {
		return nil
	}
	path := s.sign(versionPath(id, number), linkOfVersion(id, number, *storedName))
	return &path
}

// listVersions returns the versions of a document, the newest first, or NotFound.
func (s *Service) listVersions(ctx context.Context, id int64) (rows []versionRow, err error) {
	if _, err := findDocument(ctx, s.DB, `d.id = ?`, id); err != nil {
		return nil, err
	}
	err = s.DB.Select(ctx, &rows, `
		SELECT number, original_name, file_name, CASE WHEN file_name IS NOT NULL THEN bytes END AS bytes, uploaded_at, uploaded_by
		  FROM document_versions WHERE document_id = ? ORDER BY number DESC`, id)
	if err != nil {
		return nil, fmt.Errorf("list the versions of a document: %w", err)
	}
	return rows, nil
}

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
	restore := func(tx *database.Tx) error {
		before, err := findDocument(ctx, tx, `d.id = ?`, id)
		if err != nil {
			return err
		}
		if number == before.Version {
			return errCurrentVersion
		}
		if err := s.addVersion(ctx, tx, id, copied, audit.ActorID(ctx)); err != nil {
			return err
		}
		if after, err = findDocument(ctx, tx, `d.id = ?`, id); err != nil {
			return err
		}
		return s.recordChange(ctx, tx, before, after)
	}
	err = s.Files.Copy(ctx, from.Name, copied.Name, copied.ContentType, func(tx *database.Tx) error {
		return s.changing(ctx, tx, func() error { return restore(tx) })
	})
	if errors.Is(err, errCurrentVersion) {
		after, err = findDocument(ctx, s.DB, `d.id = ?`, id)
	}
	if err != nil {
		return Document{}, fmt.Errorf("restore a version of a document: %w", err)
	}
	return s.document(after), nil
}

// errCurrentVersion means that the version to restore is the current one.
var errCurrentVersion = errors.New("this is the current version")

// addVersion gives the document another file, as its newest version.
func (s *Service) addVersion(ctx context.Context, tx *database.Tx, id int64, added file, uploader *int64) error {
	_, err := tx.Exec(ctx, `
		INSERT INTO document_versions (document_id, number, file_name, file_hash, bytes, original_name, content_type, uploaded_at, uploaded_by)
		VALUES (?, (SELECT COALESCE(MAX(number), 0) + 1 FROM document_versions WHERE document_id = ?), ?, ?, ?, ?, ?, ?, ?)`,
		id, id, added.Name, added.Hash, added.Bytes, added.OriginalName, added.ContentType, database.At(s.Clock()), uploader)
	return err
}

// DeleteVersion deletes the file of a version for good. It returns NotFound, and Conflict for the current version.
func (s *Service) DeleteVersion(ctx context.Context, id, number int64) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		return s.changing(ctx, tx, func() error {
			document, err := findDocument(ctx, tx, `d.id = ?`, id)
			if err != nil {
				return err
			}
			found, err := findVersion(ctx, tx, id, number)
			if err != nil {
				return err
			}
			if number == document.Version {
				return apperror.Conflict(apperror.VersionInUse)
			}
			_, err = tx.Exec(ctx, `UPDATE document_versions SET file_name = NULL WHERE document_id = ? AND number = ?`, id, number)
			if err != nil {
				return err
			}
			if err := s.Files.Delete(ctx, tx, found.Name); err != nil {
				return err
			}
			return s.record(ctx, tx, audit.Purged, id, document.Document.Name, fmt.Sprintf("version %d, %s", number, found.OriginalName))
		})
	})
	if err != nil {
		return fmt.Errorf("delete a version of a document: %w", err)
	}
	return nil
}
