package counters

import (
	"context"
	"fmt"
	"time"
)

// Sum is how often something happened today and in total, over some days.
type Sum struct {
	Name  string `db:"name" json:"name"`
	Today int64  `db:"today" json:"today"`
	Total int64  `db:"total" json:"total"`
}

// Sums returns the sums of the counts over the given number of days, including today.
func (c *Counters) Sums(ctx context.Context, days int) ([]Sum, error) {
	sums := []Sum{{Name: SignIns}, {Name: Uploads}, {Name: CVDownloads}}
	today := c.now().UTC()
	for i := range sums {
		err := c.db.Get(ctx, &sums[i], `
			SELECT CAST(? AS VARCHAR(20)) AS name, CAST(COALESCE(SUM(CASE WHEN day = ? THEN count END), 0) AS BIGINT) AS today,
			       CAST(COALESCE(SUM(count), 0) AS BIGINT) AS total
			  FROM counters WHERE name = ? AND day >= ? AND day <= ?`,
			sums[i].Name, today.Format(time.DateOnly), sums[i].Name, today.AddDate(0, 0, 1-days).Format(time.DateOnly), today.Format(time.DateOnly))
		if err != nil {
			return nil, fmt.Errorf("sum up the counters: %w", err)
		}
	}
	return sums, nil
}
