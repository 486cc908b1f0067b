package jobs

import (
	"context"

	"portfolio/api/internal/database"
)

// Pages queues builds of the pages after changes of their data. Call it last in the transaction: it
// takes a lock that other such transactions wait for.
type Pages interface {
	// ChangedSoon has the pages built once nothing changes any more.
	ChangedSoon(ctx context.Context, tx *database.Tx) error
	// ChangedNow has the pages built now.
	ChangedNow(ctx context.Context, tx *database.Tx) error
}
