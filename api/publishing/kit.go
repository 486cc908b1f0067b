package publishing

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
)

//go:embed all:embedded
var embedded embed.FS

// Kit is the output of ssg/build/renderer.ts: the prerenderer as one script, which runs in an embedded JavaScript engine,
// and the files that no content changes.
type Kit struct {
	// ID differs between builds of the kit.
	ID string
	// Files are the files of the site that no content changes, as a site of staff's screens without pages.
	Files fs.FS
	// Content is the content of the source tree, by path, and Images has its images.
	Content map[string]string
	Images  fs.FS
	// IsSample means that it is the project's sample person's, and not the owner's.
	IsSample bool

	script string
	parts  json.RawMessage
	fonts  fs.FS
}

// ContentFile is a file of the content folder. It travels as an array, as JavaScript makes a Map of.
type ContentFile struct{ Path, Text string }

// MarshalJSON returns the array of both.
func (f ContentFile) MarshalJSON() ([]byte, error) { return json.Marshal([2]string{f.Path, f.Text}) }

// EmbeddedKit returns the kit of this program, or nil if it has none.
func EmbeddedKit() (*Kit, error) {
	root, err := fs.Sub(embedded, "embedded/kit")
	if err != nil {
		return nil, err
	}
	kit, err := OpenKit(root)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return kit, err
}

// OpenKit reads the kit in a folder.
func OpenKit(root fs.FS) (*Kit, error) {
	script, err := fs.ReadFile(root, "renderer.js")
	if err != nil {
		return nil, fmt.Errorf("read the renderer: %w", err)
	}
	parts, err := fs.ReadFile(root, "kit.json")
	if err != nil {
		return nil, fmt.Errorf("read the renderer's parts: %w", err)
	}
	start, err := fs.ReadFile(root, "content.json")
	if err != nil {
		return nil, fmt.Errorf("read the content of the program: %w", err)
	}
	var content struct {
		IsSample bool              `json:"isSample"`
		Files    map[string]string `json:"files"`
	}
	if err := json.Unmarshal(start, &content); err != nil {
		return nil, fmt.Errorf("read the content of the program: %w", err)
	}
	files, err := fs.Sub(root, "files")
	if err != nil {
		return nil, err
	}
	fonts, err := fs.Sub(root, "fonts")
	if err != nil {
		return nil, err
	}
	images, err := fs.Sub(root, "content")
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	_, _ = sum.Write(script)
	_, _ = sum.Write(parts)
	_, _ = sum.Write(start)
	return &Kit{
		ID: hex.EncodeToString(sum.Sum(nil))[:16], Files: files, Content: content.Files, Images: images, IsSample: content.IsSample,
		script: string(script), parts: parts, fonts: fonts,
	}, nil
}
