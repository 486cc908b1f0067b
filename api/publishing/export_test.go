package publishing

import (
	"context"
	"time"
)

// SetLimit changes how long a hook may take to answer.
func SetLimit(h *Hook, limit time.Duration) { h.client.Timeout = limit }

// Render returns the archive of the site.
func Render(ctx context.Context, kit *Kit, in Input) ([]byte, error) {
	rendered, err := kit.render(ctx, in)
	return rendered.archive, err
}

// Draw returns the PNG of an SVG.
func Draw(svg string, size int) ([]byte, error) { return drawing{svg, size}.encode("image.png") }
