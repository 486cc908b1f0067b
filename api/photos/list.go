package photos

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
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
	// WithoutAltText chooses those that lack an alternative text and are not decorative.
	WithoutAltText bool
	// Words are search keys, each of which must occur in a text of an image or the name of its gallery.
	Words []string
	// Order is one of the orders; "" is -uploaded_at.
	Order string
	validate.Page
}

// order is one of the orders of a list: by a column, and by id where that is the same. An index has each of them for all images
// and for those of a gallery.
type order struct {
	column     string
	descending bool
	byGallery  bool // by the galleries' names before, images in none last
}

// orders are the orders of a list, as Django REST framework names them.
var orders = map[string]order{
	"-uploaded_at": {column: "i.uploaded_at", descending: true},
	"uploaded_at":  {column: "i.uploaded_at"},
	"title":        {column: "i.title_key"},
	"-title":       {column: "i.title_key", descending: true},
	"gallery":      {column: "i.uploaded_at", descending: true, byGallery: true},
}

// clause returns an ORDER BY, from the last image to the first if backwards. PostgreSQL takes the index of
// those in none only where the order names the gallery too.
func (o order) clause(backwards, sameGallery bool) string {
	direction := ""
	if o.descending != backwards {
		direction = " DESC"
	}
	by := " ORDER BY "
	if sameGallery {
		by += "i.gallery_id" + direction + ", "
	}
	return by + o.column + direction + ", i.id" + direction
}

// maxWords is how many words of a search count, maxSearch how long it may be.
const (
	maxWords  = 5
	maxSearch = 200
)

// unassigned is the value of the query parameter gallery for images in none.
const unassigned = "none"

// missing is the value of the query parameter alt_text for images that lack one.
const missing = "missing"

// readFilter reads a query, or returns an apperror that names every wrong parameter.
func readFilter(query url.Values) (Filter, error) {
	v := validate.New()
	filter := Filter{Page: validate.ReadPage(v, query), Order: query.Get("ordering")}
	_, known := orders[filter.Order]
	v.Check(known || filter.Order == "", "ordering", fmt.Sprintf(apperror.NotAChoice, strings.ToValidUTF8(filter.Order, "\ufffd")))
	if gallery := query.Get("gallery"); gallery == unassigned {
		filter.Unassigned = true
	} else {
		filter.Gallery = v.Reference(validate.ReferenceOf(&gallery), "gallery")
	}
	altText := query.Get("alt_text")
	filter.WithoutAltText = altText == missing
	v.Check(filter.WithoutAltText || altText == "", "alt_text", fmt.Sprintf(apperror.NotAChoice, strings.ToValidUTF8(altText, "\ufffd")))
	search := query.Get("search")
	words := strings.Fields(database.SearchKey(v.OptionalText(&search, maxSearch, "search")))
	filter.Words = words[:min(len(words), maxWords)]
	return filter, v.Err()
}

// ListImages calls fn with one image after another of the filter's page, which is used again for the next one, and returns how
// many there are on all pages.
func (s *Service) ListImages(ctx context.Context, filter Filter, fn func(*Image)) (total int64, err error) {
	by := orders[cmp.Or(filter.Order, "-uploaded_at")]
	parts, names, err := s.parts(ctx, filter, by)
	if err != nil {
		return 0, fmt.Errorf("count images: %w", err)
	}
	skip, left := filter.Offset, filter.Size()
	for _, part := range parts {
		total += part.images
		if skip >= part.images || left == 0 {
			skip = max(0, skip-part.images)
			continue
		}
		listed, err := s.listPart(ctx, part, by, skip, left, names, fn)
		if err != nil {
			return 0, fmt.Errorf("list images: %w", err)
		}
		skip, left = 0, left-listed
	}
	return total, nil
}

// ListDoubles calls fn with one image after another of those that were made of a file with that SHA-256 in hexadecimal, the oldest
// first, and returns how many they are; an apperror where it is no SHA-256.
func (s *Service) ListDoubles(ctx context.Context, sha256 string, fn func(*Image)) (int64, error) {
	v := validate.New()
	v.Check(isSHA256(sha256), "sha256", notSHA256)
	if err := v.Err(); err != nil {
		return 0, err
	}
	n, err := eachImage(ctx, s.DB, nil, fn, `WHERE i.file_hash = ? ORDER BY i.id`, sha256)
	if err != nil {
		return 0, fmt.Errorf("list doubles: %w", err)
	}
	return n, nil
}

// maxNamed is how many images one list names at most.
const maxNamed = 200

const notIDs = "Not a list of at most %d ids with commas between them."

// ListNamed calls fn with one image after another of those with the given ids, with commas between them, the oldest first, and returns
// how many there are; an apperror where it names something else, or too many.
func (s *Service) ListNamed(ctx context.Context, text string, fn func(*Image)) (int64, error) {
	v := validate.New()
	ids := []int64{}
	right := true
	for name := range strings.SplitSeq(text, ",") {
		id, err := strconv.ParseInt(name, 10, 64)
		right = right && err == nil
		ids = append(ids, id)
	}
	v.Check(right && len(ids) <= maxNamed, "ids", fmt.Sprintf(notIDs, maxNamed))
	if err := v.Err(); err != nil {
		return 0, err
	}
	condition, args := among("i.id", ids)
	n, err := eachImage(ctx, s.DB, nil, fn, `WHERE `+condition+` ORDER BY i.id`, args...)
	if err != nil {
		return 0, fmt.Errorf("list named images: %w", err)
	}
	return n, nil
}

// part is images that follow each other in a list, by one index.
type part struct {
	where  string
	args   []any
	images int64 // how many
	// sameGallery says that all are of one gallery, or in none.
	sameGallery bool
}

// parts returns the images that the filter chooses, on all pages, and the names of their galleries. Those of each gallery are a part
// where they are in the order of the galleries.
func (s *Service) parts(ctx context.Context, filter Filter, by order) (parts []part, names map[int64]*string, err error) {
	where, args := filter.texts()
	from, conditions := `image_counts`, ``
	if len(filter.Words) > 0 || filter.WithoutAltText {
		from = `(SELECT COALESCE(i.gallery_id, 0) AS gallery_id, COUNT(*) AS images FROM images i WHERE ` + where + ` GROUP BY 1)`
	}
	countArgs := slices.Clone(args)
	if filter.Gallery != 0 || filter.Unassigned {
		conditions = ` AND c.gallery_id = ?`
		countArgs = append(countArgs, filter.Gallery)
	}
	var counts []struct {
		Gallery int64   `db:"gallery_id"`
		Name    *string `db:"name"`
		Images  int64   `db:"images"`
	}
	err = s.DB.Select(ctx, &counts, `
		SELECT c.gallery_id, g.name, c.images FROM `+from+` c LEFT JOIN galleries g ON g.id = c.gallery_id
		 WHERE c.images > 0`+conditions+`
		 ORDER BY c.gallery_id = 0, g.name_key, c.gallery_id`, countArgs...)
	all, names := part{where: where, args: args}, map[int64]*string{}
	for _, count := range counts {
		all.images += count.Images
		names[count.Gallery] = count.Name
		one := part{where: where + ` AND i.gallery_id = ?`, args: append(slices.Clone(args), count.Gallery), images: count.Images, sameGallery: true}
		if count.Gallery == 0 {
			one = part{where: where + ` AND i.gallery_id IS NULL`, args: args, images: count.Images, sameGallery: true}
		}
		parts = append(parts, one)
	}
	if conditions == "" && !by.byGallery {
		parts = []part{all}
	}
	return parts, names, err
}

// withoutAltText is the condition of images that lack an alternative text, as an index has it.
const withoutAltText = `i.alt_text = '' AND NOT i.decorative`

// texts returns the condition of what the filter says of texts.
func (f Filter) texts() (condition string, args []any) {
	condition, args = searchFor(f.Words)
	if f.WithoutAltText {
		condition += ` AND ` + withoutAltText
	}
	return condition, args
}

// condition returns the condition of the images that the filter chooses.
func (f Filter) condition() (condition string, args []any) {
	condition, args = f.texts()
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
		       OR i.gallery_id IN (SELECT id FROM galleries WHERE name_key LIKE ? ESCAPE '\'))`
		pattern := database.Containing(word)
		args = append(args, pattern, pattern, pattern, pattern)
	}
	return condition, args
}

// listPart calls fn with the images of a part after the first skip ones, and returns how many they are.
func (s *Service) listPart(ctx context.Context, part part, by order, skip, limit int64, names map[int64]*string, fn func(*Image)) (int64, error) {
	where, args := `WHERE `+part.where, slices.Clone(part.args)
	if skip > 0 {
		// An index alone finds the first image, from the nearer end.
		var first struct {
			Key string `db:"key"`
			ID  int64  `db:"id"`
		}
		beyond := part.images - 1 - skip
		err := s.DB.Get(ctx, &first, `
			SELECT CAST(p.key AS TEXT) AS key, p.id
			  FROM (SELECT `+by.column+` AS key, i.id FROM images i `+where+by.clause(beyond < skip, part.sameGallery)+` LIMIT 1 OFFSET ?) p`,
			append(slices.Clone(args), min(skip, beyond))...)
		if errors.Is(err, database.ErrNoRows) {
			return 0, nil // images were deleted meanwhile
		}
		if err != nil {
			return 0, err
		}
		comparison := ` >= `
		if by.descending {
			comparison = ` <= `
		}
		where += ` AND (` + by.column + `, i.id)` + comparison + `(?, ?)`
		args = append(args, first.Key, first.ID)
	}
	return eachImage(ctx, s.DB, names, fn, where+by.clause(false, part.sameGallery)+` LIMIT ?`, append(args, limit)...)
}

// ListGalleryImages is ListImages for the gallery with that slug, in its order; none when there is no such gallery.
func (s *Service) ListGalleryImages(ctx context.Context, slug string, page validate.Page, fn func(*Image)) (total int64, err error) {
	var gallery Gallery
	err = database.ErrNoRows
	if isSlug(slug) {
		err = s.DB.Get(ctx, &gallery, `
			SELECT g.id, g.name, COALESCE(c.images, 0) AS image_count FROM galleries g LEFT JOIN image_counts c ON c.gallery_id = g.id
			 WHERE g.slug = ?`, slug)
	}
	if errors.Is(err, database.ErrNoRows) {
		return 0, nil
	}
	if err == nil {
		_, err = eachImage(ctx, s.DB, map[int64]*string{gallery.ID: &gallery.Name}, fn, `WHERE i.gallery_id = ? ORDER BY i.rank, i.id LIMIT ? OFFSET ?`, gallery.ID, page.Size(), page.Offset)
	}
	if err != nil {
		return 0, fmt.Errorf("list images: %w", err)
	}
	return gallery.ImageCount, nil
}
