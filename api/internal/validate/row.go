package validate

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// Row returns the ID that r names, nil for none, and records under field that it is invalid or that
// no row has it. query counts the rows with an ID.
func (v *Validator) Row(ctx context.Context, from database.Reader, query string, r Reference, field string) (*int64, error) {
	id := v.Reference(r, field)
	if r.None() || !v.Valid(field) {
		return nil, nil
	}
	var found int
	if err := from.Get(ctx, &found, query, id); err != nil {
		return nil, fmt.Errorf("find a %s: %w", field, err)
	}
	if found == 0 {
		v.Missing(r, field)
	}
	return &id, nil
}

// SameID reports whether two optional IDs are equal.
func SameID(a, b *int64) bool { return a == nil && b == nil || a != nil && b != nil && *a == *b }
