package media

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
)

// The colours of the four quarters of every fixture: upper left, upper right, lower left, lower right.
var quarterColours = [4]color.NRGBA{{220, 40, 40, 255}, {40, 170, 60, 255}, {50, 70, 210, 255}, {240, 200, 40, 255}}

// seenUpright are the four quarters of an upright fixture, for the EXIF orientations 1 to 8.
var seenUpright = [8][4]int{
	{0, 1, 2, 3}, {1, 0, 3, 2}, {3, 2, 1, 0}, {2, 3, 0, 1}, {0, 2, 1, 3}, {2, 0, 3, 1}, {3, 1, 2, 0}, {1, 3, 0, 2},
}

func quarters(width, height int) *image.NRGBA {
	img := image.NewNRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			quarter := 2*(2*y/height) + 2*x/width
			img.SetNRGBA(x, y, quarterColours[quarter])
		}
	}
	return img
}

// photograph returns an image that compresses like one: soft shapes with grain.
func photograph(width, height int) *image.RGBA {
	random := rand.New(rand.NewPCG(1, 2))
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < len(img.Pix); i += 4 {
		x, y := i/4%width, i/4/width
		grain := byte(random.UintN(24))
		img.Pix[i] = byte(x*200/width) + grain
		img.Pix[i+1] = byte(y*200/height) + grain
		img.Pix[i+2] = byte((x+y)*200/(width+height)) + grain
		img.Pix[i+3] = 255
	}
	return img
}

func asJPEG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	noError(t, jpeg.Encode(&file, img, &jpeg.Options{Quality: 90}))
	return file.Bytes()
}

func asPNG(t testing.TB, img image.Image) []byte {
	t.Helper()
	var file bytes.Buffer
	noError(t, png.Encode(&file, img))
	return file.Bytes()
}

func testdata(t testing.TB, name string) []byte {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("testdata", name))
	noError(t, err)
	return file
}

// withSegments returns the JPEG with segments of the given marker right behind its start.
func withSegments(file []byte, marker byte, payloads ...[]byte) []byte {
	var segments []byte
	for _, payload := range payloads {
		segments = append(segments, 0xff, marker)
		segments = binary.BigEndian.AppendUint16(segments, uint16(len(payload)+2))
		segments = append(segments, payload...)
	}
	return slices.Concat(file[:2], segments, file[2:])
}

// iccProfile returns the smallest thing that passes for a profile of the given space, of size bytes.
func iccProfile(space string, size int) []byte {
	profile := bytes.Repeat([]byte("ICC-FILL"), size/8+1)[:size]
	binary.BigEndian.PutUint32(profile, uint32(size))
	copy(profile[16:], space)
	copy(profile[36:], "acsp")
	return profile
}

type fixture struct{ *Library }

func newFixture(t testing.TB) fixture {
	t.Helper()
	library, err := New(t.TempDir())
	noError(t, err)
	return fixture{library}
}

// upload receives and encodes the file, and closes the upload.
func (f fixture) upload(t testing.TB, file []byte) (Renditions, error) {
	t.Helper()
	upload, err := f.Receive(t.Context(), bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	defer upload.Close()
	img, err := f.Encode(t.Context(), upload)
	t.Cleanup(img.Close)
	return img, err
}

// receive receives the file until t ends.
func (f fixture) receive(t testing.TB, file []byte) *Upload {
	t.Helper()
	upload, err := f.Receive(t.Context(), bytes.NewReader(file))
	noError(t, err)
	t.Cleanup(func() { _ = upload.Close() })
	return upload
}

// wantRejected expects a rejection whose sentence contains want.
func wantRejected(t *testing.T, what string, err error, want string) {
	t.Helper()
	var invalid *httpx.Error
	check(t, errors.As(err, &invalid) && strings.Contains(invalid.Detail, want), "%s: got %v, want a rejection with %q", what, err, want)
}

func (f fixture) mustUpload(t testing.TB, file []byte) Renditions {
	t.Helper()
	img, err := f.upload(t, file)
	if err != nil {
		t.Fatalf("%v (%v)", err, errors.Unwrap(err))
	}
	return img
}

func (f fixture) bytesOf(t testing.TB, r Rendition) []byte {
	t.Helper()
	file, err := io.ReadAll(r.Temporary.Content())
	noError(t, err)
	return file
}

func (f fixture) pixelsOf(t testing.TB, r Rendition) image.Image {
	t.Helper()
	img, format, err := image.Decode(bytes.NewReader(f.bytesOf(t, r)))
	if err != nil {
		t.Fatalf("%s: %s: %v", r.Name, format, err)
	}
	return img
}

// quarterOrder returns, for each quarter of the image in reading order, which quarter of the fixture is seen there,
// or -1 where none is.
func quarterOrder(t testing.TB, img image.Image) (order [4]int) {
	t.Helper()
	size := img.Bounds().Size()
	for place := range order {
		x, y := size.X/4+place%2*size.X/2, size.Y/4+place/2*size.Y/2
		order[place] = slices.IndexFunc(quarterColours[:], func(c color.NRGBA) bool { return near(img.At(x, y), c) })
	}
	return order
}

// near allows for the loss of a codec and for another colour space.
func near(got color.Color, want color.NRGBA) bool {
	c := color.NRGBAModel.Convert(got).(color.NRGBA)
	for _, pair := range [][2]byte{{c.R, want.R}, {c.G, want.G}, {c.B, want.B}, {c.A, want.A}} {
		if d := int(pair[0]) - int(pair[1]); d < -60 || d > 60 {
			return false
		}
	}
	return true
}

// check reports an error unless ok.
func check(t testing.TB, ok bool, format string, args ...any) {
	t.Helper()
	if !ok {
		t.Errorf(format, args...)
	}
}

var noError = servertest.NoError
