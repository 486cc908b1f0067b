package jpegscale

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/jpeg"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// factors are the sampling factors of an image's components.
type factors [][2]int

// samplings are those that image/jpeg reads too, by their usual names.
var samplings = map[string]factors{
	"grey":                   {{1, 1}},
	"grey, factors of 2":     {{2, 2}},
	"4:4:4":                  {{1, 1}, {1, 1}, {1, 1}},
	"4:4:4, factors of 2":    {{2, 1}, {2, 1}, {2, 1}},
	"4:2:2":                  {{2, 1}, {1, 1}, {1, 1}},
	"4:2:0":                  {{2, 2}, {1, 1}, {1, 1}},
	"4:4:0":                  {{1, 2}, {1, 1}, {1, 1}},
	"4:1:1":                  {{4, 1}, {1, 1}, {1, 1}},
	"4:1:0":                  {{4, 2}, {1, 1}, {1, 1}},
	"4:2:2, factors doubled": {{4, 1}, {2, 1}, {2, 1}},
}

// scene returns a plane of soft shapes, hard edges and some grain. Two of the same seed and of other sizes show the same.
func scene(width, height int, seed uint64, grain int) Plane {
	random := rand.New(rand.NewPCG(seed, 1))
	p := Plane{Pix: make([]byte, width*height), Stride: width, Width: width, Height: height,
		ExtentX: float64(width), ExtentY: float64(height)}
	phase := float64(seed)
	for y := range height {
		for x := range width {
			u, v := (float64(x)+0.5)/float64(width), (float64(y)+0.5)/float64(height)
			value := 128 + 70*math.Sin(5*u+phase)*math.Cos(4*v) + 15*math.Sin(23*u*v+phase)
			if (u-0.6)*(u-0.6)+(v-0.4)*(v-0.4) < 0.05 {
				value = 255 - value
			}
			value += float64(random.IntN(2*grain+1) - grain)
			p.Pix[y*width+x] = byte(min(max(value, 0), 255))
		}
	}
	return p
}

// sampled describes a file that encode makes.
type sampled struct {
	factors       factors
	width, height int
	quality       int
	restart       int
	grain         int
}

// encode writes a file of any sampling factors and with restart markers, which Encode does not.
func (s sampled) encode(t testing.TB) []byte {
	t.Helper()
	var file bytes.Buffer
	w, tables := newWriter(&file), quantisation(s.quality)
	f := s.factors
	if len(f) == 1 {
		f = factors{{1, 1}}
	}
	var frame []frameComponent
	var encoders []planeEncoder
	for i := range f {
		width := (s.width*f[i][0] + f[0][0] - 1) / f[0][0]
		height := (s.height*f[i][1] + f[0][1] - 1) / f[0][1]
		plane := scene(width, height, uint64(i), s.grain)
		frame = append(frame, frameComponent{s.factors[i][0], s.factors[i][1], &tables[min(i, 1)]})
		encoders = append(encoders, newPlaneEncoder(&plane, &tables[min(i, 1)], min(i, 1)))
	}
	if s.restart > 0 {
		w.buf = append(w.buf, 0xff, markerSOI)
		w.segment(markerDRI, binary.BigEndian.AppendUint16(nil, uint16(s.restart)))
		start := len(w.buf)
		w.header(s.width, s.height, frame)
		w.buf = slices.Delete(w.buf, start, start+2)
	} else {
		w.header(s.width, s.height, frame)
	}
	across, down := (s.width+8*f[0][0]-1)/(8*f[0][0]), (s.height+8*f[0][1]-1)/(8*f[0][1])
	for mcu := range across * down {
		if s.restart > 0 && mcu > 0 && mcu%s.restart == 0 {
			w.align()
			w.buf = append(w.buf, 0xff, byte(markerRST0+(mcu/s.restart-1)%8))
			for i := range encoders {
				encoders[i].previous = 0
			}
		}
		for i := range encoders {
			for block := range f[i][0] * f[i][1] {
				x := mcu%across*f[i][0] + block%f[i][0]
				y := mcu/across*f[i][1] + block/f[i][0]
				encoders[i].block(w, 8*x, 8*y)
			}
		}
	}
	noError(t, w.finish())
	return file.Bytes()
}

// reference decodes the file with image/jpeg.
func reference(t testing.TB, file []byte) *Image {
	t.Helper()
	decoded, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatalf("image/jpeg: %v", err)
	}
	size := decoded.Bounds().Size()
	p := &Image{Width: size.X, Height: size.Y}
	switch decoded := decoded.(type) {
	case *image.Gray:
		p.Planes = []Plane{{Pix: decoded.Pix, Stride: decoded.Stride}}
	case *image.YCbCr:
		p.Planes = []Plane{
			{Pix: decoded.Y, Stride: decoded.YStride}, {Pix: decoded.Cb, Stride: decoded.CStride}, {Pix: decoded.Cr, Stride: decoded.CStride},
		}
	default:
		t.Fatalf("image/jpeg made a %T", decoded)
	}
	return p
}

func mustDecode(t testing.TB, file []byte, options Options) *Image {
	t.Helper()
	images, err := Decode(bytes.NewReader(file), options)
	noError(t, err)
	return images[0]
}

// furthest returns by how much two planes differ at most, over width × height samples.
func furthest(a, b Plane, width, height int) (most int) {
	for y := range height {
		rowA, rowB := a.Pix[y*a.Stride:][:width], b.Pix[y*b.Stride:][:width]
		for x := range rowA {
			difference := int(rowA[x]) - int(rowB[x])
			most = max(most, difference, -difference)
		}
	}
	return most
}

// psnr returns the likeness of two planes of one size in decibels.
func psnr(a, b Plane, width, height int) float64 {
	sum := 0.0
	for y := range height {
		for x := range width {
			difference := float64(a.Pix[y*a.Stride+x]) - float64(b.Pix[y*b.Stride+x])
			sum += difference * difference
		}
	}
	return 10 * math.Log10(255*255*float64(width*height)/max(sum, 1e-9))
}

// noError ends the test if err is not nil.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
