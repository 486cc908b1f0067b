package publishing

import (
	"context"
	"encoding/json"
	"time"
)

// SetLimit changes how long a hook may take to answer.
func SetLimit(h *Hook, limit time.Duration) { h.client.Timeout = limit }

// Render returns the archive of the site.
func Render(ctx context.Context, kit *Kit, in Input) ([]byte, error) {
	rendered, err := kit.render(ctx, in)
	return rendered.archive, err
}

// Draw returns the PNG of a drawing in JSON.
func Draw(text string) ([]byte, error) {
	var d drawing
	if err := json.Unmarshal([]byte(text), &d); err != nil {
		return nil, err
	}
	return d.encode("image.png")
}

// CachedPages returns how many private pages are in memory.
func CachedPages(r *Renderer) int { return len(r.private.pages) }
