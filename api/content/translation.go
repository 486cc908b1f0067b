package content

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// translation matches the path of a translation: the code of its language, and the path of its original.
var translation = regexp.MustCompile(`^([a-z]{2}(?:-[A-Z][a-z]{3})?(?:-[A-Z]{2})?)/(.+)$`)

// splitLanguage returns the language of a translation and the path of its original, or "" and the path of any other text.
func splitLanguage(path string) (language, original string) {
	parts := translation.FindStringSubmatch(path)
	if parts == nil || parts[1] == "cv" { // a folder of the content, and no language of ISO 639 that a site can have
		return "", path
	}
	return parts[1], parts[2]
}

// originalsFirst orders paths, translations after all others: a publication of both has their originals then.
func originalsFirst(a, b string) int {
	ofA, _ := splitLanguage(a)
	ofB, _ := splitLanguage(b)
	return cmp.Or(cmp.Compare(ofA, ofB), cmp.Compare(a, b))
}

// findOriginal returns the version of the original at a path that is live, or will be with the publication; nil for none.
func findOriginal(ctx context.Context, tx *database.Tx, publication Publication, path string) (id *int64, err error) {
	language, original := splitLanguage(path)
	if language == "" {
		return nil, nil
	}
	err = tx.Get(ctx, &id, `
		SELECT MAX(v.id) FROM content_versions v JOIN content_publications p ON p.id = v.publication_id
		 WHERE v.path = ? AND (p.id = ? OR `+isPublished+`)`, original, publication.ID, publication.CreatedAt)
	return id, err
}

// chosenOriginal returns the version of the original that a draft translates, nil for the live one at its publication. The
// default is that of the draft before, or of the published translation.
func chosenOriginal(ctx context.Context, tx *database.Tx, in DraftForm, before *Draft, published *Version) (*int64, error) {
	switch {
	case in.Translates.Sent:
		v := httpx.NewValidator()
		id, err := httpx.FindRow(ctx, tx, `SELECT COUNT(*) FROM content_versions WHERE id = ?`, v, in.Translates, "translates")
		return id, cmp.Or(err, v.Err())
	case before != nil:
		return before.Translates, nil
	case published != nil:
		return published.Translates, nil
	default:
		return nil, nil
	}
}

// TranslationForm names a translation.
type TranslationForm struct {
	Path string `json:"path"`
}

// MarkUpToDate makes a translation, and its draft, one of the live version of its original. It returns NotFound if there is
// no such translation or original, and an httpx.Error for an invalid path.
func (s *Service) MarkUpToDate(ctx context.Context, in TranslationForm) (file *FileState, err error) {
	v := httpx.NewValidator()
	checkPath(v, in.Path, "path")
	if err := v.Err(); err != nil {
		return nil, err
	}
	err = s.inTx(ctx, func(tx *database.Tx) error {
		files, err := s.readFiles(ctx, tx)
		if err != nil {
			return err
		}
		language, original := splitLanguage(in.Path)
		file = files[in.Path]
		if language == "" || file == nil || file.Published.text() == nil && file.Draft == nil {
			return httpx.NotFound()
		}
		of := files[original]
		if of == nil || of.Published.text() == nil {
			return httpx.NotFound()
		}
		live := of.Published.ID
		if file.Published.text() != nil {
			if _, err := tx.Exec(ctx, `UPDATE content_versions SET translates = ? WHERE id = ?`, live, file.Published.ID); err != nil {
				return err
			}
			file.Published.Translates, file.Behind = &live, false
		}
		if file.Draft != nil {
			if _, err := tx.Exec(ctx, `UPDATE content_drafts SET translates = ? WHERE path = ?`, live, in.Path); err != nil {
				return err
			}
			file.Draft.Translates = &live
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("mark a translation as up to date: %w", err)
	}
	return file, nil
}

// findBehind returns the paths of the translations whose originals have another text than the one that they translate.
func findBehind(ctx context.Context, from database.Reader, published map[string]*Version) (behind []string, err error) {
	for _, path := range slices.Sorted(maps.Keys(published)) {
		language, original := splitLanguage(path)
		text, live := published[path], published[original]
		if language == "" || text.Text == nil || live.text() == nil || httpx.Same(text.Translates, &live.ID) {
			continue
		}
		var translated *string
		if text.Translates != nil {
			if _, err := from.Find(ctx, &translated, `SELECT text FROM content_versions WHERE id = ?`, *text.Translates); err != nil {
				return nil, err
			}
		}
		if !httpx.Same(translated, live.Text) {
			behind = append(behind, path)
		}
	}
	return behind, nil
}

// BehindCount is how many translations of a language are behind their originals.
type BehindCount struct {
	Language string `json:"language"`
	Count    int64  `json:"count"`
}

// CountBehind returns the languages with translations that are behind their originals, by code.
func CountBehind(ctx context.Context, from database.Reader, now time.Time) ([]BehindCount, error) {
	counts := []BehindCount{}
	published, err := readPublished(ctx, from, now)
	if err != nil {
		return nil, fmt.Errorf("count translations that are behind: %w", err)
	}
	behind, err := findBehind(ctx, from, published)
	if err != nil {
		return nil, fmt.Errorf("count translations that are behind: %w", err)
	}
	slices.SortFunc(behind, originalsFirst)
	for _, path := range behind {
		language, _ := splitLanguage(path)
		if last := len(counts) - 1; last >= 0 && counts[last].Language == language {
			counts[last].Count++
		} else {
			counts = append(counts, BehindCount{language, 1})
		}
	}
	return counts, nil
}
