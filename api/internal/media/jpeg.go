package media

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxScans is how many passes a JPEG may have. Encoders write about ten; each one more makes the decoder go over all
// pixels again, for twenty bytes of file.
const maxScans = 40

// The markers that matter, ITU T.81 table B.1.
const (
	markerSOF0 = 0xc0
	markerSOF1 = 0xc1
	markerSOF2 = 0xc2
	markerRST0 = 0xd0
	markerSOI  = 0xd8
	markerEOI  = 0xd9
	markerSOS  = 0xda
	markerAPP1 = 0xe1
	markerAPP2 = 0xe2
	markerTEM  = 0x01
)

const (
	exifHeader = "Exif\x00\x00"
	iccHeader  = "ICC_PROFILE\x00"
)

// inspectJPEG walks the segments of a JPEG (ITU T.81, annex B) as liberally as the decoder, which
// judges cut off and damaged files.
func inspectJPEG(r io.ReadSeeker, d *details) error {
	reader := bufio.NewReaderSize(r, 64<<10)
	var parts iccParts
	hasEXIF := false
	for scans := 0; ; {
		marker, err := nextMarker(reader)
		if err != nil || marker == markerEOI {
			if d.progressive {
				d.scans = scans
			}
			if err := ignoreEOF(err); err != nil {
				return err
			}
			d.profile, err = parts.join()
			return err
		}
		if marker == markerTEM || marker >= markerRST0 && marker <= markerSOI {
			continue
		}
		isFrame := marker == markerSOF0 || marker == markerSOF1 || marker == markerSOF2
		payload, err := readSegment(reader, isFrame || marker == markerAPP1 || marker == markerAPP2)
		if err != nil {
			return ignoreEOF(err)
		}
		switch {
		case isFrame:
			d.baseline, d.progressive = marker != markerSOF2, marker == markerSOF2
			d.samples = samplesPerPixel(payload)
		case marker == markerSOS:
			if scans++; scans > maxScans {
				return fmt.Errorf("%w: more than %d scans", errVariant, maxScans)
			}
		case marker == markerAPP1 && !hasEXIF && bytes.HasPrefix(payload, []byte(exifHeader)):
			hasEXIF = true
			d.orientation = readOrientation(payload[len(exifHeader):])
		case marker == markerAPP2 && bytes.HasPrefix(payload, []byte(iccHeader)):
			parts.add(payload[len(iccHeader):])
		}
	}
}

// samplesPerPixel returns the number of samples of all components for each pixel of a frame, from
// its header (ITU T.81, B.2.2).
func samplesPerPixel(header []byte) float64 {
	const fixed, each = 6, 3
	var all, most float64
	for at := fixed + 1; at < len(header); at += each {
		area := float64(header[at]>>4) * float64(header[at]&15)
		all, most = all+area, max(most, area)
	}
	if most == 0 {
		return 0 // damaged, as the decoder will find
	}
	return all / most
}

// nextMarker skips to the next marker: over coded pixels, in which 0xff is followed by 0, and over fill bytes.
func nextMarker(r *bufio.Reader) (byte, error) {
	for {
		if _, err := r.ReadSlice(0xff); err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			return 0, err
		} else if err != nil {
			continue
		}
		marker, err := r.ReadByte()
		if err != nil {
			return 0, err
		}
		if marker == 0xff {
			if err := r.UnreadByte(); err != nil {
				return 0, err
			}
		} else if marker != 0 {
			return marker, nil
		}
	}
}

// readSegment reads a segment's length and returns its payload if it is wanted, else skips it.
func readSegment(r *bufio.Reader, wanted bool) ([]byte, error) {
	var length [2]byte
	if _, err := io.ReadFull(r, length[:]); err != nil {
		return nil, err
	}
	size := int(length[0])<<8 + int(length[1]) - 2
	if size < 0 {
		return nil, io.EOF
	}
	if !wanted {
		_, err := r.Discard(size)
		return nil, err
	}
	payload := make([]byte, size)
	_, err := io.ReadFull(r, payload)
	return payload, err
}

func ignoreEOF(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// iccParts collects the pieces of a profile that is spread over segments, ICC.1:2010 B.4: number, count, bytes.
type iccParts struct {
	count byte
	parts map[byte][]byte
}

func (p *iccParts) add(payload []byte) {
	if len(payload) < 2 {
		return
	}
	if p.parts == nil {
		p.parts, p.count = map[byte][]byte{}, payload[1]
	}
	if payload[1] == p.count {
		p.parts[payload[0]] = payload[2:]
	}
}

// join returns the profile as readProfile does, or nil when there is none or a piece is missing.
func (p *iccParts) join() ([]byte, error) {
	var ordered []io.Reader
	for number := 1; number <= int(p.count); number++ {
		part, ok := p.parts[byte(number)]
		if !ok {
			return nil, nil
		}
		ordered = append(ordered, bytes.NewReader(part))
	}
	return readProfile(io.MultiReader(ordered...))
}
