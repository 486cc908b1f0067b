package jpegscale

import (
	"image"
	"math"
	"testing"

	"github.com/disintegration/imaging"
)

// TestResizedAsByImaging compares planes with what imaging makes of them with the same filter, up and down.
func TestResizedAsByImaging(t *testing.T) {
	for _, size := range [][4]int{
		{300, 200, 128, 96}, {301, 203, 300, 202}, {64, 64, 7, 5}, {50, 40, 90, 77}, {2000, 3, 640, 1}, {3, 400, 1, 130}, {1, 1, 4, 4}, {9, 9, 1, 1},
	} {
		source := scene(size[0], size[1], 3, 20)
		p := Image{Width: size[0], Height: size[1], Planes: []Plane{source}}
		got := p.Resize(size[2], size[3]).Planes[0]
		want := imaging.Resize(&image.Gray{Pix: source.Pix, Stride: source.Stride, Rect: image.Rect(0, 0, size[0], size[1])},
			size[2], size[3], imaging.Lanczos)
		gray := Plane{Pix: make([]byte, size[2]*size[3]), Stride: size[2]}
		for i := range gray.Pix {
			gray.Pix[i] = want.Pix[4*i]
		}
		if most := furthest(got, gray, size[2], size[3]); most > 1 {
			t.Errorf("%v: off by %d", size, most)
		}
	}
}

// TestExtremesStayInTheirLanes resizes the hardest contrasts, where a sum that outgrew its lane would spoil its
// neighbours.
func TestExtremesStayInTheirLanes(t *testing.T) {
	for _, size := range [][2]int{{97, 31}, {97, 64}, {97, 96}, {97, 5}, {97, 200}, {12, 11}, {5, 2}} {
		for _, period := range []int{1, 2, 3, 5, 8} {
			source := scene(size[0], size[0], 1, 0)
			for i := range source.Pix {
				source.Pix[i] = byte(255 * ((i%size[0]/period + i/size[0]/period) % 2))
			}
			got := source.resize(float64(size[1]), float64(size[1]))
			want := exactly(source, size[1])
			if most := furthest(got, want, size[1], size[1]); most > 2 {
				t.Errorf("%v, period %d: off by %d", size, period, most)
			}
		}
	}
}

// exactly resizes a square plane in floating point, but for the rounding between the two directions.
func exactly(p Plane, size int) Plane {
	step := float64(p.Width) / float64(size)
	pass := func(at func(i, line int) float64, line, place int) float64 {
		scale, centre := math.Max(step, 1), (float64(place)+0.5)*step-0.5
		sum, total := 0.0, 0.0
		for i := range p.Width {
			weight := lanczos((float64(i) - centre) / scale)
			sum, total = sum+weight*at(i, line), total+weight
		}
		return math.Round(math.Min(math.Max(sum/total, 0), 255))
	}
	across := make([][]float64, p.Height)
	for y := range across {
		for x := range size {
			across[y] = append(across[y], pass(func(i, line int) float64 { return float64(p.Pix[line*p.Stride+i]) }, y, x))
		}
	}
	out := Plane{Pix: make([]byte, size*size), Stride: size}
	for i := range out.Pix {
		out.Pix[i] = byte(pass(func(i, column int) float64 { return across[i][column] }, i%size, i/size))
	}
	return out
}

// TestEveryPlaneShowsTheSamePlaces decodes an image whose sides fit no block at every scale and sampling, and looks
// whether an edge in the middle is in the middle of every plane.
func TestEveryPlaneShowsTheSamePlaces(t *testing.T) {
	for name, factors := range samplings {
		file := sampled{factors, 501, 307, 92, 0, 1}.encode(t)
		want := mustDecode(t, file, Options{}).Resize(59, 37)
		for _, width := range []int{60, 101, 180, 220, 400} {
			got := mustDecode(t, file, Options{Sizes: []image.Point{{width, width * 307 / 501}}}).Resize(59, 37)
			for i, plane := range got.Planes {
				if likeness := psnr(plane, want.Planes[i], plane.Width, plane.Height); likeness < 38 {
					t.Errorf("%s from %d: plane %d: %.1f dB", name, width, i, likeness)
				}
			}
		}
	}
}
