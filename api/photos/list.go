package photos

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"portfolio/api/apperror"
	"portfolio/api/database"
	"portfolio/api/validate"
)

// Filter says which images are listed. The zero value lists all, newest first.
type Filter struct {
	// Gallery is the id of a gallery, Unassigned those in none; at most one is set.
	Gallery    int64
	Unassigned bool
	// Words are searched, without regard to case, in the texts of an image and the name of its gallery; each must occur.
	Words []string
	// Order is one of the orders; "" is the first.
	Order string
	validate.Page
}

// orders are the orders of a list, as Django REST framework names them, the first by default.
var orders = []string{"-uploaded_at", "uploaded_at", "title", "-title", "gallery"}

var orderClauses = map[string]string{
	"-uploaded_at": `ORDER BY i.uploaded_at DESC, i.id DESC`,
	"uploaded_at":  `ORDER BY i.uploaded_at, i.id`,
	"title":        `ORDER BY LOWER(i.title), i.id`,
	"-title":       `ORDER BY LOWER(i.title) DESC, i.id DESC`,
	"gallery": `ORDER BY i.gallery_id IS NULL, (SELECT LOWER(o.name) FROM galleries o WHERE o.id = i.gallery_id),
		i.gallery_id, i.uploaded_at DESC, i.id DESC`,
}

// maxWords is how many words of a search count, maxSearch how long it may be.
const (
	maxWords  = 5
	maxSearch = 200
)

// unassigned is the value of the query parameter gallery for images in none.
const unassigned = "none"

// readFilter reads a query, or returns an apperror that names every wrong parameter.
func readFilter(query url.Values) (Filter, error) {
	v := validate.New()
	filter := Filter{Page: validate.ReadPage(v, query), Order: query.Get("ordering")}
	v.Check(filter.Order == "" || slices.Contains(orders, filter.Order), "ordering", fmt.Sprintf(apperror.NotAChoice, strings.ToValidUTF8(filter.Order, "\ufffd")))
	if gallery := query.Get("gallery"); gallery == unassigned {
		filter.Unassigned = true
	} else {
		filter.Gallery = v.Reference(validate.ReferenceOf(&gallery), "gallery")
	}
	search := query.Get("search")
	words := strings.Fields(strings.ToLower(v.OptionalText(&search, maxSearch, "search")))
	filter.Words = words[:min(len(words), maxWords)]
	return filter, v.Err()
}

// ListImages returns the images of the filter's page, and how many there are on all pages.
func (s *Service) ListImages(ctx context.Context, filter Filter) ([]Image, int64, error) {
	if filter.Order == "" {
		filter.Order = orders[0]
	}
	where, args := `WHERE TRUE`, []any{}
	if filter.Gallery != 0 {
		where += ` AND i.gallery_id = ?`
		args = append(args, filter.Gallery)
	}
	if filter.Unassigned {
		where += ` AND i.gallery_id IS NULL`
	}
	for _, word := range filter.Words {
		// No word holds a space, so none is found across two texts.
		where += `
		  AND LOWER(i.title || ' ' || i.description || ' ' || i.alt_text || ' ' || COALESCE(g.name, '')) LIKE ? ESCAPE '\'`
		args = append(args, database.Containing(word))
	}
	return s.listImages(ctx, filter.Page, orderClauses[filter.Order], where, args...)
}

// ListGalleryImages returns the page of the images of the gallery with that slug in the order of their upload, and how
// many there are on all pages; none when there is no such gallery.
func (s *Service) ListGalleryImages(ctx context.Context, slug string, page validate.Page) ([]Image, int64, error) {
	if !isSlug(slug) {
		return []Image{}, 0, nil
	}
	return s.listImages(ctx, page, `ORDER BY i.id`, `WHERE g.slug = ?`, slug)
}

func (s *Service) listImages(ctx context.Context, page validate.Page, order, where string, args ...any) (_ []Image, total int64, err error) {
	listed, err := selectImages(ctx, s.DB, where+` `+order+` LIMIT ? OFFSET ?`, append(slices.Clone(args), page.Size(), page.Offset)...)
	if err != nil {
		return nil, 0, fmt.Errorf("list images: %w", err)
	}
	total = int64(len(listed))
	if page != (validate.Page{}) {
		err = s.DB.Get(ctx, &total, `SELECT COUNT(*) FROM images i LEFT JOIN galleries g ON g.id = i.gallery_id `+where, args...)
		if err != nil {
			return nil, 0, fmt.Errorf("count images: %w", err)
		}
	}
	return listed, total, nil
}
