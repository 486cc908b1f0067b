package jpegscale

import "fmt"

// image reads the scan header, clause B.2.3, the scan and what follows it.
func (d *decoder) image(header []byte) ([]*Image, error) {
	if err := d.readScan(header); err != nil {
		return nil, err
	}
	d.layOut()
	if d.options.Copy != nil {
		d.recoder = newRecoder(d.options.Copy, d.width, d.height, d.components, d.options.Quality)
	}
	if err := d.decodeScan(); err != nil {
		return nil, err
	}
	if err := d.readEnd(); err != nil {
		return nil, err
	}
	images := make([]*Image, len(d.options.Sizes))
	for i := range images {
		images[i] = &Image{Width: d.width, Height: d.height}
		for _, c := range d.components {
			images[i].Planes = append(images[i].Planes, c.scaled[i].Plane)
		}
	}
	if d.recoder != nil {
		if err := d.recoder.finish(); err != nil {
			return nil, fmt.Errorf("write a JPEG: %w", err)
		}
	}
	return images, nil
}

func (d *decoder) readScan(header []byte) error {
	count := len(d.components)
	if count == 0 {
		return FormatError("the scan has no frame")
	}
	if len(header) < 1 || len(header) != 4+2*int(header[0]) {
		return FormatError("SOS has a wrong length")
	}
	if int(header[0]) != count {
		return unsupported("more than one scan")
	}
	for i := range d.components {
		c := &d.components[i]
		if header[1+2*i] != c.id {
			return unsupported("components in another order")
		}
		dc, ac := header[2+2*i]>>4, header[2+2*i]&15
		if dc > 1 || ac > 1 || !d.tables[0][dc].defined || !d.tables[1][ac].defined || d.quant[c.tq] == nil {
			return unsupported("a table that is not there")
		}
		c.quant, c.dc, c.ac = d.quant[c.tq], &d.tables[0][dc], &d.tables[1][ac]
	}
	return d.checkColours()
}

// checkColours refuses three components that are red, green and blue. Only what decoders agree on says so: Adobe's
// segment, or the names of the components, and JFIF's rules both out.
func (d *decoder) checkColours() error {
	if len(d.components) == 1 || d.jfif {
		return nil
	}
	c := d.components
	if d.adobe && d.adobeTransform == 0 || c[0].id == 'R' && c[1].id == 'G' && c[2].id == 'B' {
		return unsupported("red, green and blue")
	}
	return nil
}

// mcus returns the number of MCUs in a row and in a column: clause A.2.
func (d *decoder) mcus() (across, down int) {
	h, v := d.components[0].h, d.components[0].v
	return (d.width + 8*h - 1) / (8 * h), (d.height + 8*v - 1) / (8 * v)
}

// scaledPlane is a plane whose blocks are made at points × points samples: 1, 2, 3, 4, 5 or 8.
type scaledPlane struct {
	Plane
	points int
}

// layOut chooses the scale of each component for each size and makes its plane, with room for whole MCUs.
func (d *decoder) layOut() {
	across, down := d.mcus()
	for i := range d.components {
		c := &d.components[i]
		// How many samples of the component there are for one of brightness.
		shareX, shareY := float64(c.h)/float64(d.components[0].h), float64(c.v)/float64(d.components[0].v)
		fullX, fullY := float64(d.width)*shareX, float64(d.height)*shareY
		for _, size := range d.options.Sizes {
			wantX, wantY := float64(size.X), float64(size.Y)
			if i > 0 {
				wantX, wantY = wantX/2, wantY/2
			}
			points := 8
			if wantX > 0 {
				points = Points(fullX, fullY, wantX, wantY)
			}
			scale := float64(points) / 8
			stride, rows := across*c.h*points, down*c.v*points
			c.scaled = append(c.scaled, scaledPlane{Plane{
				Pix: make([]byte, stride*rows), Stride: stride, ExtentX: fullX * scale, ExtentY: fullY * scale,
				Width: ceil(fullX * scale), Height: ceil(fullY * scale),
			}, points})
		}
	}
}

// Points returns the smallest size in samples, of 8, at which Decode makes the blocks of a plane so that it has at least the
// wanted samples.
func Points(fullX, fullY, wantX, wantY float64) int {
	for _, size := range []int{1, 2, 3, 4, 5} {
		scale := float64(size) / 8
		if fullX*scale >= wantX && fullY*scale >= wantY {
			return size
		}
	}
	return 8
}

func ceil(v float64) int {
	if whole := int(v); float64(whole) == v {
		return whole
	}
	return int(v) + 1
}

// decodeScan follows clause E.2.4 and E.2.5: intervals of MCUs between restart markers.
func (d *decoder) decodeScan() error {
	across, down := d.mcus()
	next, left := byte(0), d.restart
	var scratch block
	for y := range down {
		for x := range across {
			if d.restart > 0 && left == 0 {
				if err := d.readRestart(next); err != nil {
					return err
				}
				next, left = (next+1)&7, d.restart
			}
			left--
			for i := range d.components {
				if err := d.decodeBlocks(i, x, y, &scratch); err != nil {
					return err
				}
			}
		}
		if d.bits.overdrawn() {
			return errShort
		}
		if d.recoder != nil && d.recoder.err != nil {
			return fmt.Errorf("write a JPEG: %w", d.recoder.err)
		}
	}
	return nil
}

// decodeBlocks reads the blocks of the component of that number in the MCU at x, y, each into b, which is cleared before.
func (d *decoder) decodeBlocks(number, x, y int, b *block) error {
	c := &d.components[number]
	for v := range c.v {
		for h := range c.h {
			if err := d.bits.block(c, b); err != nil {
				return err
			}
			if d.recoder != nil && !d.recoder.block(number, b) {
				return errRange
			}
			for i := range c.scaled {
				to := &c.scaled[i]
				at := (y*c.v+v)*to.points*to.Stride + (x*c.h+h)*to.points
				inverse(&b.all, c.quant, b.last(), to.points, to.Pix[at:], to.Stride)
			}
			b.clear()
		}
	}
	return nil
}

// readRestart expects the restart marker of the given number, clause F.2.2.5, and starts over.
func (d *decoder) readRestart(number byte) error {
	if err := d.bits.endSegment(); err != nil {
		return err
	}
	marker, err := d.marker()
	if err != nil {
		return err
	}
	if marker != markerRST0+number {
		return unsupported("another restart marker than the next")
	}
	for i := range d.components {
		d.components[i].previous = 0
	}
	return nil
}

// readEnd expects the end of the image behind the scan.
func (d *decoder) readEnd() error {
	if err := d.bits.endSegment(); err != nil {
		return err
	}
	for {
		marker, err := d.marker()
		switch {
		case err != nil || marker == markerEOI:
			return err
		case marker < markerRST0 || marker > markerRST7:
			return unsupported("more behind the scan")
		}
	}
}
