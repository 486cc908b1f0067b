package content

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
)

// Exported is what an export did, each by its path. InConflict are published texts that were made on another file than the one that
// is there, and were left out.
type Exported struct {
	Written, Removed, InConflict []string
}

// Export writes the published texts into the content folder dir. A file that is there is replaced as a whole or not at all.
func (s *Service) Export(ctx context.Context, dir string) (done Exported, err error) {
	edits, err := s.PublishedEdits(ctx)
	if err != nil {
		return Exported{}, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Exported{}, fmt.Errorf("open the content folder: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, edit := range edits {
		file, err := readExported(root, edit.Path)
		if err != nil {
			return done, fmt.Errorf("read %s: %w", edit.Path, err)
		}
		switch {
		case file.equals(edit.Text):
			continue
		case file.conflicts(edit.Base, edit.Text):
			done.InConflict = append(done.InConflict, edit.Path)
		case edit.Text == nil:
			if err := root.Remove(edit.Path); err != nil {
				return done, fmt.Errorf("remove %s: %w", edit.Path, err)
			}
			done.Removed = append(done.Removed, edit.Path)
		default:
			if err := replaceFile(root, edit.Path, *edit.Text); err != nil {
				return done, fmt.Errorf("write %s: %w", edit.Path, err)
			}
			done.Written = append(done.Written, edit.Path)
		}
	}
	return done, nil
}

// readExported returns the file at a path, nil for none.
func readExported(root *os.Root, path string) (*File, error) {
	text, err := root.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return &File{Hash: hashOf(string(text)), Text: string(text)}, err
}

// replaceFile writes a file beside the one that it replaces, whose mode it takes over.
func replaceFile(root *os.Root, name, text string) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	unfinished := path.Join(path.Dir(name), "."+path.Base(name)+".new")
	if err := root.WriteFile(unfinished, []byte(text), 0o644); err != nil {
		return errors.Join(err, root.Remove(unfinished))
	}
	if before, err := root.Stat(name); err == nil {
		if err := root.Chmod(unfinished, before.Mode().Perm()); err != nil {
			return errors.Join(err, root.Remove(unfinished))
		}
	}
	return root.Rename(unfinished, name)
}
