package documents

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/storedfiles"
)

// Version is a file that a document has or had, as staff see it. Number counts from 1, and the greatest is that of the
// document's file. Size and DownloadURL are null when the file was deleted; the path holds for a quarter of an hour.
// UploadedBy is the name of who uploaded it or brought it back, null when that account is gone.
type Version struct {
	Number      int64         `json:"number"`
	FileName    string        `json:"file_name"`
	Size        *int64        `json:"size"`
	UploadedAt  database.Time `json:"uploaded_at"`
	UploadedBy  *string       `json:"uploaded_by"`
	DownloadURL *string       `json:"download_url"`
}

// versionRow is a version as the database has it.
type versionRow struct {
	Number       int64         `db:"number"`
	OriginalName string        `db:"original_name"`
	StoredName   *string       `db:"stored_name"`
	Bytes        *int64        `db:"byte_size"`
	UploadedAt   database.Time `db:"uploaded_at"`
	UploadedBy   *int64        `db:"uploaded_by"`
}

// version is a version whose file is there.
type version struct {
	Number int64 `db:"number"`
	file
}

// linkName is what a link to a version signs: this version of this document and these bytes.
func (v version) linkName(id int64) string { return versionLink(id, v.Number, v.StoredName) }

func versionLink(id, number int64, storedName string) string {
	return fmt.Sprintf("%d version %d %s", id, number, storedName)
}

func versionPath(id, number int64) string {
	return "/api/documents/documents/" + strconv.FormatInt(id, 10) + "/versions/" + strconv.FormatInt(number, 10) + "/download/"
}

// selectVersions is of the versions whose files are there.
const selectVersions = `
	SELECT v.number, v.file_id, f.name AS stored_name, v.original_name, v.content_type
	  FROM document_versions v JOIN stored_files f ON f.id = v.file_id`

// findVersion returns a version of a document whose file is there, or NotFound.
func findVersion(ctx context.Context, from database.Reader, id, number int64) (version, error) {
	var found version
	err := from.Get(ctx, &found, selectVersions+` WHERE v.document_id = ? AND v.number = ?`, id, number)
	if errors.Is(err, database.ErrNoRows) {
		return version{}, apperror.NotFound()
	}
	return found, err
}

// versionURL returns the signed path of a version, or nil without a file.
func (s *Service) versionURL(id, number int64, storedName *string) *string {
	if storedName == nil {
		return nil
	}
	path := s.sign(versionPath(id, number), versionLink(id, number, *storedName))
	return &path
}

// listVersions returns the versions of a document, the newest first, or NotFound.
func (s *Service) listVersions(ctx context.Context, id int64) (rows []versionRow, err error) {
	if _, err := findDocument(ctx, s.DB, `d.id = ?`, id); err != nil {
		return nil, err
	}
	err = s.DB.Select(ctx, &rows, `
		SELECT v.number, v.original_name, f.name AS stored_name, f.bytes AS byte_size, v.uploaded_at, v.uploaded_by
		  FROM document_versions v LEFT JOIN stored_files f ON f.id = v.file_id WHERE v.document_id = ? ORDER BY v.number DESC`, id)
	if err != nil {
		return nil, fmt.Errorf("list the versions of a document: %w", err)
	}
	return rows, nil
}

// RestoreVersion gives a document the file of one of its versions again, as a new version, and returns the document. It returns NotFound,
// also when that file was deleted.
func (s *Service) RestoreVersion(ctx context.Context, id, number int64) (Document, error) {
	var after row
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		return s.withPublications(ctx, tx, func() error {
			before, err := findDocument(ctx, tx, `d.id = ?`, id)
			if err != nil {
				return err
			}
			found, err := findVersion(ctx, tx, id, number)
			if err != nil {
				return err
			}
			if number < before.Version {
				if err := s.setFile(ctx, tx, id, found.file); err != nil {
					return err
				}
			}
			if after, err = findDocument(ctx, tx, `d.id = ?`, id); err != nil {
				return err
			}
			return s.recordChange(ctx, tx, before, after)
		})
	})
	if err != nil {
		return Document{}, fmt.Errorf("bring back a version of a document: %w", err)
	}
	return s.document(after), nil
}

// setFile gives the document another file, as a new version.
func (s *Service) setFile(ctx context.Context, tx *database.Tx, id int64, to file) error {
	_, err := tx.Exec(ctx, `
		UPDATE documents SET file_id = ?, original_name = ?, content_type = ?, uploaded_at = ?, uploaded_by = ? WHERE id = ?`,
		to.FileID, to.OriginalName, to.ContentType, database.At(s.Clock()), audit.ActorID(ctx), id)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO document_versions (document_id, number, original_name, content_type, uploaded_at, uploaded_by, file_id)
		SELECT id, (SELECT MAX(number) + 1 FROM document_versions WHERE document_id = documents.id),
		       original_name, content_type, uploaded_at, uploaded_by, file_id
		  FROM documents WHERE id = ?`, id)
	return err
}

// DeleteVersion deletes the file of a version for good. It returns NotFound, and Conflict for the document's own file.
func (s *Service) DeleteVersion(ctx context.Context, id, number int64) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		return s.withPublications(ctx, tx, func() error {
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
			err = s.Files.ChangeReferences(ctx, tx, []storedfiles.File{found.stored()}, func() error {
				_, err := tx.Exec(ctx, `UPDATE document_versions SET file_id = NULL WHERE document_id = ? AND number = ?`, id, number)
				return err
			})
			if err != nil {
				return err
			}
			return s.record(ctx, tx, audit.Purged, id, document.Name, fmt.Sprintf("version %d, %s", number, found.OriginalName))
		})
	})
	if err != nil {
		return fmt.Errorf("delete a version of a document: %w", err)
	}
	return nil
}
