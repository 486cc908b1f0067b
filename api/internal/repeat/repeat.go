// Package repeat does something again and again beside the requests.
package repeat

import (
	"context"
	"time"
)

// Every calls work after each interval until ctx ends. Intervals that pass while it works are left out.
func Every(ctx context.Context, interval time.Duration, work func()) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			work()
		}
	}
}
