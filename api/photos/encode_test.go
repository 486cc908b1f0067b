package photos

import (
	"encoding/json"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/media"
)

// An image is encoded as package json encodes its type, and so is a list.
func TestAnImageIsEncodedByItsType(t *testing.T) {
	type plain Image
	id := int64(7)
	for _, text := range []string{
		"", "Crane", `"quoted" \ back`, "tab\t line\n null\x00 del\x7f", "Grüße, 東京 🌊", "<script>&amp;</script>", "\u2028\u2029", "half a \xff character",
	} {
		picture, err := media.ParsePicture(nil, "240 320 a/b.jpg\n640 853 c/d.jpg\n3000 4000 e/f.jpg")
		if err != nil {
			t.Fatal(err)
		}
		image := Image{ID: 1, Title: text, Description: text, AltText: text, UploadedAt: database.At(time.Unix(1700000000, 120e6))}
		image.setPicture(picture)
		assigned := image
		assigned.Gallery, assigned.GalleryName = &id, &text
		want, err := httpx.EncodeJSON([]plain{plain(image), plain(assigned)})
		if err != nil {
			t.Fatal(err)
		}
		if got := encodeImages([]Image{image, assigned}); string(got) != string(want) {
			t.Errorf("%q: got %s\nwant %s", text, got, want)
		}
		if one, err := json.Marshal(image); err != nil || !json.Valid(one) {
			t.Errorf("%q: %s, %v", text, one, err)
		}
	}
	if got := string(encodeImages(nil)); got != "[]\n" {
		t.Errorf("none: %q", got)
	}
}
