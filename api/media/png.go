package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"io"
)

const pngSignature = "\x89PNG\r\n\x1a\n"

// inspectPNG walks the chunks of a PNG, ISO/IEC 15948 section 5, for its ICC profile and its EXIF data.
func inspectPNG(r io.ReadSeeker, d *details) error {
	if err := skip(r, int64(len(pngSignature))); err != nil {
		return err
	}
	return chunks{
		head:  func(head [8]byte) (string, int64) { return string(head[4:]), int64(binary.BigEndian.Uint32(head[:4])) },
		after: func(int64) int64 { return 4 }, // the checksum; the decoder looks at those that matter
		visit: map[string]func([]byte) error{
			"iCCP": func(content []byte) error { d.profile = inflateProfile(content); return nil },
			"eXIf": func(content []byte) error { d.orientation = readOrientation(content); return nil },
			"IEND": func([]byte) error { return io.EOF },
		},
	}.walk(r)
}

// inflateProfile returns the profile in an iCCP chunk: a name, a zero, a method, which is 0, and zlib's data. It returns
// nil for anything else, and for a profile of unreasonable size.
func inflateProfile(content []byte) []byte {
	_, rest, ok := bytes.Cut(content, []byte{0})
	if !ok || len(rest) < 1 || rest[0] != 0 {
		return nil
	}
	inflater, err := zlib.NewReader(bytes.NewReader(rest[1:]))
	if err != nil {
		return nil
	}
	profile, err := io.ReadAll(io.LimitReader(inflater, maxMetadata+1))
	if err != nil || len(profile) > maxMetadata {
		return nil
	}
	return profile
}
