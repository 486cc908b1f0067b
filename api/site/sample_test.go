package site

import (
	"bytes"
	"image/color"
	"io/fs"
	"testing"

	"golang.org/x/image/webp"

	"portfolio/api/internal/servertest"
)

// TestTheSamplesAreSmallFiles looks at each file: it belongs to a sample, shows something, and all of them together weigh
// less in the server than a megabyte.
func TestTheSamplesAreSmallFiles(t *testing.T) {
	used := map[string]bool{}
	for _, gallery := range sampleGalleries {
		for _, photo := range gallery.images {
			used["sample/images/"+photo.fileName] = true
			if n := colours(t, photo); n < 20 {
				t.Errorf("%s has %d colours", photo.fileName, n)
			}
		}
	}
	for _, document := range sampleDocuments {
		used["sample/documents/"+document.fileName] = true
		file, err := sampleFiles.ReadFile("sample/documents/" + document.fileName)
		title := "/Title (" + document.name + ")"
		if document.fileName == "edda-quillane-cv.pdf" {
			title = "(Edda Quillane)" // The build of the pages made it.
		}
		if err != nil || !bytes.HasPrefix(file, []byte("%PDF-")) || !bytes.Contains(file, []byte(title)) {
			t.Errorf("%s is no PDF with %q: %v", document.fileName, title, err)
		}
	}
	total := int64(0)
	err := fs.WalkDir(sampleFiles, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		if !used[name] {
			t.Errorf("%s belongs to no sample", name)
		}
		info, err := entry.Info()
		total += info.Size()
		return err
	})
	if err != nil || total > 1_000_000 {
		t.Errorf("%d bytes, %v", total, err)
	}
}

// colours returns how many colours a photo has at points 40 pixels apart.
func colours(t *testing.T, p sampleImage) int {
	t.Helper()
	file, err := sampleFiles.Open("sample/images/" + p.fileName)
	noError(t, err)
	decoded, err := webp.Decode(file)
	if err != nil {
		t.Fatalf("%s: %v", p.fileName, err)
	}
	colours, size := map[color.Color]bool{}, decoded.Bounds().Size()
	if size.Y != 1200 || size.X != 1200 && size.X != 1600 {
		t.Errorf("%s is %v", p.fileName, size)
	}
	for y := 0; y < size.Y; y += 40 {
		for x := 0; x < size.X; x += 40 {
			colours[decoded.At(x, y)] = true
		}
	}
	return len(colours)
}

var noError = servertest.NoError
