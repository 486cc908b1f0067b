package apitest

// Image is an image as clients read it.
type Image struct {
	ID           int64    `json:"id"`
	Title        string   `json:"title"`
	Description  string   `json:"description"`
	AltText      string   `json:"alt_text"`
	Gallery      *int64   `json:"gallery"`
	GalleryName  *string  `json:"gallery_name"`
	Image        string   `json:"image"`
	ImageURL     string   `json:"image_url"`
	ThumbnailURL string   `json:"thumbnail_url"`
	Width        int      `json:"width"`
	Height       int      `json:"height"`
	Srcset       []Source `json:"srcset"`
	UploadedAt   string   `json:"uploaded_at"`
}

// Source is one file of an image among which a browser chooses by width.
type Source struct {
	URL    string `json:"url"`
	Width  int    `json:"width"`
	Height int    `json:"height"`
}
