package jpegscale

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image"
	"io"
	"slices"
	"testing"
)

func copied(t *testing.T, file []byte, quality int) []byte {
	t.Helper()
	var out bytes.Buffer
	mustDecode(t, file, Options{Sizes: []image.Point{{1, 1}}, Copy: &out, Quality: quality})
	return out.Bytes()
}

// TestACopyOfACoarserFileHasItsPixels compares the pixels that image/jpeg sees in both.
func TestACopyOfACoarserFileHasItsPixels(t *testing.T) {
	for name, factors := range samplings {
		for _, side := range sides {
			for _, restart := range []int{0, 2} {
				file := sampled{factors, side[0], side[1], 80, restart, 30}.encode(t)
				got, want := reference(t, copied(t, file, 90)), reference(t, file)
				if got.Width != want.Width || got.Height != want.Height {
					t.Fatalf("%s %v: %d × %d", name, side, got.Width, got.Height)
				}
				for i := range want.Planes {
					if !bytes.Equal(got.Planes[i].Pix, want.Planes[i].Pix) {
						t.Errorf("%s %v: plane %d differs", name, side, i)
					}
				}
			}
		}
	}
}

// TestACopyOfAFinerFileIsCoarser compares the size and the pixels of the copy with those of the best quality.
func TestACopyOfAFinerFileIsCoarser(t *testing.T) {
	file := sampled{samplings["4:2:0"], 640, 480, 100, 0, 12}.encode(t)
	out := copied(t, file, 90)
	if len(out)*10 > len(file)*6 {
		t.Errorf("%d of %d bytes are left", len(out), len(file))
	}
	got, want := reference(t, out), reference(t, file)
	var anew bytes.Buffer
	noError(t, Encode(&anew, mustDecode(t, file, Options{}), 90))
	other := reference(t, anew.Bytes())
	for i, plane := range want.Planes {
		width, height := 640, 480
		if i > 0 {
			width, height = 320, 240
		}
		near, usual := psnr(got.Planes[i], plane, width, height), psnr(other.Planes[i], plane, width, height)
		if near < usual-0.1 {
			t.Errorf("plane %d: %.2f dB, by way of the samples %.2f", i, near, usual)
		}
	}
}

// TestACopyHasNothingElse hides words in everything a file has room for: the copy is made of the segments that an image
// needs, and of tables that are this package's.
func TestACopyHasNothingElse(t *testing.T) {
	file := sampled{samplings["4:2:2"], 100, 70, 80, 3, 9}.encode(t)
	var hidden []byte
	for marker := markerAPP0; marker <= markerCOM; marker++ {
		if marker != markerAPP14 && (marker <= markerAPP15 || marker == markerCOM) {
			hidden = append(hidden, 0xff, byte(marker), 0, 8)
			hidden = append(hidden, "SECRET"...)
		}
	}
	tagged := slices.Concat(file[:2], hidden, file[2:], []byte("SECRET"))
	out := copied(t, tagged, 90)
	if bytes.Contains(out, []byte("SECRET")) {
		t.Error("a word came across")
	}
	if want := copied(t, file, 90); !bytes.Equal(out, want) {
		t.Error("the copy depends on more than the pixels of the file")
	}
	if got, want := markers(t, out), []byte{markerDQT, markerDQT, markerSOF0, markerDHT, markerDHT, markerDHT, markerDHT, markerSOS}; !bytes.Equal(got, want) {
		t.Errorf("segments %x, want %x", got, want)
	}
	if !bytes.Equal(copied(t, out, 90), out) {
		t.Error("a copy's copy differs")
	}
}

// markers returns the markers up to the scan's, and sees to it that nothing is between segments.
func markers(t *testing.T, file []byte) (found []byte) {
	t.Helper()
	for at := 2; ; {
		if file[at] != 0xff {
			t.Fatalf("no marker at %d", at)
		}
		found = append(found, file[at+1])
		if file[at+1] == markerSOS {
			return found
		}
		at += 2 + int(binary.BigEndian.Uint16(file[at+2:]))
	}
}

// TestFailingWriters expects the error of the writer, wherever it fails.
func TestFailingWriters(t *testing.T) {
	file := sampled{samplings["4:2:0"], 900, 700, 95, 0, 20}.encode(t)
	full := mustDecode(t, file, Options{})
	for name, write := range map[string]func(io.Writer) error{
		"a copy": func(w io.Writer) error {
			_, err := Decode(bytes.NewReader(file), Options{Copy: w, Quality: 95})
			return err
		},
		"an image": func(w io.Writer) error { return Encode(w, full, 95) },
	} {
		var out bytes.Buffer
		noError(t, write(&out))
		for _, room := range []int{0, 1, out.Len() / 2, out.Len() - 1} {
			if err := write(&narrow{room}); !errors.Is(err, errFull) {
				t.Errorf("%s with room for %d of %d bytes: %v", name, room, out.Len(), err)
			}
		}
	}
}

var errFull = errors.New("the disk is full")

type narrow struct{ room int }

func (w *narrow) Write(p []byte) (int, error) {
	n := min(w.room, len(p))
	w.room -= n
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}
