package photos

import (
	"strconv"
	"sync"

	"portfolio/api/httpx"
	"portfolio/api/media"
)

// MarshalJSON returns the image as clients get it. URLs are paths on this server, sizes are in pixels.
func (i Image) MarshalJSON() ([]byte, error) { return i.appendJSON(nil), nil }

// appendJSON appends what MarshalJSON returns, without the reflection of package json: lists are long.
func (i *Image) appendJSON(to []byte) []byte {
	to = strconv.AppendInt(append(to, `{"id":`...), i.ID, 10)
	to = httpx.AppendJSONString(append(to, `,"title":`...), i.Title)
	to = httpx.AppendJSONString(append(to, `,"description":`...), i.Description)
	to = httpx.AppendJSONString(append(to, `,"alt_text":`...), i.AltText)
	to = strconv.AppendBool(append(to, `,"decorative":`...), i.Decorative)
	if i.Gallery == nil {
		to = append(to, `,"gallery":null,"gallery_name":null`...)
	} else {
		to = strconv.AppendInt(append(to, `,"gallery":`...), *i.Gallery, 10)
		to = httpx.AppendJSONString(append(to, `,"gallery_name":`...), *i.GalleryName)
	}
	full := i.Picture.Full()
	to = full.AppendURL(append(to, `,"image":"`...))
	to = full.AppendURL(append(to, `","image_url":"`...))
	to = i.Picture.Thumbnail().AppendURL(append(to, `","thumbnail_url":"`...))
	to = appendSize(to, full)
	to = append(to, `,"srcset":[`...)
	for n, source := range i.Picture.Srcset() {
		if n > 0 {
			to = append(to, ',')
		}
		to = append(appendSize(source.AppendURL(append(to, `{"url":"`...)), source), '}')
	}
	to = append(to, `],"focal_point":`...)
	if i.FocalX.Valid {
		to = strconv.AppendInt(append(to, `{"x":`...), i.FocalX.Int64, 10)
		to = append(strconv.AppendInt(append(to, `,"y":`...), i.FocalY.Int64, 10), '}')
	} else {
		to = append(to, `null`...)
	}
	to = i.UploadedAt.AppendJSON(append(to, `,"uploaded_at":`...))
	return append(to, '}')
}

// appendSize ends the text of a URL, which has nothing to escape, and appends the size of the file.
func appendSize(to []byte, file media.Rendition) []byte {
	to = strconv.AppendInt(append(to, `","width":`...), int64(file.Width), 10)
	return strconv.AppendInt(append(to, `,"height":`...), int64(file.Height), 10)
}

// encodedList is a JSON array of images.
type encodedList []byte

func (l *encodedList) add(image *Image) {
	before := byte(',')
	if len(*l) == 0 {
		before = '['
	}
	*l = image.appendJSON(append(*l, before))
}

// buffers has lists whose memory is used again.
var buffers = sync.Pool{New: func() any { return new(encodedList) }}

// maxBuffer is the largest memory that is used again, in bytes.
const maxBuffer = 4 << 20

// release gives the list's memory to the next one; nobody may read it any more.
func (l *encodedList) release() {
	if cap(*l) <= maxBuffer {
		*l = (*l)[:0]
		buffers.Put(l)
	}
}

// body returns the whole array.
func (l *encodedList) body() []byte {
	if len(*l) == 0 {
		*l = append(*l, '[')
	}
	*l = append(*l, "]\n"...)
	return *l
}
