package publishing

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// manifestName is the file that says how each address is answered; api/server reads it.
const manifestName = "_site.json"

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

// packer writes the archive of a site. Equal sites have equal archives: it has no times.
type packer struct {
	archive *zip.Writer
	names   map[string]bool
}

// pack returns the archive of a site with the kit's own files, since a later program may have others.
func (k *Kit) pack(site output) ([]byte, error) {
	var served map[string]servedFile
	if err := json.Unmarshal(site.Manifest["files"], &served); err != nil {
		return nil, fmt.Errorf("read the manifest: %w", err)
	}
	var packed bytes.Buffer
	p := &packer{zip.NewWriter(&packed), map[string]bool{}}
	for _, file := range site.Files {
		content, err := file.content()
		if err != nil {
			return nil, err
		}
		entry := served[file.Name]
		// Private pages are changed before they are sent.
		compress := file.Text != nil && !strings.HasPrefix(file.Name, privateFolder)
		if err := p.addServed(&entry, file.Name, content, compress); err != nil {
			return nil, err
		}
		served[file.Name] = entry
	}
	var err error
	if site.Manifest["files"], err = json.Marshal(served); err != nil {
		return nil, err
	}
	manifest, err := json.Marshal(site.Manifest)
	if err != nil {
		return nil, err
	}
	err = errors.Join(p.add(manifestName, manifest), p.addMissing(k.Files), p.archive.Close())
	return packed.Bytes(), err
}

// addMissing adds the files that the archive lacks.
func (p *packer) addMissing(files fs.FS) error {
	return fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || p.names[name] {
			return err
		}
		content, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		return p.add(name, content)
	})
}

// addServed adds a file, and its compressed copy if that is smaller, and notes both in entry.
func (p *packer) addServed(entry *servedFile, name string, content []byte, compress bool) error {
	sum := sha256.Sum256(content)
	tag := base64.RawURLEncoding.EncodeToString(sum[:])[:22]
	entry.Bytes, entry.ETag, entry.Encodings = len(content), `"`+tag+`"`, []encodedFile{}
	if err := p.add(name, content); err != nil || !compress {
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
	entry.Encodings = []encodedFile{{Encoding: "gzip", File: name + ".gz", Bytes: small.Len(), ETag: `"` + tag + `-gz"`}}
	return p.add(name+".gz", small.Bytes())
}

// add adds a file without compressing it: most are compressed already.
func (p *packer) add(name string, content []byte) error {
	if !fs.ValidPath(name) {
		return fmt.Errorf("the file %q would be outside the site", name)
	}
	p.names[name] = true
	file, err := p.archive.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	return err
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
