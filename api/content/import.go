package content

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"portfolio/api/internal/audit"
	"portfolio/api/internal/database"
	"portfolio/api/internal/httpx"
)

// Imported is the result of an import, as sorted paths. Conflicts are texts that changed here and in
// the files: the text is unchanged, and staff find the file's as a draft, unless there was another.
type Imported struct {
	Published []string `json:"published"`
	Removed   []string `json:"removed"`
	Conflicts []string `json:"conflicts"`
}

// CheckFiles records every wrong path and text under field.
func CheckFiles(v *httpx.Validator, texts map[string]string, field string) {
	for _, path := range slices.Sorted(maps.Keys(texts)) {
		if checkPath(v, path, field) {
			checkText(v, texts[path], field, path+": ")
		}
	}
}

// CheckSite returns an httpx.Error that names, under files, each wrong path and text, and each error for
// which a rendering would refuse files as a whole site.
func (s *Service) CheckSite(ctx context.Context, files map[string]string) error {
	v := httpx.NewValidator()
	CheckFiles(v, files, "files")
	if err := v.Err(); err != nil || s.CheckPages == nil {
		return err
	}
	faults, err := s.CheckPages(ctx, files)
	for _, fault := range faults {
		v.Check(false, "files", fault)
	}
	return errors.Join(err, v.Err())
}

// Import publishes the changes of a content folder since the last import. files are all its texts by
// path. A text that was published or scheduled here since then is a conflict. Conflicts are named
// again until their draft is published or discarded. It returns an httpx.Error for wrong paths or texts.
// CheckSite finds the rest, in files that no build has checked.
func (s *Service) Import(ctx context.Context, files map[string]string) (done Imported, err error) {
	v := httpx.NewValidator()
	v.Check(len(files) > 0, "files", httpx.FieldRequired)
	CheckFiles(v, files, "files")
	if err := v.Err(); err != nil {
		return Imported{}, err
	}
	err = s.inTx(ctx, func(tx *database.Tx) error {
		done, err = s.importIn(ctx, tx, files)
		return err
	})
	if err != nil {
		return Imported{}, fmt.Errorf("import content: %w", err)
	}
	return done, nil
}

// ImportIn is Import of valid files in a transaction, for a site without other content.
func (s *Service) ImportIn(ctx context.Context, tx *database.Tx, files map[string]string) error {
	if err := tx.Lock(ctx, database.LockContent); err != nil {
		return fmt.Errorf("import content: %w", err)
	}
	if _, err := s.importIn(ctx, tx, files); err != nil {
		return fmt.Errorf("import content: %w", err)
	}
	return nil
}

// fileVersion is the newest version of a path that came from files.
type fileVersion struct {
	ID          int64   `db:"id"`
	Path        string  `db:"path"`
	Text        *string `db:"text"`
	Publication *int64  `db:"publication_id"`
}

func (s *Service) importIn(ctx context.Context, tx *database.Tx, files map[string]string) (done Imported, err error) {
	done = Imported{Published: []string{}, Removed: []string{}, Conflicts: []string{}}
	last, err := readFileVersions(ctx, tx)
	if err != nil {
		return done, err
	}
	now := s.Clock()
	texts, err := readPublished(ctx, tx, now)
	if err != nil {
		return done, err
	}
	scheduled, err := readScheduled(ctx, tx, now)
	if err != nil {
		return done, err
	}
	for _, version := range scheduled {
		texts[version.Path] = &version
	}
	list, err := readDrafts(ctx, tx)
	if err != nil {
		return done, err
	}
	drafts := map[string]*Draft{}
	for _, draft := range list {
		drafts[draft.Path] = &draft
	}
	var changed []Version
	paths := slices.AppendSeq(slices.Collect(maps.Keys(last)), maps.Keys(files))
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		base, text, draft := last[path], texts[path].text(), drafts[path]
		var file *string
		if content, exists := files[path]; exists {
			file = &content
		}
		switch {
		case httpx.Same(file, base.Text):
			if base.ID != 0 && base.Publication == nil && draft != nil && !httpx.Same(file, text) {
				done.Conflicts = append(done.Conflicts, path)
			}
			continue
		case httpx.Same(file, text):
		case httpx.Same(base.Text, text):
			changed = append(changed, s.newVersion(ctx, path, file, FromFiles))
			continue
		default:
			done.Conflicts = append(done.Conflicts, path)
			// Staff's own draft is kept. The one of an earlier conflict follows the file.
			if draft == nil || draft.SavedBy == nil && httpx.Same(draft.Text, base.Text) {
				_, err = s.storeDraft(ctx, tx, Draft{Path: path, Base: base.ID, Text: file})
			}
		}
		if err == nil {
			err = insertVersion(ctx, tx, nil, s.newVersion(ctx, path, file, FromFiles))
		}
		if err != nil {
			return done, err
		}
	}
	for _, version := range changed {
		if version.Text == nil {
			done.Removed = append(done.Removed, version.Path)
		} else {
			done.Published = append(done.Published, version.Path)
		}
	}
	publication, err := s.publishVersions(ctx, tx, changed)
	if err != nil || len(changed) == 0 {
		return done, err
	}
	return done, s.record(ctx, tx, audit.TextsPublished, publication, "from files")
}

// readFileVersions returns what the files said last.
func readFileVersions(ctx context.Context, from database.Reader) (map[string]fileVersion, error) {
	var rows []fileVersion
	err := from.Select(ctx, &rows, `
		SELECT id, path, text, publication_id FROM content_versions
		 WHERE id IN (SELECT MAX(id) FROM content_versions WHERE source = 'files' GROUP BY path)`)
	versions := make(map[string]fileVersion, len(rows))
	for _, row := range rows {
		versions[row.Path] = row
	}
	return versions, err
}

// newVersion returns a version of the user that is not stored yet.
func (s *Service) newVersion(ctx context.Context, path string, text *string, source Source) Version {
	return Version{Path: path, Text: text, Title: path, Source: source, SavedAt: database.At(s.Clock()), SavedBy: audit.ActorID(ctx)}
}

// publishVersions publishes versions now, unless there are none.
func (s *Service) publishVersions(ctx context.Context, tx *database.Tx, versions []Version) (publication Publication, err error) {
	if len(versions) == 0 {
		return publication, nil
	}
	slices.SortFunc(versions, func(a, b Version) int { return originalsFirst(a.Path, b.Path) })
	now := s.Clock()
	if publication, err = insertPublication(ctx, tx, now, now); err != nil {
		return publication, err
	}
	for _, version := range versions {
		if err := insertVersion(ctx, tx, &publication, version); err != nil {
			return publication, err
		}
	}
	return publication, s.Pages.ChangedNow(ctx, tx)
}

// Replace publishes valid texts of the set-up as the whole content.
func (s *Service) Replace(ctx context.Context, tx *database.Tx, texts map[string]string) error {
	err := tx.Lock(ctx, database.LockContent)
	if err == nil {
		err = s.replace(ctx, tx, texts)
	}
	if err != nil {
		return fmt.Errorf("replace the content: %w", err)
	}
	return nil
}

func (s *Service) replace(ctx context.Context, tx *database.Tx, texts map[string]string) error {
	published, err := readPublished(ctx, tx, s.Clock())
	if err != nil {
		return err
	}
	var changed []Version
	for path, before := range published {
		if _, stays := texts[path]; !stays && before.Text != nil {
			changed = append(changed, s.newVersion(ctx, path, nil, FromSetup))
		}
	}
	for path, text := range texts {
		if !httpx.Same(published[path].text(), &text) {
			changed = append(changed, s.newVersion(ctx, path, &text, FromSetup))
		}
	}
	_, err = s.publishVersions(ctx, tx, changed)
	return err
}

// Clear deletes all content, with its drafts and history.
func (s *Service) Clear(ctx context.Context, tx *database.Tx) error {
	err := tx.Lock(ctx, database.LockContent)
	for _, table := range []string{"content_versions", "content_publications", "content_drafts"} {
		if err == nil {
			_, err = tx.Exec(ctx, `DELETE FROM `+table)
		}
	}
	if err != nil {
		return fmt.Errorf("clear the content: %w", err)
	}
	return nil
}
