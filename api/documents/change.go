package documents

import (
	"context"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/failpoint"
	"portfolio/api/storedfiles"
	"portfolio/api/validate"
)

// Change is the fields that a client sent to change a document; those that it did not send stay.
type Change struct {
	Name        *string            `json:"name"`
	Description *string            `json:"description"`
	Category    validate.Reference `json:"category"`
	IsCurrent   validate.Flag      `json:"is_current"`
}

// Change changes a document and returns it as it is then, or an apperror: NotFound, or one that names every wrong field.
// A document that becomes current replaces the previous current one of its category. One that moves to another
// category is current there only when the client says so.
func (s *Service) Change(ctx context.Context, id int64, in Change) (Document, error) {
	v := validate.New()
	category, err := s.findCategory(ctx, v, in.Category)
	if err != nil {
		return Document{}, err
	}
	var changed row
	err = s.DB.InTx(ctx, func(tx *database.Tx) error {
		// Before the document is read: what it says about being current must not change meanwhile.
		if err := tx.Lock(ctx, database.LockCurrent); err != nil {
			return err
		}
		found, err := findDocument(ctx, tx, `d.id = ?`, id)
		if err != nil {
			return err
		}
		before := found
		in.apply(v, &found, category)
		if err := v.Err(); err != nil {
			return err
		}
		if err := update(ctx, tx, found); err != nil {
			return err
		}
		if changed, err = findDocument(ctx, tx, `d.id = ?`, id); err != nil {
			return err
		}
		if err := s.recordChange(ctx, tx, before, changed); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	})
	if err != nil {
		return Document{}, fmt.Errorf("change a document: %w", err)
	}
	return s.document(changed), nil
}

// apply puts what the client sent into the document, and records what is wrong with it.
func (in Change) apply(v *validate.Validator, to *row, category *int64) {
	to.Name = v.ChangedText(in.Name, to.Name, maxName, "name")
	if in.Description != nil {
		to.Description = v.OptionalText(in.Description, maxDescription, "description")
	}
	if in.Category.Sent && !sameID(category, to.Category) {
		to.Category, to.IsCurrent = category, false
	}
	to.IsCurrent = v.Flag(in.IsCurrent, to.IsCurrent, "is_current")
	if v.Valid("category") {
		v.Check(!to.IsCurrent || to.Category != nil, "category", apperror.CurrentNowhere)
	}
}

func sameID(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }

func update(ctx context.Context, tx *database.Tx, d row) error {
	if d.IsCurrent {
		if err := unmarkOthers(ctx, tx, *d.Category, d.ID); err != nil {
			return err
		}
	}
	_, err := tx.Exec(ctx, `
		UPDATE documents SET name = ?, description = ?, category_id = ?, is_current = ? WHERE id = ?`,
		d.Name, d.Description, d.Category, d.IsCurrent, d.ID)
	return err
}

// Delete removes a document, or returns NotFound. Its file goes, unless another document has the same bytes.
func (s *Service) Delete(ctx context.Context, id int64) error {
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		// Of two that delete it, the second waits here and finds nothing.
		if _, err := tx.Exec(ctx, `UPDATE documents SET name = name WHERE id = ?`, id); err != nil {
			return err
		}
		found, err := findDocument(ctx, tx, `d.id = ?`, id)
		if err != nil {
			return err
		}
		err = s.Files.ChangeReferences(ctx, tx, []storedfiles.File{{ID: found.FileID, Name: found.StoredName}}, func() error {
			_, err := tx.Exec(ctx, `DELETE FROM documents WHERE id = ?`, id)
			return err
		})
		if err != nil {
			return err
		}
		failpoint.Reach("document deleted")
		if err := s.record(ctx, tx, audit.DocumentDeleted, id, found.Name, ""); err != nil {
			return err
		}
		return s.Changed(ctx, tx)
	})
	if err != nil {
		return fmt.Errorf("delete a document: %w", err)
	}
	failpoint.Reach("document gone")
	return nil
}
