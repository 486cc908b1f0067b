package jpegscale

import (
	"bytes"
	"image"
	"testing"

	"github.com/disintegration/imaging"
)

// TestTurnedAsByImaging compares all orientations with what imaging does for them.
func TestTurnedAsByImaging(t *testing.T) {
	turns := map[int]func(image.Image) *image.NRGBA{
		0: imaging.Clone, 1: imaging.Clone, 2: imaging.FlipH, 3: imaging.Rotate180, 4: imaging.FlipV, 5: imaging.Transpose,
		6: imaging.Rotate270, 7: imaging.Transverse, 8: imaging.Rotate90, 9: imaging.Clone,
	}
	for _, size := range [][2]int{{130, 70}, {3, 5}, {1, 1}} {
		for orientation, turn := range turns {
			source := scene(size[0], size[1], 2, 9)
			p := Image{Width: size[0], Height: size[1], Planes: []Plane{source}}
			got := p.Turn(orientation)
			want := turn(&image.Gray{Pix: source.Pix, Stride: source.Stride, Rect: image.Rect(0, 0, size[0], size[1])})
			if got.Width != want.Rect.Dx() || got.Height != want.Rect.Dy() || got.Planes[0].Width != got.Width {
				t.Fatalf("%d: %d × %d, want %v", orientation, got.Width, got.Height, want.Rect)
			}
			for i := range want.Pix {
				if i%4 == 0 && got.Planes[0].Pix[i/4] != want.Pix[i] {
					t.Fatalf("%d: sample %d differs", orientation, i/4)
				}
			}
		}
	}
}

// TestOddSidesTurnExactly turns an image whose planes of colour cover half a sample more than it: turning first and
// resizing then is the same as the other way about.
func TestOddSidesTurnExactly(t *testing.T) {
	whole := mustDecode(t, sampled{samplings["4:2:0"], 201, 131, 92, 0, 2}.encode(t), Options{})
	for orientation := 1; orientation <= 8; orientation++ {
		width, height := 100, 64
		turned := whole.Turn(orientation)
		if orientation >= 5 {
			width, height = height, width
		}
		got, want := turned.Resize(width, height), whole.Resize(100, 64).Turn(orientation)
		for i, plane := range got.Planes {
			if most := furthest(plane, want.Planes[i], plane.Width, plane.Height); most > 1 {
				t.Errorf("%d: plane %d is off by %d", orientation, i, most)
			}
		}
		if err := Encode(new(bytes.Buffer), turned.Resize(turned.Width, turned.Height), 90); err != nil {
			t.Errorf("%d: %v", orientation, err)
		}
	}
}
