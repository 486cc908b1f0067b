package content

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"
)

// ReadFolder returns the texts of a content folder by path. Its README and hidden files are no content.
func ReadFolder(dir string) (texts map[string]string, err error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open the content folder: %w", err)
	}
	defer func() { _ = root.Close() }()
	texts = map[string]string{}
	err = fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if path != "." && strings.HasPrefix(entry.Name(), ".") {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if entry.IsDir() || filepath.Ext(path) != ".md" || path == "README.md" {
			return nil
		}
		text, err := root.ReadFile(path)
		if err == nil && !utf8.Valid(text) {
			err = fmt.Errorf("%s is not encoded as UTF-8", path)
		}
		texts[path] = string(text)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the content folder: %w", err)
	}
	return texts, nil
}
