package jobs

import (
	"context"

	"portfolio/api/internal/database"
)

// Pages is told of changes of anything that pages show. Call it last in the transaction: it takes a
// lock that other such transactions wait for.
type Pages interface {
	// ChangedSoon has the pages built once nothing changes any more.
	ChangedSoon(ctx context.Context, tx *database.Tx) error
	// ChangedNow has the pages built now.
	ChangedNow(ctx context.Context, tx *database.Tx) error
}
