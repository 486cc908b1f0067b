package documents

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/trash"
)

// TrashKinds are the kinds of what this feature puts into the trash: documents, with the files of all their versions, and categories.
func (s *Service) TrashKinds() []trash.Kind {
	return []trash.Kind{{Name: audit.Document, Restore: s.restoreDocument}, {Name: audit.Category, Restore: s.restoreCategory}}
}

// trashedDocument is what the trash has of a document.
type trashedDocument struct {
	Row      database.Row `json:"row"`
	Category *string      `json:"category"` // its name
	Versions []int64      `json:"versions"` // whose files the item has, in their order
}

// trashedCategory is what the trash has of a category.
type trashedCategory struct {
	Row       database.Row `json:"row"`
	Documents []int64      `json:"documents"` // that were in it
	Current   *int64       `json:"current"`   // the current one of them
}

// moveToTrash puts a document into the trash and deletes it. Its versions stay, without their files.
func (s *Service) moveToTrash(ctx context.Context, tx *database.Tx, found row) (item int64, err error) {
	content := trashedDocument{Category: found.CategoryName}
	if content.Row, err = tx.ReadRow(ctx, "documents", found.ID); err != nil {
		return 0, err
	}
	trashed := trash.Item{Kind: audit.Document, FormerID: found.ID, Name: found.Name}
	if uploader, ok := content.Row["uploaded_by"].(int64); ok {
		trashed.UploadedBy = &uploader
	}
	delete(content.Row, "uploaded_by")
	var versions []version
	err = tx.Select(ctx, &versions, selectVersions+` WHERE v.document_id = ? ORDER BY v.number`, found.ID)
	if err != nil {
		return 0, err
	}
	for _, version := range versions {
		content.Versions = append(content.Versions, version.Number)
		trashed.Files = append(trashed.Files, version.stored())
	}
	return item, s.Files.ChangeReferences(ctx, tx, trashed.Files, func() error {
		if item, err = s.Trash.Add(ctx, tx, trashed, content); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM documents WHERE id = ?`, found.ID)
		return err
	})
}

// restoreDocument puts a document back into its category, as the current one where no other has become that.
func (s *Service) restoreDocument(ctx context.Context, tx *database.Tx, item trash.Item, remove func() error) (notes []string, err error) {
	var content trashedDocument
	if err := json.Unmarshal([]byte(item.Content), &content); err != nil {
		return nil, err
	}
	document := content.Row
	document["uploaded_by"] = item.UploadedBy
	err = s.withPublications(ctx, tx, func() error {
		if document["category_id"] != nil {
			note, err := findPlace(ctx, tx, document, *content.Category)
			if err != nil {
				return err
			}
			if note != "" {
				notes = append(notes, note)
			}
		}
		return s.Files.ChangeReferences(ctx, tx, item.Files, func() error {
			if err := remove(); err != nil {
				return err
			}
			if err := tx.InsertRow(ctx, "documents", document); err != nil {
				return err
			}
			for i, number := range content.Versions {
				_, err := tx.Exec(ctx, `UPDATE document_versions SET file_id = ? WHERE document_id = ? AND number = ?`, item.Files[i].ID, item.FormerID, number)
				if err != nil {
					return err
				}
			}
			return nil
		})
	})
	return notes, err
}

// findPlace takes from the document the category that is gone and the mark that another document has, and says so.
func findPlace(ctx context.Context, tx *database.Tx, document database.Row, category string) (note string, err error) {
	_, err = lockCategory(ctx, tx, document["category_id"])
	var missing *apperror.Error
	if errors.As(err, &missing) {
		document["category_id"], document["is_current"] = nil, false
		return fmt.Sprintf("Its category “%s” is no longer there, so the document is in none.", category), nil
	}
	if err != nil || document["is_current"] != true {
		return "", err
	}
	var current string
	err = tx.Get(ctx, &current, `SELECT name FROM documents WHERE category_id = ? AND is_current`, document["category_id"])
	if errors.Is(err, database.ErrNoRows) {
		return "", nil
	}
	document["is_current"] = false
	return fmt.Sprintf("“%s” is the current document of “%s” by now, so this one is not.", current, category), err
}

// restoreCategory puts a category back, and into it those of its documents that are in none, of which the current one is that again.
func (s *Service) restoreCategory(ctx context.Context, tx *database.Tx, item trash.Item, remove func() error) (notes []string, err error) {
	var content trashedCategory
	if err := json.Unmarshal([]byte(item.Content), &content); err != nil {
		return nil, err
	}
	if err := remove(); err != nil {
		return nil, err
	}
	err = s.withPublications(ctx, tx, func() error {
		category := Category{ID: item.FormerID, Name: item.Name}
		var taken *apperror.Error
		if err := checkCategoryName(ctx, tx, &category); errors.As(err, &taken) {
			return apperror.Conflict(apperror.PlaceTaken)
		} else if err != nil {
			return err
		}
		if err := tx.InsertRow(ctx, "document_categories", content.Row); err != nil {
			return err
		}
		missing := 0
		for _, id := range content.Documents {
			n, err := tx.Exec(ctx, `UPDATE documents SET category_id = ?, is_current = ? WHERE id = ? AND category_id IS NULL`,
				item.FormerID, content.Current != nil && *content.Current == id, id)
			if err != nil {
				return err
			}
			if n == 0 {
				missing++
			}
		}
		if missing > 0 {
			notes = append(notes, fmt.Sprintf("Not in it again: %d of its %d documents, which were deleted or are in another category.", missing, len(content.Documents)))
		}
		return nil
	})
	return notes, err
}
