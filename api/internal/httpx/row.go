package httpx

import (
	"context"
	"fmt"

	"portfolio/api/internal/database"
)

// FindRow returns the ID that choice names, nil for none, and records in v under field that it is
// invalid or that no row has it. query counts the rows with an ID.
func FindRow(
	ctx context.Context, from database.Reader, query string, v *Validator, choice Value, field string,
) (*int64, error) {
	id := v.ID(choice, field)
	if choice.IsNone() || !v.Valid(field) {
		return nil, nil
	}
	var found int
	if err := from.Get(ctx, &found, query, id); err != nil {
		return nil, fmt.Errorf("find a %s: %w", field, err)
	}
	if found == 0 {
		v.Missing(choice, field)
	}
	return &id, nil
}
