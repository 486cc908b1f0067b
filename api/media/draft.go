package media

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"hash"
	"image"
	"io"
	"os"
)

// draft is a rendition that is being written, into a temporary file, because its name will be the hash of its bytes.
type draft struct {
	file *os.File
	hash hash.Hash
	size int64
	// err is the disk's, if it failed.
	err error
}

func (l *Library) newDraft() (*draft, error) {
	file, err := l.openTemp()
	if err != nil {
		return nil, err
	}
	return &draft{file: file, hash: sha256.New()}, nil
}

// Write appends p.
func (d *draft) Write(p []byte) (int, error) {
	n, err := d.file.Write(p)
	d.hash.Write(p[:n])
	d.size += int64(n)
	if err != nil {
		d.err = err
	}
	return n, err
}

func (d *draft) close() { _ = d.file.Close() }

// keep stores what was written, of the given size in pixels, under the hash of its bytes.
func (l *Library) keep(ctx context.Context, d *draft, extension string, size image.Point) (Rendition, error) {
	name := fileName(hex.EncodeToString(d.hash.Sum(nil)), extension)
	if err := l.store.Put(ctx, name, d.file, contentTypes[extension]); err != nil {
		return Rendition{}, err
	}
	return Rendition{Name: name, Width: size.X, Height: size.Y, Bytes: d.size}, nil
}

// put stores what encode writes, of the given size in pixels.
func (l *Library) put(ctx context.Context, extension string, size image.Point, encode func(io.Writer) error) (Rendition, error) {
	d, err := l.newDraft()
	if err != nil {
		return Rendition{}, err
	}
	defer d.close()
	if err := encode(d); err != nil {
		return Rendition{}, err
	}
	return l.keep(ctx, d, extension, size)
}
