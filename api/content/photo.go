package content

import (
	"context"
	"fmt"
	"html"
	"net/url"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

// photo is an image that a text shows by the path of a file whose name ends with the image ID.
type photo struct {
	path string
	id   int64
}

var validPhoto = regexp.MustCompile(`^photos/[a-z0-9]+(?:-[a-z0-9]+)*-([1-9][0-9]{0,14})\.[a-z0-9]+$`)

// photosIn returns the images whose addresses are in the text at a path. It includes addresses that
// Markdown does not render as an image, such as those in code.
func photosIn(at, text string) (found []photo) {
	_, at = splitLanguage(at) // a translation shows the images of its original
	for word := range strings.FieldsFuncSeq(text, aroundAddress) {
		address := html.UnescapeString(word)
		if decoded, err := url.PathUnescape(address); err == nil {
			address = decoded
		}
		if !strings.Contains(address, "photos") {
			continue
		}
		// A backslash separates folders on Windows, and escapes a character in Markdown.
		for _, meant := range []string{"/", ""} {
			name := path.Join(path.Dir(at), strings.ReplaceAll(address, `\`, meant))
			if parts := validPhoto.FindStringSubmatch(name); parts != nil {
				id, _ := strconv.ParseInt(parts[1], 10, 64)
				found = append(found, photo{name, id})
			}
		}
	}
	slices.SortFunc(found, func(a, b photo) int { return strings.Compare(a.path, b.path) })
	return slices.Compact(found)
}

// idsIn returns the IDs of the images that the text at a path shows.
func idsIn(at string, text *string) (ids []int64) {
	if text == nil {
		return nil
	}
	for _, photo := range photosIn(at, *text) {
		ids = append(ids, photo.id)
	}
	return ids
}

// aroundAddress reports whether a character delimits addresses in Markdown.
func aroundAddress(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()<>[]\"'`:", r) }

// maxShownAge is how long the list of shown photos is kept: other replicas write too, and publications become due.
const maxShownAge = time.Second

// shownPhotos are the IDs of the photos in published texts, as they were read after so many writes.
type shownPhotos struct {
	lock    sync.Mutex
	ids     []int64
	writes  uint64
	expires time.Time
}

// ShowsPhoto reports whether a published text shows a photo. A publication on another replica counts after a second.
func (s *Service) ShowsPhoto(ctx context.Context, id int64) (bool, error) {
	s.shown.lock.Lock()
	defer s.shown.lock.Unlock()
	if writes := s.DB.Writes(); writes != s.shown.writes || time.Now().After(s.shown.expires) {
		published, err := s.readPublishedFiles(ctx, s.DB)
		if err != nil {
			return false, fmt.Errorf("find the photos in texts: %w", err)
		}
		s.shown.ids, s.shown.writes, s.shown.expires = published.Images, writes, time.Now().Add(maxShownAge)
	}
	_, shown := slices.BinarySearch(s.shown.ids, id)
	return shown, nil
}
