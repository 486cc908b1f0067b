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
	for {
		chunk, err := nextPNGChunk(r)
		if err != nil || chunk.name == "IEND" {
			return ignoreEOF(err)
		}
		switch chunk.name {
		case "iCCP":
			var content []byte
			if content, err = readChunk(r, chunk.length); err == nil {
				d.profile = inflateProfile(content)
			}
		case "eXIf":
			var content []byte
			if content, err = readChunk(r, chunk.length); err == nil {
				d.orientation = readOrientation(content)
			}
		default:
			err = skip(r, chunk.length)
		}
		if err == nil {
			err = skip(r, 4) // the checksum; the decoder looks at those that matter
		}
		if err != nil {
			return ignoreEOF(err)
		}
	}
}

func nextPNGChunk(r io.Reader) (chunkHeader, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return chunkHeader{}, err
	}
	return chunkHeader{string(head[4:]), int64(binary.BigEndian.Uint32(head[:4]))}, nil
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
