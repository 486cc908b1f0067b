package photos

import (
	"database/sql"
	"encoding/json"
	"testing"
	"time"

	"portfolio/api/database"
	"portfolio/api/httpx"
	"portfolio/api/media"
)

type encodedImage struct {
	ID           int64           `json:"id"`
	Title        string          `json:"title"`
	Description  string          `json:"description"`
	AltText      string          `json:"alt_text"`
	Decorative   bool            `json:"decorative"`
	Gallery      *int64          `json:"gallery"`
	GalleryName  *string         `json:"gallery_name"`
	Image        string          `json:"image"`
	ImageURL     string          `json:"image_url"`
	ThumbnailURL string          `json:"thumbnail_url"`
	Width        int             `json:"width"`
	Height       int             `json:"height"`
	Srcset       []encodedSource `json:"srcset"`
	FocalPoint   *encodedPoint   `json:"focal_point"`
	UploadedAt   database.Time   `json:"uploaded_at"`
}

type encodedPoint struct {
	X int64 `json:"x"`
	Y int64 `json:"y"`
}

type encodedSource struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

// An image is encoded as package json would encode these fields, and so is a list.
func TestAnImageIsEncoded(t *testing.T) {
	id, at := int64(7), database.At(time.Unix(1700000000, 120e6))
	for _, text := range []string{
		"", "Crane", `"quoted" \ back`, "tab\t line\n null\x00 del\x7f", "Grüße, 東京 🌊", "<script>&amp;</script>", "\u2028\u2029", "half a \xff character",
	} {
		picture, err := media.ParsePicture(nil, "240 320 a/b.jpg\n640 853 c/d.jpg\n3000 4000 e/f.jpg")
		if err != nil {
			t.Fatal(err)
		}
		image := Image{ID: 1, Title: text, Description: text, AltText: text, Picture: picture, UploadedAt: at}
		want := encodedImage{1, text, text, text, false, nil, nil, "/media/e/f.jpg", "/media/e/f.jpg", "/media/a/b.jpg", 3000, 4000,
			[]encodedSource{{"/media/c/d.jpg", 640, 853}}, nil, at}
		assigned, wantAssigned := image, want
		assigned.Gallery, assigned.GalleryName, wantAssigned.Gallery, wantAssigned.GalleryName = &id, &text, &id, &text
		assigned.Decorative, wantAssigned.Decorative = true, true
		assigned.FocalX, assigned.FocalY, wantAssigned.FocalPoint = sql.NullInt64{Int64: 30, Valid: true}, sql.NullInt64{Valid: true}, &encodedPoint{30, 0}
		wantList, err := httpx.EncodeJSON([]encodedImage{want, wantAssigned})
		if err != nil {
			t.Fatal(err)
		}
		var list encodedList
		list.add(&image)
		list.add(&assigned)
		if got := string(list.body()); got != string(wantList) {
			t.Errorf("%q: got %s\nwant %s", text, got, wantList)
		}
		if one, err := json.Marshal(image); err != nil || !json.Valid(one) {
			t.Errorf("%q: %s, %v", text, one, err)
		}
	}
	if got := string(new(encodedList).body()); got != "[]\n" {
		t.Errorf("none: %q", got)
	}
}
