package content

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Source says where a version came from.
type Source string

// The sources.
const (
	FromBrowser Source = "browser"
	FromFiles   Source = "files"
	FromSetup   Source = "set-up"
)

// Version is a version of a path in a publication. A nil Text is a removal.
type Version struct {
	ID          int64         `db:"id" json:"version"`
	Path        string        `db:"path" json:"-"`
	Text        *string       `db:"text" json:"text"`
	Title       string        `db:"title" json:"-"`
	Source      Source        `db:"source" json:"source"`
	Publication int64         `db:"publication_id" json:"publication"`
	PublishAt   database.Time `db:"publish_at" json:"publish_at"`
	// Translates is the version of the original that a translation is of, nil for other texts.
	Translates *int64        `db:"translates" json:"translates"`
	InTrash    bool          `db:"-" json:"-"`
	SavedAt    database.Time `db:"-" json:"-"`
	SavedBy    *int64        `db:"-" json:"-"`
}

// text returns the text of a version, nil for a removal and for no version.
func (v *Version) text() *string {
	if v == nil {
		return nil
	}
	return v.Text
}

// id returns the ID of a version, 0 for none.
func (v *Version) id() int64 {
	if v == nil {
		return 0
	}
	return v.ID
}

// changedAfter reports whether v is newer than the version base and has another text than a draft
// of base.
func (v *Version) changedAfter(base int64, draft *string) bool {
	return v.id() > base && !httpx.Same(v.text(), draft)
}

// isPublished is the condition that a publication p is published: its time has come by the clock of
// this replica, or a replica whose clock is ahead has announced it.
const isPublished = `(p.announced_at IS NOT NULL OR p.publish_at <= ?)`

const selectVersions = `
	SELECT v.id, v.path, v.text, v.title, v.source, v.publication_id, v.translates, p.publish_at
	  FROM content_versions v JOIN content_publications p ON p.id = v.publication_id`

// readPublished returns the newest published version of each path, removals included.
func readPublished(ctx context.Context, from database.Reader, now time.Time) (map[string]*Version, error) {
	return selectPublished(ctx, from, isPublished, database.At(now))
}

// findPublished returns the newest published version of a path, or nil.
func findPublished(ctx context.Context, from database.Reader, path string, now time.Time) (*Version, error) {
	published, err := selectPublished(ctx, from, isPublished+` AND v.path = ?`, database.At(now), path)
	return published[path], err
}

// selectPublished relies on the order of IDs: a publication takes later versions of its paths out of
// those that are scheduled.
func selectPublished(ctx context.Context, from database.Reader, condition string, args ...any) (map[string]*Version, error) {
	var versions []Version
	err := from.Select(ctx, &versions, selectVersions+`
		 WHERE v.id IN (SELECT MAX(v.id) FROM content_versions v JOIN content_publications p ON p.id = v.publication_id
		                 WHERE `+condition+` GROUP BY v.path)`, args...)
	if err != nil {
		return nil, err
	}
	published := make(map[string]*Version, len(versions))
	for i := range versions {
		published[versions[i].Path] = &versions[i]
	}
	return published, nil
}

// readScheduled returns the versions that will be published, the next one first.
func readScheduled(ctx context.Context, from database.Reader, now time.Time) (versions []Version, err error) {
	err = from.Select(ctx, &versions, selectVersions+` WHERE NOT `+isPublished+` ORDER BY p.publish_at, v.id`, database.At(now))
	return versions, err
}

// Exists reports whether the site has content.
func Exists(ctx context.Context, from database.Reader) (exists bool, err error) {
	err = from.Get(ctx, &exists, `
		SELECT EXISTS (SELECT 1 FROM content_versions v JOIN content_publications p ON p.id = v.publication_id
		                WHERE v.text IS NOT NULL AND p.announced_at IS NOT NULL)`)
	if err != nil {
		return false, fmt.Errorf("look for content: %w", err)
	}
	return exists, nil
}

// IsUsed reports whether the site has, or had, texts or drafts of texts.
func IsUsed(ctx context.Context, from database.Reader) (used bool, err error) {
	err = from.Get(ctx, &used, `SELECT EXISTS (SELECT 1 FROM content_versions) OR EXISTS (SELECT 1 FROM content_drafts)`)
	if err != nil {
		return false, fmt.Errorf("look for used content: %w", err)
	}
	return used, nil
}

// FileState is everything that is stored for a path. Missing parts are nil.
type FileState struct {
	Path      string   `json:"path"`
	Published *Version `json:"published"`
	Scheduled *Version `json:"scheduled"`
	Draft     *Draft   `json:"draft"`
	// Conflict reports whether another text was published since the draft was begun.
	Conflict bool `json:"conflict"`
	// Behind reports whether the original of a published translation has another text by now.
	Behind bool `json:"behind"`
}

// listFiles returns the state of every path, by path.
func (s *Service) listFiles(ctx context.Context) (files []*FileState, err error) {
	var byPath map[string]*FileState
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) (err error) {
		byPath, err = s.readFiles(ctx, tx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("list files: %w", err)
	}
	files = make([]*FileState, 0, len(byPath))
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		files = append(files, byPath[path])
	}
	return files, nil
}

func (s *Service) readFiles(ctx context.Context, from database.Reader) (map[string]*FileState, error) {
	byPath := map[string]*FileState{}
	at := func(path string) *FileState {
		if byPath[path] == nil {
			byPath[path] = &FileState{Path: path}
		}
		return byPath[path]
	}
	now := s.Clock()
	published, err := readPublished(ctx, from, now)
	if err != nil {
		return nil, err
	}
	for path, version := range published {
		at(path).Published = version
	}
	behind, err := findBehind(ctx, from, published)
	if err != nil {
		return nil, err
	}
	for _, path := range behind {
		at(path).Behind = true
	}
	scheduled, err := readScheduled(ctx, from, now)
	if err != nil {
		return nil, err
	}
	for _, version := range scheduled {
		if file := at(version.Path); file.Scheduled == nil {
			file.Scheduled = &version
		}
	}
	drafts, err := readDrafts(ctx, from)
	for _, draft := range drafts {
		file := at(draft.Path)
		file.Draft, file.Conflict = &draft, file.Published.changedAfter(draft.Base, draft.Text)
	}
	return byPath, err
}

// PublishedFiles is the content that visitors read.
type PublishedFiles struct {
	// Files are the texts by path.
	Files map[string]string
	// Changed are the times (RFC 3339) of the last changes of notes after their first publication, by
	// path.
	Changed map[string]string
	// Images are the IDs of the images that they show, ascending.
	Images []int64
	// Publications is how many publications they contain.
	Publications int64
}

// PublishedFiles returns the published content.
func (s *Service) PublishedFiles(ctx context.Context) (published PublishedFiles, err error) {
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) (err error) {
		published, err = s.readPublishedFiles(ctx, tx)
		return err
	})
	if err != nil {
		err = fmt.Errorf("read the published content: %w", err)
	}
	return published, err
}

func (s *Service) readPublishedFiles(ctx context.Context, from database.Reader) (published PublishedFiles, err error) {
	now := s.Clock()
	versions, err := readPublished(ctx, from, now)
	if err != nil {
		return PublishedFiles{}, err
	}
	published.Files = map[string]string{}
	if published.Changed, err = readChanged(ctx, from, now); err != nil {
		return PublishedFiles{}, err
	}
	for path, version := range versions {
		if version.Text != nil {
			published.Files[path] = *version.Text
			published.Images = append(published.Images, idsIn(path, version.Text)...)
		}
	}
	slices.Sort(published.Images)
	published.Images = slices.Compact(published.Images)
	published.Publications, err = countPublished(ctx, from, now)
	return published, err
}

// CountPublished returns how many publications the published content has.
func (s *Service) CountPublished(ctx context.Context) (int64, error) {
	return countPublished(ctx, s.DB, s.Clock())
}

func countPublished(ctx context.Context, from database.Reader, now time.Time) (publications int64, err error) {
	err = from.Get(ctx, &publications, `SELECT COUNT(*) FROM content_publications p WHERE `+isPublished, database.At(now))
	return publications, err
}

func readChanged(ctx context.Context, from database.Reader, now time.Time) (map[string]string, error) {
	var notes []struct {
		Path string        `db:"path"`
		At   database.Time `db:"at"`
	}
	err := from.Select(ctx, &notes, `
		SELECT v.path, MAX(p.publish_at) AS at
		  FROM content_versions v JOIN content_publications p ON p.id = v.publication_id
		 WHERE (v.path LIKE 'notes/%' OR v.path LIKE '%/notes/%') AND v.path NOT LIKE '%notes/page.md' AND `+isPublished+`
		 GROUP BY v.path HAVING COUNT(*) > 1`, database.At(now))
	changed := make(map[string]string, len(notes))
	for _, note := range notes {
		changed[note.Path] = note.At.UTC().Format(time.RFC3339)
	}
	return changed, err
}
