package jpegscale

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"runtime"
	"slices"
	"testing"
	"testing/iotest"
)

// TestOthersTurn sends files that another decoder should look at.
func TestOthersTurn(t *testing.T) {
	plain := sampled{samplings["4:2:0"], 40, 30, 90, 0, 5}.encode(t)
	restarts := sampled{samplings["4:2:0"], 80, 60, 90, 2, 5}.encode(t)
	frame, scan := bytes.Index(plain, []byte{0xff, markerSOF0}), bytes.Index(plain, []byte{0xff, markerSOS})
	adobe := func(transform byte) []byte {
		return slices.Insert(slices.Clone(plain), 2, append([]byte("\xff\xee\x00\x0eAdobe\x00\x64\x00\x00\x00\x00"), transform)...)
	}
	jfif := []byte("\xff\xe0\x00\x10JFIF\x00\x01\x01\x00\x00\x01\x00\x01\x00\x00")
	for name, file := range map[string][]byte{
		"progressive":               with(plain, frame+1, 0xc2),
		"arithmetic coding":         with(plain, frame+1, 0xc9),
		"lossless":                  with(plain, frame+1, 0xc3),
		"hierarchical":              with(plain, frame+1, 0xc5),
		"12 bits":                   with(plain, frame+4, 12),
		"no height yet":             with(plain, frame+6, 0),
		"65535 × 65535":             with(plain, frame+5, 255, 255, 255, 255),
		"colours finer than light":  with(plain, frame+11, 0x11, 0, 2, 0x22),
		"thirds":                    with(plain, frame+11, 0x32, 0, 2, 0x21),
		"red, green and blue":       adobe(0),
		"RGB by name":               with(with(plain, frame+10, 'R', 0x22, 0, 'G', 0x11, 1, 'B'), scan+5, 'R', 0, 'G', 0x11, 'B'),
		"another order":             with(plain, scan+5, 2, 0x11, 1, 0),
		"a scan of one component":   slices.Concat(plain[:scan], []byte{0xff, markerSOS, 0, 8, 1, 1, 0, 0, 63, 0}, plain[scan+14:]),
		"a quantisation of 16 bits": with(plain, bytes.Index(plain, []byte{0xff, markerDQT})+4, 0x10),
		"a quantisation cut":        slices.Insert(slices.Clone(plain), 2, 0xff, markerDQT, 0, 3, 1),
		"a table that is not there": with(plain, frame+12, 3),
		"bytes between segments":    slices.Insert(slices.Clone(plain), frame, 1, 2, 3),
		"bytes behind the scan":     slices.Insert(slices.Clone(plain), len(plain)-2, 1, 2, 3),
		"a second scan":             slices.Insert(slices.Clone(plain), len(plain)-2, 0xff, markerSOS, 0, 8, 1, 1, 0, 0, 63, 0),
		"a restart marker lost":     bytes.Replace(restarts, []byte{0xff, markerRST0 + 1}, nil, 1),
		"a restart marker repeated": bytes.Replace(restarts, []byte{0xff, markerRST0 + 1}, []byte{0xff, markerRST0}, 1),
	} {
		if _, err := Decode(bytes.NewReader(file), Options{}); !errors.Is(err, ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, file := range map[string][]byte{
		"Adobe's mark of light and colours": adobe(1),
		"Adobe's mark, overruled by JFIF":   slices.Insert(adobe(0), 2, jfif...),
		"extended sequential":               with(plain, frame+1, markerSOF1),
		"fill bytes before a marker":        slices.Insert(slices.Clone(plain), frame, 0xff, 0xff),
		"a restart marker at the end":       slices.Insert(slices.Clone(plain), len(plain)-2, 0xff, markerRST0),
		"something behind the end":          append(slices.Clone(plain), "something"...),
	} {
		checkAllPixels(t, file)
		if t.Failed() {
			t.Fatal(name)
		}
	}
}

// with returns the file with other bytes from an index on.
func with(file []byte, at int, other ...byte) []byte {
	file = slices.Clone(file)
	copy(file[at:], other)
	return file
}

func TestDamage(t *testing.T) {
	plain := sampled{samplings["4:2:0"], 40, 30, 90, 0, 5}.encode(t)
	frame := bytes.Index(plain, []byte{0xff, markerSOF0})
	dht := bytes.Index(plain, []byte{0xff, markerDHT})
	for name, file := range map[string][]byte{
		"nothing":                {},
		"another kind of file":   []byte("GIF89a of some length"),
		"no pixels":              {0xff, markerSOI, 0xff, markerEOI},
		"a scan without a frame": {0xff, markerSOI, 0xff, markerSOS, 0, 2},
		"two frames":             slices.Insert(slices.Clone(plain), frame, plain[frame:frame+19]...),
		"a length of one":        {0xff, markerSOI, 0xff, markerDQT, 0, 1},
		"a frame too short":      with(plain, frame+3, 8),
		"a factor of 5":          with(plain, frame+11, 0x52),
		"a factor of 0":          with(plain, frame+11, 0x02),
		"24 blocks":              with(plain, frame+11, 0x44, 0, 2, 0x22),
		"one name twice":         with(plain, frame+10, 2),
		"an empty table":         with(plain, dht+5, 0, 0, 0),
		"a table cut":            with(plain, dht+5, 0, 1, 200),
	} {
		var damage FormatError
		if _, err := Decode(bytes.NewReader(file), Options{}); !errors.As(err, &damage) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCutOff cuts a file at every byte: no piece of it is an image.
func TestCutOff(t *testing.T) {
	for _, restart := range []int{0, 2} {
		file := sampled{samplings["4:2:0"], 33, 20, 75, restart, 5}.encode(t)
		for cut := range len(file) {
			var damage FormatError
			if _, err := Decode(bytes.NewReader(file[:cut]), Options{Sizes: []image.Point{{6, 5}}}); !errors.As(err, &damage) {
				t.Fatalf("%d of %d bytes: %v", cut, len(file), err)
			}
			// An end marker in the middle does not help.
			if _, err := Decode(bytes.NewReader(append(file[:cut:cut], 0xff, markerEOI)), Options{}); err == nil && cut < len(file)-2 {
				t.Fatalf("%d of %d bytes and an end: no error", cut, len(file))
			}
		}
	}
}

func TestTheReadersErrorComesBack(t *testing.T) {
	file, own := sampled{samplings["4:2:0"], 500, 400, 95, 0, 30}.encode(t), errors.New("the disk is broken")
	for _, cut := range []int{0, 1, 100, len(file) / 2, len(file) - 1} {
		r := io.MultiReader(bytes.NewReader(file[:cut]), iotest.ErrReader(own))
		if _, err := Decode(r, Options{}); !errors.Is(err, own) {
			t.Errorf("after %d bytes: %v", cut, err)
		}
	}
}

// TestMemoryFollowsThePixels decodes headers that promise more pixels than follow.
func TestMemoryFollowsThePixels(t *testing.T) {
	file := sampled{samplings["4:4:4"], 40, 30, 90, 0, 5}.encode(t)
	sides := bytes.Index(file, []byte{0xff, markerSOF0}) + 5
	for _, scenario := range []struct{ width, height, want, most int }{
		{65500, 65500, 0, 1 << 20}, {8192, 8193, 0, 1 << 20}, {8000, 6000, 500, 9 << 20}, {8000, 6000, 0, 160 << 20},
	} {
		binary.BigEndian.PutUint16(file[sides:], uint16(scenario.height))
		binary.BigEndian.PutUint16(file[sides+2:], uint16(scenario.width))
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Decode(bytes.NewReader(file), Options{Sizes: []image.Point{{scenario.want, scenario.want * 3 / 4}}})
		runtime.ReadMemStats(&after)
		if grown := int(after.TotalAlloc - before.TotalAlloc); err == nil || grown > scenario.most {
			t.Errorf("%+v: %v, %d kB", scenario, err, grown>>10)
		}
	}
}
