package media

import (
	"bytes"
	"encoding/binary"
	"io"
)

// inspectWebP walks the chunks of a WebP, RFC 9649 section 2, for its ICC profile and its EXIF data. It refuses
// animations, which the decoder cannot read, and files that are shorter than they say: the decoder would not see that
// what follows the pixels is cut off.
func inspectWebP(r io.ReadSeeker, d *details) error {
	if err := checkRIFFLength(r); err != nil {
		return err
	}
	animated := func(io.Reader) error { return errAnimation }
	return chunks{
		head:  riffHead,
		after: func(length int64) int64 { return length & 1 }, // chunks are padded to an even length
		visit: map[string]func(io.Reader) error{
			"ANIM": animated,
			"ANMF": animated,
			"ICCP": func(content io.Reader) (err error) { d.profile, err = readProfile(content); return err },
			"EXIF": func(content io.Reader) error {
				d.orientation = readOrientation(bytes.TrimPrefix(readMetadata(content), []byte(exifHeader)))
				return nil
			},
		},
	}.walk(r)
}

// checkRIFFLength compares the length in the header with the file's, and leaves r behind the header.
func checkRIFFLength(r io.ReadSeeker) error {
	size, err := r.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = r.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return err
	}
	if _, length := riffHead(head); size < 8+length {
		return io.ErrUnexpectedEOF
	}
	return skip(r, 4) // "WEBP"
}

func riffHead(head [8]byte) (name string, length int64) {
	return string(head[:4]), int64(binary.LittleEndian.Uint32(head[4:]))
}
