package jpegscale

// Turn returns the image turned and mirrored as a camera's orientation says: EXIF 2.3 tag 0x0112, 1 to 8.
func (p *Image) Turn(orientation int) *Image {
	if orientation < 2 || orientation > 8 {
		return p
	}
	turned := &Image{Width: p.Width, Height: p.Height}
	if orientation >= 5 {
		turned.Width, turned.Height = p.Height, p.Width
	}
	for i := range p.Planes {
		turned.Planes = append(turned.Planes, p.Planes[i].turn(orientation))
	}
	return turned
}

func (p *Plane) turn(orientation int) Plane {
	mirrored := orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8
	upended := orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7
	out := *p
	// The index of the first sample, and the distances of neighbours across and down.
	first, across, down := 0, 1, p.Stride
	if mirrored {
		first, across = p.Width-1, -1
		out.Left = float64(p.Width) - p.ExtentX - p.Left
	}
	if upended {
		first, down = first+(p.Height-1)*p.Stride, -p.Stride
		out.Top = float64(p.Height) - p.ExtentY - p.Top
	}
	if orientation >= 5 {
		across, down = down, across
		out.Width, out.Height, out.ExtentX, out.ExtentY = out.Height, out.Width, out.ExtentY, out.ExtentX
		out.Left, out.Top = out.Top, out.Left
	}
	out.Stride = out.Width
	out.Pix = make([]byte, out.Stride*out.Height)
	// In tiles, because a column of the source fetches a line of the cache for each sample.
	const tile = 64
	for x0 := 0; x0 < out.Width; x0 += tile {
		for y := range out.Height {
			at := first + y*down + x0*across
			row := out.Pix[y*out.Stride+x0:][:min(tile, out.Width-x0)]
			for x := range row {
				row[x] = p.Pix[at]
				at += across
			}
		}
	}
	return out
}
