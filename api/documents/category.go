package documents

import (
	"context"
	"fmt"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/audit"
	"portfolio/api/database"
	"portfolio/api/validate"
)

// Category is what documents are sorted by.
type Category struct {
	ID          int64  `db:"id" json:"id"`
	Name        string `db:"name" json:"name"`
	Description string `db:"description" json:"description"`
}

// NewCategory is the fields that a client sent to make a category; nil for a field that it did not send.
type NewCategory struct {
	Name        *string `json:"name"`
	Description *string `json:"description"`
}

// ListCategories returns all categories by name.
func (s *Service) ListCategories(ctx context.Context) ([]Category, error) {
	categories, err := listCategories(ctx, s.DB)
	if err != nil {
		return nil, fmt.Errorf("list categories: %w", err)
	}
	return categories, nil
}

func listCategories(ctx context.Context, from database.Reader) ([]Category, error) {
	categories := []Category{}
	err := from.Select(ctx, &categories, `SELECT id, name, description FROM document_categories ORDER BY LOWER(name), id`)
	return categories, err
}

// CreateCategory makes a category and returns it, or an apperror that names every wrong field. Names that differ in their
// letters' case only are the same.
func (s *Service) CreateCategory(ctx context.Context, in NewCategory) (Category, error) {
	v := validate.New()
	category := Category{
		Name:        v.RequiredText(in.Name, maxCategory, "name"),
		Description: v.OptionalText(in.Description, maxDescription, "description"),
	}
	if err := v.Err(); err != nil {
		return Category{}, err
	}
	taken := apperror.InvalidField("name", apperror.CategoryTaken)
	err := s.DB.InTx(ctx, func(tx *database.Tx) error {
		existing, err := listCategories(ctx, tx)
		if err != nil {
			return err
		}
		for _, other := range existing {
			if strings.EqualFold(other.Name, category.Name) {
				return taken
			}
		}
		err = tx.Get(ctx, &category.ID, `
			INSERT INTO document_categories (name, description) VALUES (?, ?) RETURNING id`, category.Name, category.Description)
		if err != nil {
			return err
		}
		return s.Audit.RecordIn(ctx, tx, audit.Event{
			Action: audit.CategoryCreated, Kind: audit.Category, TargetID: category.ID, Target: category.Name,
		})
	})
	switch {
	case database.IsUnique(err):
		return Category{}, taken
	case err != nil:
		return Category{}, fmt.Errorf("create a category: %w", err)
	}
	return category, nil
}

// findCategory returns the id of the category that a client chose, nil for none, and records under "category" what is
// wrong with it.
func (s *Service) findCategory(ctx context.Context, v *validate.Validator, choice validate.Reference) (*int64, error) {
	id := v.Reference(choice, "category")
	if choice.None() || !v.Valid("category") {
		return nil, nil
	}
	found := 0
	if err := s.DB.Get(ctx, &found, `SELECT COUNT(*) FROM document_categories WHERE id = ?`, id); err != nil {
		return nil, fmt.Errorf("find a category: %w", err)
	}
	if found == 0 {
		v.Missing(choice, "category")
	}
	return &id, nil
}
