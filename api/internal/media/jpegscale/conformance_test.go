package jpegscale

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"
)

var sides = [][2]int{{1, 1}, {7, 3}, {8, 8}, {16, 16}, {17, 33}, {40, 24}, {63, 65}, {130, 47}}

// TestAllPixelsAreAsElsewhere compares full-size planes with image/jpeg's, which rounds otherwise, for every sampling.
func TestAllPixelsAreAsElsewhere(t *testing.T) {
	for name, factors := range samplings {
		for _, side := range sides {
			for _, restart := range []int{0, 3} {
				for _, quality := range []int{5, 90, 100} {
					s := sampled{factors, side[0], side[1], quality, restart, 2 + quality/3}
					t.Run(fmt.Sprintf("%s %v restart %d quality %d", name, side, restart, quality), func(t *testing.T) {
						checkAllPixels(t, s.encode(t))
					})
				}
			}
		}
	}
}

// TestOtherMakersFiles reads what libjpeg's descendants wrote, with their own tables.
func TestOtherMakersFiles(t *testing.T) {
	files, err := filepath.Glob("testdata/*.jpg")
	if err != nil || len(files) < 8 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		noError(t, err)
		t.Run(name, func(t *testing.T) { checkAllPixels(t, file) })
	}
}

func checkAllPixels(t *testing.T, file []byte) {
	t.Helper()
	got, want := mustDecode(t, file, Options{}), reference(t, file)
	if got.Width != want.Width || got.Height != want.Height || len(got.Planes) != len(want.Planes) {
		t.Fatalf("%d × %d in %d planes, want %d × %d in %d",
			got.Width, got.Height, len(got.Planes), want.Width, want.Height, len(want.Planes))
	}
	for i, plane := range got.Planes {
		if most := furthest(plane, want.Planes[i], plane.Width, plane.Height); most > 1 {
			t.Errorf("plane %d: off by %d", i, most)
		}
	}
}

// TestScaledPlanes compares each scale with the mean of the samples that one represents.
func TestScaledPlanes(t *testing.T) {
	for name, factors := range samplings {
		file := sampled{factors, 403, 301, 90, 0, 3}.encode(t)
		full := mustDecode(t, file, Options{})
		for _, points := range []int{1, 2, 3, 4, 5} {
			width, height := 403*points/8, 301*points/8
			p := mustDecode(t, file, Options{Sizes: []image.Point{{width, height}}})
			if got := Points(403, 301, float64(width), float64(height)); got != points {
				t.Errorf("%d for %d × %d", got, width, height)
			}
			for i, plane := range p.Planes {
				source := full.Planes[i]
				scale := plane.ExtentX / source.ExtentX
				if i == 0 && scale != float64(points)/8 || scale != plane.ExtentY/source.ExtentY {
					t.Errorf("%s: plane %d of scale %d/8 has %v", name, i, points, scale)
				}
				if got := psnr(plane, mean(source, scale), plane.Width-1, plane.Height-1); got < 34 {
					t.Errorf("%s: plane %d of %d/8: %.1f dB", name, i, points, got)
				}
			}
		}
	}
}

// mean returns the plane at a scale, each sample the mean of the area that it covers.
func mean(p Plane, scale float64) Plane {
	out := Plane{Width: ceil(p.ExtentX * scale), Height: ceil(p.ExtentY * scale)}
	out.Stride = out.Width
	out.Pix = make([]byte, out.Width*out.Height)
	for y := range out.Height {
		for x := range out.Width {
			sum, weight := 0.0, 0.0
			for sy := int(float64(y) / scale); sy < min(p.Height, ceil(float64(y+1)/scale)); sy++ {
				for sx := int(float64(x) / scale); sx < min(p.Width, ceil(float64(x+1)/scale)); sx++ {
					w := overlap(sx, x, scale) * overlap(sy, y, scale)
					sum, weight = sum+w*float64(p.Pix[sy*p.Stride+sx]), weight+w
				}
			}
			out.Pix[y*out.Stride+x] = byte(sum/weight + 0.5)
		}
	}
	return out
}

// overlap returns how much of the source's sample the result's covers.
func overlap(source, result int, scale float64) float64 {
	from, to := float64(result)/scale, float64(result+1)/scale
	return max(0, min(to, float64(source+1))-max(from, float64(source)))
}

// TestEveryPieceOfAReader reads the same file from readers that give little at a time.
func TestEveryPieceOfAReader(t *testing.T) {
	file := sampled{samplings["4:2:0"], 300, 200, 95, 7, 20}.encode(t)
	want := mustDecode(t, file, Options{})
	for name, r := range map[string]io.Reader{
		"one byte":            iotest.OneByteReader(bytes.NewReader(file)),
		"half":                iotest.HalfReader(bytes.NewReader(file)),
		"the end with a byte": iotest.DataErrReader(bytes.NewReader(file)),
	} {
		images, err := Decode(r, Options{})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for i := range images[0].Planes {
			if !bytes.Equal(images[0].Planes[i].Pix, want.Planes[i].Pix) {
				t.Errorf("%s: plane %d differs", name, i)
			}
		}
	}
}
