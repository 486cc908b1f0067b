package renderer

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// manifestName is the file that says how each address is answered; api/server reads it.
const manifestName = "_site.json"

// unfinished ends the name of a folder that is being written.
const unfinished = ".new"

// servedFile is a file in the manifest: StaticFile in ssg/build/manifest.ts.
type servedFile struct {
	Type      string        `json:"type"`
	Bytes     int           `json:"bytes"`
	ETag      string        `json:"etag"`
	Encodings []encodedFile `json:"encodings"`
}

type encodedFile struct {
	Encoding string `json:"encoding"`
	File     string `json:"file"`
	Bytes    int    `json:"bytes"`
	ETag     string `json:"etag"`
}

// write makes dir the folder of a site, with the kit's files in it: a later program may have others. An error or a crash leaves
// the one before, or none.
func write(dir string, site output, shared fs.FS) error {
	var served map[string]servedFile
	if err := json.Unmarshal(site.Manifest["files"], &served); err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	next := dir + unfinished
	if err := os.RemoveAll(next); err != nil {
		return err
	}
	for _, file := range site.Files {
		content, err := file.content()
		if err != nil {
			return err
		}
		entry := served[file.Name]
		if err := entry.store(next, file.Name, content, file.Text != nil); err != nil {
			return err
		}
		served[file.Name] = entry
	}
	var err error
	if site.Manifest["files"], err = json.Marshal(served); err != nil {
		return err
	}
	manifest, err := json.Marshal(site.Manifest)
	if err != nil {
		return err
	}
	if err := writeFile(next, manifestName, manifest); err != nil {
		return err
	}
	if err := addShared(next, dir, shared); err != nil {
		return err
	}
	return replace(dir, next)
}

// addShared adds the shared files that dir lacks, as links to those in before if possible.
func addShared(dir, before string, shared fs.FS) error {
	return fs.WalkDir(shared, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if entry.IsDir() {
			return os.MkdirAll(path, 0o700)
		}
		err = os.Link(filepath.Join(before, filepath.FromSlash(name)), path)
		if _, missing := os.Lstat(path); err == nil || missing == nil {
			return nil
		}
		content, err := fs.ReadFile(shared, name)
		if err != nil {
			return err
		}
		return writeFile(dir, name, content)
	})
}

// content returns the bytes of a file.
func (f file) content() ([]byte, error) {
	switch {
	case f.Text != nil:
		return []byte(*f.Text), nil
	case f.Drawing != nil:
		return f.Drawing.encode(f.Name)
	default:
		return f.Base64, nil
	}
}

// store writes a file, and its compressed copy if that is smaller, and notes both.
func (s *servedFile) store(dir, name string, content []byte, compress bool) error {
	sum := sha256.Sum256(content)
	tag := base64.RawURLEncoding.EncodeToString(sum[:])[:22]
	s.Bytes, s.ETag, s.Encodings = len(content), `"`+tag+`"`, []encodedFile{}
	if err := writeFile(dir, name, content); err != nil || !compress {
		return err
	}
	var small bytes.Buffer
	writer, err := gzip.NewWriterLevel(&small, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := writer.Write(content); err != nil {
		return err
	}
	if err := writer.Close(); err != nil {
		return err
	}
	if small.Len() >= len(content) {
		return nil
	}
	s.Encodings = []encodedFile{{Encoding: "gzip", File: name + ".gz", Bytes: small.Len(), ETag: `"` + tag + `-gz"`}}
	return writeFile(dir, name+".gz", small.Bytes())
}

func writeFile(dir, name string, content []byte) error {
	if !filepath.IsLocal(name) {
		return fmt.Errorf("the file %q would be outside the site", name)
	}
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	// A crash must not leave a manifest with empty pages.
	return errors.Join(err, file.Sync(), file.Close())
}

// replace renames folders. The server has the site in memory, and waits for the manifest.
func replace(dir, by string) error {
	before := dir + ".old"
	if err := os.RemoveAll(before); err != nil {
		return err
	}
	if err := os.Rename(dir, before); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(os.Rename(by, dir), os.RemoveAll(before))
}
