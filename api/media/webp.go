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
	for {
		chunk, err := nextRIFFChunk(r)
		if err != nil {
			return ignoreEOF(err)
		}
		switch chunk.name {
		case "ANIM", "ANMF":
			return errAnimation
		case "ICCP":
			d.profile, err = readChunk(r, chunk.length)
		case "EXIF":
			var content []byte
			if content, err = readChunk(r, chunk.length); err == nil {
				d.orientation = readOrientation(bytes.TrimPrefix(content, []byte(exifHeader)))
			}
		default:
			err = skip(r, chunk.length)
		}
		if err == nil {
			err = skip(r, chunk.length&1) // chunks are padded to an even length
		}
		if err != nil {
			return ignoreEOF(err)
		}
	}
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
	riff, err := nextRIFFChunk(r)
	if err != nil {
		return err
	}
	if size < 8+riff.length {
		return io.ErrUnexpectedEOF
	}
	return skip(r, 4) // "WEBP"
}

func nextRIFFChunk(r io.Reader) (chunkHeader, error) {
	var head [8]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return chunkHeader{}, err
	}
	return chunkHeader{string(head[:4]), int64(binary.LittleEndian.Uint32(head[4:]))}, nil
}
