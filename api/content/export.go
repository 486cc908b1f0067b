package content

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"portfolio/api/internal/apperror"
	"portfolio/api/internal/files"
)

// Exported is the result of an export, as paths. InConflict are texts that were left out because
// their file has changed. Missing are images that neither the folder nor the photo library has.
type Exported struct {
	Written, Removed, InConflict, Missing []string
}

// Export writes the published texts to the content folder dir, and the images that they show if the
// folder does not have them. With all, it first writes the files that the folder lacks, and those
// that it has as in sample, and removes the rest of the sample with its covers. Each file is replaced completely or
// not at all.
func (s *Service) Export(ctx context.Context, dir string, all bool, sample map[string]string) (done Exported, err error) {
	edits, _, err := s.PublishedEdits(ctx)
	if err != nil {
		return Exported{}, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Exported{}, fmt.Errorf("open the content folder: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	if all {
		if err := s.exportFiles(ctx, root, sample, &done); err != nil {
			return done, err
		}
	}
	for _, edit := range edits {
		if err := s.exportEdit(ctx, root, edit, &done); err != nil {
			return done, fmt.Errorf("export %s: %w", edit.Path, err)
		}
	}
	return done, nil
}

// exportFiles writes the files that the folder lacks or has from the sample, with their images, and
// removes the other files of the sample.
func (s *Service) exportFiles(ctx context.Context, root *os.Root, sample map[string]string, done *Exported) error {
	files, err := readFiles(ctx, s.DB)
	if err != nil {
		return fmt.Errorf("list the files to export: %w", err)
	}
	if len(files) == 0 {
		return nil
	}
	edits := map[string]Edit{}
	for path, text := range sample {
		edits[path] = Edit{Path: path, Base: hashOf(text)}
	}
	for path, file := range files {
		edits[path] = Edit{Path: path, Base: edits[path].Base, Text: &file.Text}
	}
	for _, path := range slices.Sorted(maps.Keys(edits)) {
		edit := edits[path]
		before, err := readExported(root, path)
		if err != nil {
			return err
		}
		if before == nil {
			edit.Base = "" // the folder lacks it
		}
		if before.conflicts(edit.Base, edit.Text) {
			continue // the folder's own
		}
		if err := s.exportEdit(ctx, root, edit, done); err != nil {
			return fmt.Errorf("export %s: %w", path, err)
		}
	}
	return removeCovers(root, sample, files, done)
}

// cover is the field of a project that names an image beside its file.
var cover = regexp.MustCompile(`(?m)^cover: *([\w.-]+) *$`)

// removeCovers removes the covers of the sample's removed projects, unless one of the files names them.
func removeCovers(root *os.Root, sample map[string]string, files map[string]*File, done *Exported) error {
	for _, removed := range slices.Clone(done.Removed) {
		found := cover.FindStringSubmatch(sample[removed])
		if found == nil {
			continue
		}
		isUsed := false
		for _, file := range files {
			isUsed = isUsed || strings.Contains(file.Text, found[1])
		}
		if isUsed {
			continue
		}
		image := path.Join(path.Dir(removed), found[1])
		if err := root.Remove(image); err == nil {
			done.Removed = append(done.Removed, image)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (s *Service) exportEdit(ctx context.Context, root *os.Root, edit Edit, done *Exported) error {
	target, err := followLinks(root, edit.Path)
	if err != nil {
		return err
	}
	file, err := readExported(root, target)
	if err != nil {
		return err
	}
	switch {
	case file.equals(edit.Text):
	case file.conflicts(edit.Base, edit.Text):
		done.InConflict = append(done.InConflict, edit.Path)
		return nil
	case edit.Text == nil:
		if err := root.Remove(edit.Path); err != nil {
			return err
		}
		done.Removed = append(done.Removed, edit.Path)
	default:
		if err := replaceFile(root, target, strings.NewReader(*edit.Text)); err != nil {
			return err
		}
		done.Written = append(done.Written, edit.Path)
	}
	if edit.Text == nil {
		return nil
	}
	for _, photo := range photosIn(edit.Path, *edit.Text) {
		if err := s.exportPhoto(ctx, root, photo, done); err != nil {
			return err
		}
	}
	return s.exportProgramImages(root, edit, done)
}

// exportProgramImages writes the images of the program's content that stand beside a text and that it names.
func (s *Service) exportProgramImages(root *os.Root, edit Edit, done *Exported) error {
	if s.Images == nil {
		return nil
	}
	dir := path.Dir(edit.Path)
	images, err := fs.ReadDir(s.Images, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, image := range images {
		if image.IsDir() || !strings.Contains(*edit.Text, image.Name()) {
			continue
		}
		name := path.Join(dir, image.Name())
		if err := exportImage(root, name, func() (io.ReadCloser, error) { return s.Images.Open(name) }, done); err != nil {
			return err
		}
	}
	return nil
}

// exportPhoto writes a photo of the library.
func (s *Service) exportPhoto(ctx context.Context, root *os.Root, photo photo, done *Exported) error {
	err := exportImage(root, photo.path, func() (io.ReadCloser, error) { return s.OpenPhoto(ctx, photo.id) }, done)
	if apperror.IsNotFound(err) {
		if !slices.Contains(done.Missing, photo.path) {
			done.Missing = append(done.Missing, photo.path)
		}
		return nil
	}
	return err
}

// exportImage writes the image that open returns, unless the folder has the file.
func exportImage(root *os.Root, name string, open func() (io.ReadCloser, error), done *Exported) error {
	if _, err := root.Stat(name); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	image, err := open()
	if err != nil {
		return err
	}
	err = replaceFile(root, name, image)
	if err = errors.Join(err, image.Close()); err == nil {
		done.Written = append(done.Written, name)
	}
	return err
}

// followLinks returns the path of name without symbolic links, so that an export replaces the file
// and not the link. It returns name if there is no such file. The root refuses paths outside.
func followLinks(root *os.Root, name string) (string, error) {
	top, err := filepath.EvalSymlinks(root.Name())
	if err != nil {
		return "", err
	}
	target, err := filepath.EvalSymlinks(filepath.Join(top, name))
	if errors.Is(err, fs.ErrNotExist) {
		return name, nil
	}
	if err != nil {
		return "", err
	}
	return filepath.Rel(top, target)
}

// readExported returns the file at a path, or nil.
func readExported(root *os.Root, path string) (*File, error) {
	text, err := root.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return &File{Hash: hashOf(string(text)), Text: string(text)}, err
}

// replaceFile writes a file, and keeps the mode of the old one.
func replaceFile(root *os.Root, name string, content io.Reader) error {
	if err := root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	mode := fs.FileMode(0o644)
	if before, err := root.Stat(name); err == nil {
		mode = before.Mode().Perm()
	}
	return files.WriteIn(root, name, (*os.Root).Rename, func(file *os.File) error {
		_, err := io.Copy(file, content)
		return errors.Join(err, file.Chmod(mode))
	})
}
