package photos

import (
	"strings"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

type source struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}

type point struct {
	X int64 `json:"x"`
	Y int64 `json:"y"`
}

// MarshalJSON returns the image as clients get it. URLs are paths on this server, sizes are in
// pixels.
func (i Image) MarshalJSON() ([]byte, error) {
	type columns Image // without this method
	full := i.Renditions.Full()
	answer := struct {
		columns

		Image        string   `json:"image"`
		ImageURL     string   `json:"image_url"`
		ThumbnailURL string   `json:"thumbnail_url"`
		Width        int      `json:"width"`
		Height       int      `json:"height"`
		Srcset       []source `json:"srcset"`
		FocalPoint   *point   `json:"focal_point"`

		UploadedAt database.Time `json:"uploaded_at"`
		// Caption is the title without TitleEnd.
		Caption string `json:"caption"`
	}{
		columns: columns(i), Image: full.URL(), ImageURL: full.URL(), ThumbnailURL: i.Renditions.Thumbnail().URL(),
		Width: full.Width, Height: full.Height, Srcset: []source{}, UploadedAt: i.UploadedAt,
		Caption: strings.TrimSuffix(i.Title, i.TitleEnd),
	}
	for _, rendition := range i.Renditions.Srcset() {
		answer.Srcset = append(answer.Srcset, source{rendition.URL(), rendition.Width, rendition.Height})
	}
	if i.FocalX.Valid {
		answer.FocalPoint = &point{i.FocalX.Int64, i.FocalY.Int64}
	}
	return httpx.EncodeJSON(answer)
}
