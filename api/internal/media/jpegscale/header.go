package jpegscale

// The markers that matter: table B.1 of the standard.
const (
	markerSOF0  = 0xc0
	markerSOF1  = 0xc1
	markerDHT   = 0xc4
	markerRST0  = 0xd0
	markerRST7  = 0xd7
	markerSOI   = 0xd8
	markerEOI   = 0xd9
	markerSOS   = 0xda
	markerDQT   = 0xdb
	markerDRI   = 0xdd
	markerAPP0  = 0xe0
	markerAPP14 = 0xee
	markerAPP15 = 0xef
	markerCOM   = 0xfe
)

// decoder reads one file.
type decoder struct {
	bits    bitReader
	options Options

	width, height int
	components    []component
	quant         [4]*[64]int32
	tables        [2][2]huffman // of DC, and of AC coefficients
	// restart is the number of MCUs between two restart markers, 0 if there are none.
	restart int
	// jfif and adobe say which application segments were read: JFIF's means brightness and colour, Adobe's
	// what there is.
	jfif, adobe    bool
	adobeTransform byte

	recoder *recoder
}

// component is one entry of the frame header, clause B.2.2, with the additions of the scan header, B.2.3.
type component struct {
	id, tq byte
	// h and v are how many blocks of the component an MCU has.
	h, v   int
	quant  *[64]int32 // in zigzag order
	dc, ac *huffman
	scaled []scaledPlane // for each of the sizes
	// previous is the last DC coefficient, from which the file has the difference of the next: clause F.2.1.3.1.
	previous int32
}

// decode follows clause B.2.1: the segments up to the scan, the scan, the end.
func (d *decoder) decode() ([]*Image, error) {
	if start, err := d.bits.readFull(2); err != nil {
		return nil, err
	} else if start[0] != 0xff || start[1] != markerSOI {
		return nil, FormatError("it does not begin like one")
	}
	for {
		marker, err := d.marker()
		if err != nil {
			return nil, err
		}
		if marker == markerEOI {
			return nil, FormatError("there are no pixels in it")
		}
		if !known(marker) {
			return nil, unsupported("another kind of segment")
		}
		segment, err := d.segment(marker)
		if err != nil {
			return nil, err
		}
		if marker == markerSOS {
			return d.image(segment)
		}
		if err := d.apply(marker, segment); err != nil {
			return nil, err
		}
	}
}

// known says whether a segment is one that plain files have before their scan.
func known(marker byte) bool {
	switch marker {
	case markerSOF0, markerSOF1, markerDHT, markerDQT, markerDRI, markerSOS, markerCOM:
		return true
	}
	return marker >= markerAPP0 && marker <= markerAPP15
}

// marker reads the next marker, with the fill bytes that may precede it: clause B.1.1.2.
func (d *decoder) marker() (byte, error) {
	first, err := d.bits.readByte()
	if err != nil {
		return 0, err
	}
	if first != 0xff {
		return 0, unsupported("bytes between the segments")
	}
	for {
		if marker, err := d.bits.readByte(); err != nil || marker != 0xff {
			return marker, err
		}
	}
}

// segment reads the content of a marker segment, clause B.1.1.4, or skips it and returns nil if it does not describe
// the pixels.
func (d *decoder) segment(marker byte) ([]byte, error) {
	length, err := d.bits.readFull(2)
	if err != nil {
		return nil, err
	}
	size := int(length[0])<<8 + int(length[1]) - 2
	if size < 0 {
		return nil, FormatError("a segment is shorter than its length")
	}
	if marker > markerAPP0 && marker <= markerAPP15 && marker != markerAPP14 || marker == markerCOM {
		return nil, d.bits.skip(size)
	}
	return d.bits.readFull(size)
}

// apply keeps the content of a segment before the scan.
func (d *decoder) apply(marker byte, segment []byte) error {
	switch marker {
	case markerSOF0, markerSOF1:
		return d.readFrame(segment)
	case markerDHT:
		return d.readHuffman(segment)
	case markerDQT:
		return d.readQuantisation(segment)
	case markerDRI:
		if len(segment) != 2 {
			return FormatError("DRI has a wrong length")
		}
		d.restart = int(segment[0])<<8 + int(segment[1])
	case markerAPP0:
		d.jfif = d.jfif || len(segment) >= 5 && string(segment[:5]) == "JFIF\x00"
	case markerAPP14:
		if len(segment) >= 12 && string(segment[:5]) == "Adobe" {
			d.adobe, d.adobeTransform = true, segment[11]
		}
	}
	return nil
}

// readFrame reads the frame header, clause B.2.2.
func (d *decoder) readFrame(segment []byte) error {
	if d.components != nil {
		return FormatError("there are two frames")
	}
	if len(segment) < 6 || len(segment) != 6+3*int(segment[5]) {
		return FormatError("SOF has a wrong length")
	}
	d.height, d.width = int(segment[1])<<8+int(segment[2]), int(segment[3])<<8+int(segment[4])
	count := int(segment[5])
	if segment[0] != 8 || count != 1 && count != 3 || d.width*d.height == 0 || d.width*d.height > maxPixels {
		return unsupported("another number of bits, components or pixels")
	}
	for i := range count {
		c := component{id: segment[6+3*i], h: int(segment[7+3*i] >> 4), v: int(segment[7+3*i] & 15), tq: segment[8+3*i]}
		if c.h < 1 || c.h > 4 || c.v < 1 || c.v > 4 || c.tq > 3 {
			return FormatError("SOF has a wrong sampling factor or table")
		}
		d.components = append(d.components, c)
	}
	return d.checkSampling()
}

// checkSampling sees to it that brightness has the most samples, and a whole number of times as many as colours have.
func (d *decoder) checkSampling() error {
	if len(d.components) == 1 {
		// Of one component, an MCU is one block with any factors: clause A.2.2.
		d.components[0].h, d.components[0].v = 1, 1
		return nil
	}
	first, blocks := d.components[0], 0
	for i, c := range d.components {
		if first.h%c.h != 0 || first.v%c.v != 0 {
			return unsupported("sampling factors")
		}
		for _, other := range d.components[:i] {
			if other.id == c.id {
				return FormatError("two components have one name")
			}
		}
		blocks += c.h * c.v
	}
	if blocks > 10 {
		return FormatError("an MCU has more than ten blocks")
	}
	return nil
}

// readHuffman reads tables, clause B.2.4.2.
func (d *decoder) readHuffman(segment []byte) error {
	for len(segment) > 0 {
		if len(segment) < 17 {
			return FormatError("DHT has a wrong length")
		}
		class, id := segment[0]>>4, segment[0]&15
		counts, total := [16]byte(segment[1:17]), 0
		for _, count := range counts {
			total += int(count)
		}
		if id > 1 {
			return unsupported("more tables than baseline files have")
		}
		if class > 1 || total == 0 || total > 256 || len(segment) < 17+total {
			return FormatError("DHT has a wrong table")
		}
		if err := d.tables[class][id].define(&counts, segment[17:17+total]); err != nil {
			return err
		}
		segment = segment[17+total:]
	}
	return nil
}

// readQuantisation reads tables, clause B.2.4.1.
func (d *decoder) readQuantisation(segment []byte) error {
	for len(segment) > 0 {
		if segment[0] > 3 || len(segment) < 65 {
			return unsupported("a quantisation table of another size")
		}
		table := new([64]int32)
		for k := range table {
			table[k] = int32(segment[1+k])
		}
		d.quant[segment[0]] = table
		segment = segment[65:]
	}
	return nil
}
