package renderer

import "context"

// Render runs the kit's script and writes the site into dir.
func Render(ctx context.Context, kit *Kit, in Input, dir string) error {
	site, err := kit.run(ctx, in)
	if err != nil {
		return err
	}
	return write(dir, site, kit.Files)
}

// Draw returns the PNG of an SVG.
func Draw(svg string, size int) ([]byte, error) { return drawing{svg, size}.encode("picture.png") }
