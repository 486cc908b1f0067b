package media

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"
)

// Any metadata give an orientation and a profile of an acceptable size, and a profile that was put
// into an image is read from it again.
func FuzzMetadata(f *testing.F) {
	profile := iccProfile(spaceRGB, 300)
	plain, plainPNG := asJPEG(f, quarters(8, 8)), asPNG(f, quarters(8, 8))
	for _, file := range [][]byte{
		withSegments(plain, markerAPP2, jpegProfile(profile, 100)...), withSegments(plain, markerAPP1, append([]byte(exifHeader), exif(binary.BigEndian, 6)...)),
		withPNGChunks(plainPNG, pngProfile(profile), pngChunk("eXIf", exif(binary.BigEndian, 3))),
		testdata(f, "lossless.webp"), testdata(f, "animated.gif"), {}, {0xff},
	} {
		f.Add(file, profile)
	}
	f.Fuzz(func(t *testing.T, file, profile []byte) {
		for _, format := range formats {
			d := details{orientation: 1}
			if err := format.inspect(bytes.NewReader(file), &d); err != nil {
				continue
			}
			check(t, d.orientation >= 1 && d.orientation <= 8, "%q: orientation %d", file, d.orientation)
			for _, space := range []string{spaceRGB, spaceGray} {
				checked := checkProfile(d.profile, space)
				if len(checked) > maxProfile || !bytes.HasPrefix(d.profile, checked) || len(checked) > 0 && len(checked) < 128 {
					t.Errorf("%q: a profile of %d bytes from one of %d", file, len(checked), len(d.profile))
				}
			}
		}
		profile = append(iccProfile(spaceRGB, 128), profile...)
		binary.BigEndian.PutUint32(profile, uint32(len(profile)))
		for _, with := range []struct {
			img  []byte
			put  func(io.Writer, []byte) io.Writer
			part []byte
		}{{plain, withProfileJPEG, profileSegments(profile)}, {plainPNG, withProfilePNG, profileChunk(profile)}} {
			var written bytes.Buffer
			_, err := with.put(&written, with.part).Write(with.img)
			noError(t, err)
			got := profileOf(t, written.Bytes())
			check(t, bytes.Equal(got, profile), "the profile %q came out as %q", profile, got)
		}
	})
}
