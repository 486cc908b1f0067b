package jpegscale

import (
	"bytes"
	"errors"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"
	"testing"
)

// FuzzDecode sends anything: no panic, and the same judgement as image/jpeg's of every file that this package judges.
// Sides are kept small, so that the input bounds the memory.
func FuzzDecode(f *testing.F) {
	for _, factors := range samplings {
		f.Add(sampled{factors, 17, 9, 80, 0, 5}.encode(f), uint8(8))
		f.Add(sampled{factors, 40, 33, 95, 2, 20}.encode(f), uint8(3))
	}
	files, err := filepath.Glob("testdata/*.jpg")
	noError(f, err)
	for _, name := range files {
		file, err := os.ReadFile(name)
		noError(f, err)
		f.Add(file, uint8(4))
	}
	f.Fuzz(func(t *testing.T, file []byte, eighths uint8) {
		config, configErr := jpeg.DecodeConfig(bytes.NewReader(file))
		if config.Width*config.Height > 1<<18 {
			t.Skip("too large to try many")
		}
		options := Options{Sizes: []image.Point{{config.Width * int(eighths&15) / 8, config.Height * int(eighths&15) / 8}}}
		if configErr != nil {
			options.Sizes[0] = image.Pt(1, 1) // whatever the size is, this is little
		}
		var out bytes.Buffer
		if eighths&16 == 0 {
			options.Copy, options.Quality = &out, 90
		}
		images, err := Decode(bytes.NewReader(file), options)
		if errors.Is(err, ErrUnsupported) {
			return
		}
		_, theirs := jpeg.Decode(bytes.NewReader(file))
		var variant jpeg.UnsupportedError
		if errors.As(theirs, &variant) {
			return // sampling factors of 3, for example
		}
		if (err == nil) != (theirs == nil) {
			t.Fatalf("here %v, elsewhere %v", err, theirs)
		}
		if err != nil {
			return
		}
		p := images[0]
		if configErr != nil || p.Width != config.Width || p.Height != config.Height {
			t.Fatalf("%d × %d, elsewhere %+v, %v", p.Width, p.Height, config, configErr)
		}
		if options.Copy != nil {
			if again := mustDecode(t, out.Bytes(), Options{}); again.Width != p.Width || len(again.Planes) != len(p.Planes) {
				t.Fatalf("the copy is %d × %d", again.Width, again.Height)
			}
		}
		small := p.Turn(int(eighths>>5)).Resize(1+p.Width/3, 1+p.Height/2)
		noError(t, Encode(&out, small, 80))
	})
}
