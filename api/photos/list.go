package photos

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Filter says which images are listed. The zero value lists all, newest first.
type Filter struct {
	// Gallery is the ID of a gallery, Unassigned those in none; at most one is set.
	Gallery    int64
	Unassigned bool
	// WithoutAltText chooses those that lack an alternative text and are not decorative.
	WithoutAltText bool
	// Words are search keys, each of which must occur in a text of an image or the name of its gallery.
	Words []string
	// Order is one of the orders.
	Order string
	httpx.Page
}

// orders are the orders of a list, as Django REST framework names them.
var orders = map[string]string{
	"":             `i.uploaded_at DESC, i.id DESC`,
	"-uploaded_at": `i.uploaded_at DESC, i.id DESC`,
	"uploaded_at":  `i.uploaded_at, i.id`,
	"title":        `i.title_key, i.id`,
	"-title":       `i.title_key DESC, i.id DESC`,
	"gallery":      `i.gallery_id IS NULL, i.gallery_key, i.gallery_id, i.uploaded_at DESC, i.id DESC`,
}

const (
	// maxWords is how many words of a search count, and maxSearch how many characters it has.
	maxWords  = 5
	maxSearch = 200
	// maxNamed is how many images one list names at most.
	maxNamed = 200

	// unassigned is the value of the query parameter gallery for images in none.
	unassigned = "none"
	// missing is the value of the query parameter alt_text for images without one.
	missing = "missing"

	notIDs = "Not a list of at most %d ids with commas between them."
)

// readFilter reads a query, or returns an httpx.Error that names every invalid parameter.
func readFilter(query url.Values) (Filter, error) {
	v := httpx.NewValidator()
	filter := Filter{Page: httpx.ReadPage(v, query), Order: query.Get("ordering")}
	_, known := orders[filter.Order]
	v.Check(known, "ordering", fmt.Sprintf(httpx.NotAChoice, strings.ToValidUTF8(filter.Order, "\ufffd")))
	if gallery := query.Get("gallery"); gallery == unassigned {
		filter.Unassigned = true
	} else {
		filter.Gallery = v.ID(httpx.ValueOf(&gallery), "gallery")
	}
	altText := query.Get("alt_text")
	filter.WithoutAltText = altText == missing
	v.Check(filter.WithoutAltText || altText == "", "alt_text", fmt.Sprintf(httpx.NotAChoice, strings.ToValidUTF8(altText, "\ufffd")))
	search := query.Get("search")
	words := strings.Fields(database.SearchKey(v.OptionalText(&search, maxSearch, "search")))
	filter.Words = words[:min(len(words), maxWords)]
	return filter, v.Err()
}

// withoutAltText is the condition of images that lack an alternative text.
const withoutAltText = `i.alt_text = '' AND NOT i.decorative`

// condition returns the condition of the images that the filter chooses.
func (f Filter) condition() (condition string, args []any) {
	condition = `TRUE`
	for _, word := range f.Words {
		condition += `
		  AND (i.title_key LIKE ? ESCAPE '\' OR i.description_key LIKE ? ESCAPE '\' OR i.alt_text_key LIKE ? ESCAPE '\'
		       OR i.gallery_key LIKE ? ESCAPE '\')`
		pattern := database.Containing(word)
		args = append(args, pattern, pattern, pattern, pattern)
	}
	if f.WithoutAltText {
		condition += ` AND ` + withoutAltText
	}
	if f.Unassigned {
		condition += ` AND i.gallery_id IS NULL`
	} else if f.Gallery != 0 {
		condition, args = condition+` AND i.gallery_id = ?`, append(args, f.Gallery)
	}
	return condition, args
}

// ListImages returns the filter's page of the images, and how many there are on all pages.
func (s *Service) ListImages(ctx context.Context, filter Filter) ([]Image, int64, error) {
	where, args := filter.condition()
	return s.listPage(ctx, where, orders[filter.Order], filter.Page, args...)
}

// ListGalleryImages returns a page of the images of the gallery with that slug, in its order, and
// their total number. It returns none for an unknown slug.
func (s *Service) ListGalleryImages(ctx context.Context, slug string, page httpx.Page) ([]Image, int64, error) {
	return s.listGallery(ctx, slug, `TRUE`, page)
}

// ListPublicImages is ListGalleryImages, and returns none for a gallery that no page shows.
func (s *Service) ListPublicImages(ctx context.Context, slug string, page httpx.Page) ([]Image, int64, error) {
	return s.listGallery(ctx, slug, onPages, page)
}

// onPages is the condition of galleries that pages show.
const onPages = `(shown OR slug = '` + FrontPageGallery + `')`

func (s *Service) listGallery(ctx context.Context, slug, condition string, page httpx.Page) ([]Image, int64, error) {
	if !isSlug(slug) {
		return []Image{}, 0, nil
	}
	ofGallery := `i.gallery_id = (SELECT id FROM live_galleries WHERE slug = ? AND ` + condition + `)`
	return s.listPage(ctx, ofGallery, inGallery, page, slug)
}

// inGallery is the order of the images in a gallery.
const inGallery = `i.rank, i.id`

// ShownGallery is a gallery that has a page, and its images in their order, at least one.
type ShownGallery struct {
	Gallery

	Images []Image `json:"images"`
}

// ListShownGalleries returns the galleries that have a page, sorted by name.
func (s *Service) ListShownGalleries(ctx context.Context) ([]ShownGallery, error) {
	shown, galleries, images := []ShownGallery{}, []Gallery{}, []Image{}
	err := s.DB.Select(ctx, &galleries, selectGalleries+`WHERE g.shown ORDER BY g.name_key, g.id`)
	if err == nil {
		err = s.DB.Select(ctx, &images, selectImages+`WHERE i.gallery_id IN (SELECT id FROM live_galleries WHERE shown) ORDER BY `+inGallery)
	}
	if err != nil {
		return nil, fmt.Errorf("list the shown galleries: %w", err)
	}
	inside := map[int64][]Image{}
	for _, image := range images {
		inside[*image.Gallery] = append(inside[*image.Gallery], image)
	}
	for _, gallery := range galleries {
		if len(inside[gallery.ID]) > 0 {
			shown = append(shown, ShownGallery{gallery, inside[gallery.ID]})
		}
	}
	return shown, nil
}

func (s *Service) listPage(ctx context.Context, where, order string, page httpx.Page, args ...any) (images []Image, total int64, err error) {
	images = []Image{}
	if err = s.DB.Get(ctx, &total, `SELECT COUNT(*) FROM live_images i WHERE `+where, args...); err == nil {
		err = s.DB.Select(ctx, &images, selectImages+`WHERE `+where+` ORDER BY `+order+` LIMIT ? OFFSET ?`,
			append(args, page.Size(), page.Offset)...)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list images: %w", err)
	}
	return images, total, nil
}

// ListDoubles returns the images of a file with that SHA-256 in hexadecimal, the oldest first, and
// their number, or an httpx.Error if it is not a SHA-256.
func (s *Service) ListDoubles(ctx context.Context, sha256 string) ([]Image, int64, error) {
	if len(sha256) != 64 || strings.Trim(sha256, "0123456789abcdef") != "" {
		return nil, 0, httpx.InvalidField("sha256", "Not a SHA-256 in hexadecimal.")
	}
	return s.listAll(ctx, `i.file_hash = ?`, sha256)
}

// ListNamed returns the images with the given IDs, which are separated by commas, the oldest first,
// and their number. It returns an httpx.Error for anything else and for too many IDs.
func (s *Service) ListNamed(ctx context.Context, text string) ([]Image, int64, error) {
	var ids []int64
	for name := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(name, 10, 64)
		if err != nil || len(ids) == maxNamed {
			return nil, 0, httpx.InvalidField("ids", fmt.Sprintf(notIDs, maxNamed))
		}
		ids = append(ids, id)
	}
	condition, args := among("i.id", ids)
	return s.listAll(ctx, condition, args...)
}

// ImagesByID returns the existing images with one of the IDs, by ID.
func (s *Service) ImagesByID(ctx context.Context, ids []int64) ([]Image, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	condition, args := among("i.id", ids)
	images, _, err := s.listAll(ctx, condition, args...)
	return images, err
}

// listAll returns the images that meet a condition, by ID, and their number.
func (s *Service) listAll(ctx context.Context, where string, args ...any) (images []Image, total int64, err error) {
	images = []Image{}
	if err := s.DB.Select(ctx, &images, selectImages+`WHERE `+where+` ORDER BY i.id`, args...); err != nil {
		return nil, 0, fmt.Errorf("list images: %w", err)
	}
	return images, int64(len(images)), nil
}

// among returns the condition that the column has one of the IDs, of which there is at least one.
func among(column string, ids []int64) (condition string, args []any) {
	for _, id := range ids {
		args = append(args, id)
	}
	return column + ` IN (?` + strings.Repeat(", ?", len(ids)-1) + `)`, args
}
