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
	"time"
	"unicode"

	"portfolio/api/database"
)

// photo is an image of the photos as a text shows it: by the path of a file in the content folder, which has its id.
type photo struct {
	path string
	id   int64
}

var validPhoto = regexp.MustCompile(`^photos/[a-z0-9]+(?:-[a-z0-9]+)*-([1-9][0-9]{0,14})\.[a-z0-9]+$`)

// photosIn returns the images whose addresses stand in the text at a path, also where markdown shows no picture, as in code: a deletion
// is refused too often rather than too seldom.
func photosIn(at, text string) (found []photo) {
	for word := range strings.FieldsFuncSeq(text, aroundAddress) {
		address := html.UnescapeString(word)
		if decoded, err := url.PathUnescape(address); err == nil {
			address = decoded
		}
		if !strings.Contains(address, "photos") {
			continue
		}
		// A backslash stands between folders, as Windows writes them, or before a sign that markdown is to leave as it is.
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

// idsIn returns the ids of the images that the text at a path shows, nil for none.
func idsIn(at string, text *string) (ids []int64) {
	if text == nil {
		return nil
	}
	for _, photo := range photosIn(at, *text) {
		ids = append(ids, photo.id)
	}
	return ids
}

// aroundAddress reports whether the character stands around an address in markdown, never in one.
func aroundAddress(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune("()<>[]\"'`:", r) }

// TextsShowing returns, by the ids of images, the paths of the texts that show them: drafts, and published texts that wait for their
// time or have not retired. The files of the content folder do not count: their pictures are in it. The transaction holds the lock of
// the content from then on, so that the answer stays right until it ends.
func (s *Service) TextsShowing(ctx context.Context, tx *database.Tx, images []int64) (map[int64][]string, error) {
	showing := map[int64][]string{}
	note := func(at string, text *string) {
		for _, id := range idsIn(at, text) {
			if slices.Contains(images, id) {
				showing[id] = append(showing[id], at)
			}
		}
	}
	err := func() error {
		if err := tx.Lock(ctx, database.LockContent); err != nil {
			return err
		}
		drafts, err := readDrafts(ctx, tx)
		if err != nil {
			return err
		}
		now := s.Clock()
		published, err := readPublished(ctx, tx, now)
		if err != nil {
			return err
		}
		scheduled, err := readScheduled(ctx, tx, now)
		for _, draft := range drafts {
			note(draft.Path, draft.Text)
		}
		for _, edit := range published {
			note(edit.Path, edit.Text)
		}
		for _, edit := range scheduled {
			note(edit.Path, edit.Text)
		}
		return err
	}()
	if err != nil {
		return nil, fmt.Errorf("find the texts that show images: %w", err)
	}
	for id, paths := range showing {
		slices.Sort(paths)
		showing[id] = slices.Compact(paths)
	}
	return showing, nil
}

// PhotosShown returns the ids of the images that published texts and files of the content folder show, ascending.
func PhotosShown(ctx context.Context, from database.Reader, now time.Time) (ids []int64, err error) {
	files, err := selectFiles(ctx, from, `SELECT path, hash, text FROM content_files WHERE superseded_at IS NULL AND text LIKE '%photos%'`)
	if err != nil {
		return nil, fmt.Errorf("find the images that files show: %w", err)
	}
	published, err := readPublished(ctx, from, now)
	if err != nil {
		return nil, fmt.Errorf("find the images that published texts show: %w", err)
	}
	for path, file := range files {
		ids = append(ids, idsIn(path, &file.Text)...)
	}
	for path, edit := range published {
		ids = append(ids, idsIn(path, edit.Text)...)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}
