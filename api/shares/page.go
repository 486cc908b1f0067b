// Package shares gives documents, galleries and CVs for an audience to those who have a private link, to
// registered visitors, or to one address, until an end.
package shares

import (
	"portfolio/api/photos"
)

// Placeholder is the part of the addresses on a rendered page that stands for the share's own, such as /s/-/download.
const Placeholder = "/s/-/"

// Page is the data of a private page, as ssg/model/private-page.ts describes it.
type Page struct {
	// Kind is document, gallery or cv; ended has no data.
	Kind        string `json:"kind"`
	Name        string `json:"name,omitempty"`
	Description string `json:"description,omitempty"`
	// SharedOn and Until are days in the owner's time zone, such as 2026-12-26. Until is "" without an end.
	SharedOn string `json:"sharedOn,omitempty"`
	Until    string `json:"until,omitempty"`
	// File is what the page lets visitors download, if anything.
	File *PageFile `json:"file,omitempty"`
	// Audience is the slug of a CV's file in cv/audiences.
	Audience string `json:"audience,omitempty"`
	// Photos are those of a gallery, in its order.
	Photos []PagePhoto `json:"photos,omitempty"`
}

// PageFile is a file on a page.
type PageFile struct {
	Name        string `json:"name"`
	ContentType string `json:"contentType"`
	Bytes       int64  `json:"bytes"`
	// Pages is 0 if unknown.
	Pages     int64  `json:"pages,omitempty"`
	UpdatedOn string `json:"updatedOn"`
}

// PagePhoto is a photo on a page. A rendition's address is Placeholder, photos/, ID, / and its width.
type PagePhoto struct {
	ID          int64           `json:"id"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	AltText     string          `json:"altText"`
	AltTexts    photos.AltTexts `json:"altTexts,omitempty"`
	Decorative  bool            `json:"decorative"`
	// Width and Height are those of the largest rendition, in pixels; Widths are those of all, ascending.
	Width  int   `json:"width"`
	Height int   `json:"height"`
	Widths []int `json:"widths"`
}
