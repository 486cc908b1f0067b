package jpegscale

import (
	"bytes"
	"image"
	"image/jpeg"
	"testing"
)

// TestEncodedAsElsewhere compares files with image/jpeg's of the same planes: the same tables, as good, no larger.
func TestEncodedAsElsewhere(t *testing.T) {
	for _, side := range append(sides, [2]int{400, 300}) {
		for _, quality := range []int{1, 30, 50, 82, 90, 100} {
			p := Image{Width: side[0], Height: side[1]}
			for i := range uint64(3) {
				width, height := side[0], side[1]
				if i > 0 {
					width, height = (width+1)/2, (height+1)/2
				}
				p.Planes = append(p.Planes, scene(width, height, i, 8))
				p.Planes[i].ExtentX, p.Planes[i].ExtentY = float64(side[0]), float64(side[1])
				if i > 0 {
					p.Planes[i].ExtentX, p.Planes[i].ExtentY = p.Planes[i].ExtentX/2, p.Planes[i].ExtentY/2
				}
			}
			other := &image.YCbCr{
				Y: p.Planes[0].Pix, Cb: p.Planes[1].Pix, Cr: p.Planes[2].Pix, YStride: p.Planes[0].Stride, CStride: p.Planes[1].Stride,
				SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: image.Rect(0, 0, side[0], side[1]),
			}
			compareFiles(t, &p, other, quality)
			p.Planes = p.Planes[:1]
			compareFiles(t, &p, &image.Gray{Pix: other.Y, Stride: other.YStride, Rect: other.Rect}, quality)
		}
	}
}

func compareFiles(t *testing.T, p *Image, same image.Image, quality int) {
	t.Helper()
	var ours, theirs bytes.Buffer
	noError(t, Encode(&ours, p, quality))
	noError(t, jpeg.Encode(&theirs, same, &jpeg.Options{Quality: quality}))
	if ours.Len() > theirs.Len()*102/100+8 {
		t.Errorf("%d × %d, quality %d: %d bytes, elsewhere %d", p.Width, p.Height, quality, ours.Len(), theirs.Len())
	}
	tables := quantisation(quality)
	for _, table := range tables[:min(len(p.Planes), 2)] {
		var bytesOf []byte
		for _, q := range table {
			bytesOf = append(bytesOf, byte(q))
		}
		if !bytes.Contains(theirs.Bytes(), bytesOf) {
			t.Errorf("quality %d: another quantisation than elsewhere", quality)
		}
	}
	for _, table := range typicalCodes[:2*min(len(p.Planes), 2)] {
		if !bytes.Contains(theirs.Bytes(), append(table.counts[:], table.symbols...)) {
			t.Error("another Huffman table than elsewhere")
		}
	}
	got, want := reference(t, ours.Bytes()), reference(t, theirs.Bytes())
	for i, plane := range p.Planes {
		near, usual := psnr(got.Planes[i], plane, plane.Width, plane.Height), psnr(want.Planes[i], plane, plane.Width, plane.Height)
		if near < usual-0.3 && near < 50 {
			t.Errorf("%d × %d, quality %d: plane %d: %.2f dB, elsewhere %.2f", p.Width, p.Height, quality, i, near, usual)
		}
	}
}

func TestPlanesMustFit(t *testing.T) {
	p := mustDecode(t, sampled{samplings["4:4:4"], 20, 20, 90, 0, 1}.encode(t), Options{})
	var out bytes.Buffer
	if err := Encode(&out, p, 90); err == nil || out.Len() > 0 {
		t.Errorf("%v, %d bytes", err, out.Len())
	}
	noError(t, Encode(&out, p.Resize(20, 20), 90))
	if err := Encode(&out, &Image{Width: 1, Height: 1}, 90); err == nil {
		t.Error("an image without planes was written")
	}
}
