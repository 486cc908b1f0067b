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

	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// Exported is the result of an export, as paths. InConflict are files that were left as they are,
// because they changed in the folder too. Missing are images that neither the folder nor the photo
// library has.
type Exported struct {
	Written, Removed, InConflict, Missing []string
}

// exportedFile is a file that an export compares with the folder's. Text is nil if it is removed.
type exportedFile struct {
	path string
	text *string
	// bases are the texts that it may replace.
	bases []string
}

// OpenPhoto returns an image with all its pixels, which the caller closes, or NotFound.
type OpenPhoto func(ctx context.Context, id int64) (io.ReadCloser, error)

// Export writes the published texts to the content folder dir, and the images that they show if the
// folder does not have them. It replaces and removes files that have the text of the last import, or
// of the program's sample, and removes the covers of the sample. Each file is replaced completely or
// not at all.
func (s *Service) Export(ctx context.Context, dir string, sample map[string]string, openPhoto OpenPhoto) (done Exported, err error) {
	exported, published, err := s.readExported(ctx, sample)
	if err != nil || len(published) == 0 {
		return Exported{}, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return Exported{}, fmt.Errorf("open the content folder: %w", err)
	}
	defer func() { err = errors.Join(err, root.Close()) }()
	for _, file := range exported {
		if err := s.exportFile(ctx, root, file, openPhoto, &done); err != nil {
			return done, fmt.Errorf("export %s: %w", file.path, err)
		}
	}
	return done, removeCovers(root, sample, published, &done)
}

// readExported returns the files to compare, by path, and the published ones.
func (s *Service) readExported(ctx context.Context, sample map[string]string) (exported []exportedFile, published map[string]string, err error) {
	var last map[string]fileVersion
	err = s.DB.InSnapshot(ctx, func(tx *database.Tx) error {
		read, err := s.readPublishedFiles(ctx, tx)
		if err != nil {
			return err
		}
		published = read.Files
		last, err = readFileVersions(ctx, tx)
		return err
	})
	if err != nil {
		return nil, nil, fmt.Errorf("read the content to export: %w", err)
	}
	paths := slices.AppendSeq(slices.Collect(maps.Keys(published)), maps.Keys(last))
	paths = slices.AppendSeq(paths, maps.Keys(sample))
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		file := exportedFile{path: path}
		if text, exists := published[path]; exists {
			file.text = &text
		}
		if text := last[path].Text; text != nil {
			file.bases = append(file.bases, *text)
		}
		if text, exists := sample[path]; exists {
			file.bases = append(file.bases, text)
		}
		exported = append(exported, file)
	}
	return exported, published, nil
}

// cover is the field of a project that names an image beside its file.
var cover = regexp.MustCompile(`(?m)^cover: *([\w.-]+) *$`)

// removeCovers removes the covers of the sample's removed projects, unless a published text names them.
func removeCovers(root *os.Root, sample map[string]string, published map[string]string, done *Exported) error {
	for _, removed := range slices.Clone(done.Removed) {
		found := cover.FindStringSubmatch(sample[removed])
		if found == nil {
			continue
		}
		isUsed := false
		for _, text := range published {
			isUsed = isUsed || strings.Contains(text, found[1])
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

func (s *Service) exportFile(ctx context.Context, root *os.Root, file exportedFile, openPhoto OpenPhoto, done *Exported) error {
	target, err := followLinks(root, file.path)
	if err != nil {
		return err
	}
	before, err := readFile(root, target)
	if err != nil {
		return err
	}
	switch {
	case httpx.Same(before, file.text):
	case before != nil && !slices.Contains(file.bases, *before):
		done.InConflict = append(done.InConflict, file.path)
		return nil
	case file.text == nil:
		if err := root.Remove(file.path); err != nil {
			return err
		}
		done.Removed = append(done.Removed, file.path)
	default:
		if err := replaceFile(root, target, strings.NewReader(*file.text)); err != nil {
			return err
		}
		done.Written = append(done.Written, file.path)
	}
	if file.text == nil {
		return nil
	}
	for _, photo := range photosIn(file.path, *file.text) {
		if err := exportPhoto(ctx, root, photo, openPhoto, done); err != nil {
			return err
		}
	}
	return s.exportProgramImages(root, file.path, *file.text, done)
}

// exportProgramImages writes the images of the program's content that stand beside a text and that it names.
func (s *Service) exportProgramImages(root *os.Root, at, text string, done *Exported) error {
	if s.Images == nil {
		return nil
	}
	_, at = splitLanguage(at)
	dir := path.Dir(at)
	images, err := fs.ReadDir(s.Images, dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	for _, image := range images {
		if image.IsDir() || !strings.Contains(text, image.Name()) {
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
func exportPhoto(ctx context.Context, root *os.Root, photo photo, openPhoto OpenPhoto, done *Exported) error {
	err := exportImage(root, photo.path, func() (io.ReadCloser, error) { return openPhoto(ctx, photo.id) }, done)
	if httpx.IsNotFound(err) {
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

// readFile returns the text of the file at a path, or nil.
func readFile(root *os.Root, path string) (*string, error) {
	content, err := root.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	text := string(content)
	return &text, err
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
