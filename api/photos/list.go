package photos

import (
	"context"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/database"
)

// Filter says which images are listed. The zero value lists all, newest first.
type Filter struct {
	// Gallery is the id of a gallery, Unassigned those in none; at most one is set.
	Gallery    int64
	Unassigned bool
	// WithoutAltText chooses those that lack an alternative text and are not decorative.
	WithoutAltText bool
	// Words are search keys, each of which must occur in a text of an image or the name of its gallery.
	Words []string
	// Order is one of the orders.
	Order string
	apperror.Page
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

// The limits of a search: how many of its words count, and how many characters it has.
const (
	maxWords  = 5
	maxSearch = 200
)

// unassigned is the value of the query parameter gallery for images in none.
const unassigned = "none"

// missing is the value of the query parameter alt_text for images without one.
const missing = "missing"

// readFilter reads a query, or returns an apperror that names every invalid parameter.
func readFilter(query url.Values) (Filter, error) {
	v := apperror.NewValidator()
	filter := Filter{Page: apperror.ReadPage(v, query), Order: query.Get("ordering")}
	_, known := orders[filter.Order]
	v.Check(known, "ordering", fmt.Sprintf(apperror.NotAChoice, strings.ToValidUTF8(filter.Order, "\ufffd")))
	if gallery := query.Get("gallery"); gallery == unassigned {
		filter.Unassigned = true
	} else {
		filter.Gallery = v.Reference(apperror.ReferenceOf(&gallery), "gallery")
	}
	altText := query.Get("alt_text")
	filter.WithoutAltText = altText == missing
	v.Check(filter.WithoutAltText || altText == "", "alt_text", fmt.Sprintf(apperror.NotAChoice, strings.ToValidUTF8(altText, "\ufffd")))
	search := query.Get("search")
	words := strings.Fields(database.SearchKey(v.OptionalText(&search, maxSearch, "search")))
	filter.Words = words[:min(len(words), maxWords)]
	return filter, v.Err()
}

// ListImages returns the filter's page of the images, and how many there are on all pages.
func (s *Service) ListImages(ctx context.Context, filter Filter) (images []Image, total int64, err error) {
	where, args := filter.condition()
	if err = s.DB.Get(ctx, &total, `SELECT COUNT(*) FROM live_images i WHERE `+where, args...); err == nil {
		images, err = selectImages(ctx, s.DB, `WHERE `+where+` ORDER BY `+orders[filter.Order]+` LIMIT ? OFFSET ?`,
			append(args, filter.Size(), filter.Offset)...)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list images: %w", err)
	}
	return images, total, nil
}

// ListDoubles returns the images of a file with that SHA-256 in hexadecimal, the oldest first, or an apperror if it is
// not a SHA-256.
func (s *Service) ListDoubles(ctx context.Context, sha256 string) ([]Image, error) {
	v := apperror.NewValidator()
	v.Check(isSHA256(sha256), "sha256", notSHA256)
	if err := v.Err(); err != nil {
		return nil, err
	}
	images, err := selectImages(ctx, s.DB, `WHERE i.file_hash = ? ORDER BY i.id`, sha256)
	if err != nil {
		return nil, fmt.Errorf("list doubles: %w", err)
	}
	return images, nil
}

// maxNamed is how many images one list names at most.
const maxNamed = 200

const notIDs = "Not a list of at most %d ids with commas between them."

// ListNamed returns the images with the given IDs, which are separated by commas, the oldest first. It returns an
// apperror for anything else and for too many IDs.
func (s *Service) ListNamed(ctx context.Context, text string) ([]Image, error) {
	v := apperror.NewValidator()
	ids := []int64{}
	right := true
	for name := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(name, 10, 64)
		right = right && err == nil
		ids = append(ids, id)
	}
	v.Check(right && len(ids) <= maxNamed, "ids", fmt.Sprintf(notIDs, maxNamed))
	if err := v.Err(); err != nil {
		return nil, err
	}
	condition, args := among("i.id", ids)
	images, err := selectImages(ctx, s.DB, `WHERE `+condition+` ORDER BY i.id`, args...)
	if err != nil {
		return nil, fmt.Errorf("list named images: %w", err)
	}
	return images, nil
}

// withoutAltText is the condition of images that lack an alternative text.
const withoutAltText = `i.alt_text = '' AND NOT i.decorative`

// condition returns the condition of the images that the filter chooses.
func (f Filter) condition() (condition string, args []any) {
	condition, args = searchFor(f.Words)
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

// searchFor returns the condition of images that have each word in one of their texts. No word holds a space.
func searchFor(words []string) (condition string, args []any) {
	condition = `TRUE`
	for _, word := range words {
		condition += `
		  AND (i.title_key LIKE ? ESCAPE '\' OR i.description_key LIKE ? ESCAPE '\' OR i.alt_text_key LIKE ? ESCAPE '\'
		       OR i.gallery_key LIKE ? ESCAPE '\')`
		pattern := database.Containing(word)
		args = append(args, pattern, pattern, pattern, pattern)
	}
	return condition, args
}

// ListGalleryImages returns a page of the images of the gallery with that slug, in its order, and
// their total number. It returns none for an unknown slug.
func (s *Service) ListGalleryImages(ctx context.Context, slug string, page apperror.Page) (images []Image, total int64, err error) {
	if !isSlug(slug) {
		return []Image{}, 0, nil
	}
	const ofGallery = `WHERE i.gallery_id = (SELECT id FROM live_galleries WHERE slug = ?)`
	if err = s.DB.Get(ctx, &total, `SELECT COUNT(*) FROM live_images i `+ofGallery, slug); err == nil {
		images, err = selectImages(ctx, s.DB, ofGallery+` ORDER BY i.rank, i.id LIMIT ? OFFSET ?`, slug, page.Size(), page.Offset)
	}
	if err != nil {
		return nil, 0, fmt.Errorf("list images of a gallery: %w", err)
	}
	return images, total, nil
}
