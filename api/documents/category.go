package documents

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Category is what documents are sorted by.
type Category struct {
	ID          int64  `db:"id" json:"id"`
	Name        string `db:"name" json:"name"`
	Description string `db:"description" json:"description"`
}

// CategoryFields are the fields of a category that a client sent; nil for one that it did not send.
type CategoryFields struct {
	Name        *string `json:"name"`
	Description *string `json:"description"`
	// IsSample means that ClearSample deletes it.
	IsSample bool `json:"-"`
}

// ListCategories returns all categories, sorted by name.
func (s *Service) ListCategories(ctx context.Context) ([]Category, error) {
	categories, err := listCategories(ctx, s.DB)
	if err != nil {
		return nil, fmt.Errorf("list categories: %w", err)
	}
	return categories, nil
}

func listCategories(ctx context.Context, from database.Reader) ([]Category, error) {
	categories := []Category{}
	err := from.Select(ctx, &categories, `SELECT id, name, description FROM live_categories ORDER BY id`)
	slices.SortStableFunc(categories, func(a, b Category) int {
		return cmp.Compare(database.SearchKey(a.Name), database.SearchKey(b.Name))
	})
	return categories, err
}

// CreateCategory makes a category and returns it, or an httpx.Error that names every wrong field. Names that differ in their
// letters' case only are the same.
func (s *Service) CreateCategory(ctx context.Context, in CategoryFields) (Category, error) {
	v := httpx.NewValidator()
	category := Category{
		Name:        v.RequiredText(in.Name, maxCategory, "name"),
		Description: v.OptionalText(in.Description, maxDescription, "description"),
	}
	if err := v.Err(); err != nil {
		return Category{}, err
	}
	err := s.storeCategory(ctx, func(tx *database.Tx) error {
		if err := checkCategoryName(ctx, tx, &category); err != nil {
			return err
		}
		err := tx.Get(ctx, &category.ID, `
			INSERT INTO document_categories (name, description, is_sample) VALUES (?, ?, ?) RETURNING id`, category.Name, category.Description, in.IsSample)
		if err != nil {
			return err
		}
		return s.recordCategory(ctx, tx, audit.CategoryCreated, category, "")
	})
	if err != nil {
		return Category{}, fmt.Errorf("create a category: %w", err)
	}
	return category, nil
}

// ChangeCategory changes a category and returns it, or NotFound, or an httpx.Error that names the
// invalid fields. The category of the CV cannot be renamed.
func (s *Service) ChangeCategory(ctx context.Context, id int64, in CategoryFields) (category Category, err error) {
	err = s.storeCategory(ctx, func(tx *database.Tx) error {
		before, err := lockCategory(ctx, tx, id)
		if err != nil {
			return err
		}
		v := httpx.NewValidator()
		category = before
		category.Name = v.ChangedText(in.Name, before.Name, maxCategory, "name")
		category.Description = v.ChangedOptionalText(in.Description, before.Description, maxDescription, "description")
		v.Check(before.Name != CVCategory || strings.EqualFold(category.Name, CVCategory) || !v.Valid("name"), "name", httpx.CVCategoryName)
		if err := v.Err(); err != nil || category == before {
			return err
		}
		if err := checkCategoryName(ctx, tx, &category); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE document_categories SET name = ?, description = ? WHERE id = ?`, category.Name, category.Description, id)
		if err != nil {
			return err
		}
		detail := "description"
		if category.Name != before.Name {
			detail = "name, was " + before.Name
		}
		return s.recordCategory(ctx, tx, audit.CategoryChanged, category, detail)
	})
	if err != nil {
		return Category{}, fmt.Errorf("change a category: %w", err)
	}
	return category, nil
}

// DeleteCategory moves a category into the trash, or returns NotFound. Its documents stay, in none, and none of them is
// current until it is restored.
func (s *Service) DeleteCategory(ctx context.Context, id int64) error {
	err := s.storeCategory(ctx, func(tx *database.Tx) error {
		category, err := lockCategory(ctx, tx, id)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `UPDATE document_categories SET deleted_at = ?, deleted_by = ? WHERE id = ?`,
			database.At(s.Clock()), audit.ActorID(ctx), id)
		if err != nil {
			return err
		}
		return s.recordCategory(ctx, tx, audit.CategoryDeleted, category, "")
	})
	if err != nil {
		return fmt.Errorf("delete a category: %w", err)
	}
	return nil
}

// storeCategory runs fn in a transaction that changes categories. A name that another transaction took is a taken one.
func (s *Service) storeCategory(ctx context.Context, fn func(tx *database.Tx) error) error {
	err := s.DB.InTx(ctx, s.changing(ctx, fn))
	if database.IsUnique(err) {
		return httpx.InvalidField("name", httpx.CategoryTaken)
	}
	return err
}

// lockCategory returns a category and locks it until the transaction ends. It returns NotFound for
// an unknown one.
func lockCategory(ctx context.Context, tx *database.Tx, id any) (category Category, err error) {
	err = tx.Get(ctx, &category, `UPDATE document_categories SET name = name WHERE id = ? AND deleted_at IS NULL RETURNING id, name, description`, id)
	return category, httpx.OrNotFound(err)
}

// checkCategoryName refuses the name of another category. The category of the CV is found by its
// exact name.
func checkCategoryName(ctx context.Context, tx *database.Tx, category *Category) error {
	if strings.EqualFold(category.Name, CVCategory) {
		category.Name = CVCategory
	}
	existing, err := listCategories(ctx, tx)
	if err != nil {
		return err
	}
	for _, other := range existing {
		if other.ID != category.ID && strings.EqualFold(other.Name, category.Name) {
			return httpx.InvalidField("name", httpx.CategoryTaken)
		}
	}
	return nil
}

func (s *Service) recordCategory(ctx context.Context, tx *database.Tx, action string, category Category, detail string) error {
	return s.Audit.RecordIn(ctx, tx, audit.Event{Action: action, Kind: audit.Category, TargetID: category.ID, Target: category.Name, Detail: detail})
}

// findCategory returns the ID of the category that a client chose, nil for none. It records an
// invalid choice under "category".
func (s *Service) findCategory(ctx context.Context, v *httpx.Validator, choice httpx.Value) (*int64, error) {
	return httpx.FindRow(ctx, s.DB, `SELECT COUNT(*) FROM live_categories WHERE id = ?`, v, choice, "category")
}
