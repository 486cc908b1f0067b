package photos

import (
	"slices"
	"strconv"

	"portfolio/api/httpx"
)

// MarshalJSON returns the image as clients get it.
func (i Image) MarshalJSON() ([]byte, error) { return i.appendJSON(nil), nil }

// appendJSON appends the image as its type says, without the reflection of package json: lists are long.
func (i *Image) appendJSON(to []byte) []byte {
	to = strconv.AppendInt(append(to, `{"id":`...), i.ID, 10)
	to = httpx.AppendJSONString(append(to, `,"title":`...), i.Title)
	to = httpx.AppendJSONString(append(to, `,"description":`...), i.Description)
	to = httpx.AppendJSONString(append(to, `,"alt_text":`...), i.AltText)
	if i.Gallery == nil {
		to = append(to, `,"gallery":null,"gallery_name":null`...)
	} else {
		to = strconv.AppendInt(append(to, `,"gallery":`...), *i.Gallery, 10)
		to = httpx.AppendJSONString(append(to, `,"gallery_name":`...), *i.GalleryName)
	}
	to = append(append(to, `,"image":"`...), i.Image...)
	to = append(append(to, `","image_url":"`...), i.ImageURL...)
	to = append(append(to, `","thumbnail_url":"`...), i.ThumbnailURL...)
	to = appendSize(to, i.Width, i.Height)
	to = append(to, `,"srcset":[`...)
	for n, source := range i.Srcset {
		if n > 0 {
			to = append(to, ',')
		}
		to = append(append(to, `{"url":"`...), source.URL...)
		to = append(appendSize(to, source.Width, source.Height), '}')
	}
	to = i.UploadedAt.AppendJSON(append(to, `],"uploaded_at":`...))
	return append(to, '}')
}

// appendSize ends the text of a URL, which has nothing to escape, and appends the size of its file.
func appendSize(to []byte, width, height int) []byte {
	to = strconv.AppendInt(append(to, `","width":`...), int64(width), 10)
	return strconv.AppendInt(append(to, `,"height":`...), int64(height), 10)
}

func encodeImages(images []Image) []byte {
	body := []byte{'['}
	for n := range images {
		if n > 0 {
			body = append(body, ',')
		}
		body = images[n].appendJSON(body)
		if n == 0 {
			// The others are about as long: room for all at once.
			body = slices.Grow(body, len(body)*len(images)*5/4)
		}
	}
	return append(body, "]\n"...)
}
