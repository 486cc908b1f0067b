package bench

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/jpeg"
	"os"
	"path/filepath"

	"github.com/disintegration/imaging"

	"portfolio/api/internal/files"
	"portfolio/api/internal/media"
	"portfolio/api/internal/media/jpegscale"
)

// variants are the programs that are compared; sharp is one of its own.
var variants = map[string]func(file []byte) (map[int][]byte, error){
	"scaled": func(file []byte) (map[int][]byte, error) { return scaled(file, quality) },
	"plain":  plain,
	"upload": upload,
}

// scaled is what the server does for pages: the same calls in the same order.
func scaled(file []byte, quality int) (map[int][]byte, error) {
	config, err := jpeg.DecodeConfig(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	size := image.Pt(config.Width, config.Height)
	picture, err := jpegscale.Decode(bytes.NewReader(file), jpegscale.Options{Width: widths[0], Height: heightAt(size, widths[0])})
	if err != nil {
		return nil, err
	}
	files := map[int][]byte{}
	for _, width := range widths {
		var out bytes.Buffer
		if width == thumbnail {
			resized := imaging.Resize(picture.Image(), width, heightAt(size, width), imaging.CatmullRom)
			err = imaging.Encode(&out, resized, imaging.JPEG, imaging.JPEGQuality(quality))
		} else {
			picture = picture.Resize(width, heightAt(size, width))
			err = jpegscale.Encode(&out, picture, quality)
		}
		if err != nil {
			return nil, err
		}
		files[width] = out.Bytes()
	}
	return files, nil
}

// plain is what the imaging library's documentation shows.
func plain(file []byte) (map[int][]byte, error) {
	picture, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	files := map[int][]byte{}
	for _, width := range widths {
		var out bytes.Buffer
		resized := imaging.Resize(picture, width, heightAt(picture.Bounds().Size(), width), imaging.Lanczos)
		if err := imaging.Encode(&out, resized, imaging.JPEG, imaging.JPEGQuality(quality)); err != nil {
			return nil, err
		}
		files[width] = out.Bytes()
	}
	return files, nil
}

// upload is all that the server does when a picture arrives: it also checks and hashes the file, writes the rendition of
// all pixels, and stores everything durably.
func upload(file []byte) (_ map[int][]byte, err error) {
	folder, err := os.MkdirTemp("", "bench")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	store, err := files.OpenFolder(folder)
	if err != nil {
		return nil, err
	}
	library, err := media.New(filepath.Join(folder, "uploads"))
	if err != nil {
		return nil, err
	}
	received, err := library.Receive(context.Background(), bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, received.Close()) }()
	picture, err := library.Encode(context.Background(), received)
	if err != nil {
		return nil, err
	}
	defer picture.Close()
	for _, file := range picture.Files() {
		if err := store.Put(context.Background(), file.Name, file.Content(), file.ContentType); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

func heightAt(size image.Point, width int) int {
	return max(1, (size.Y*width+size.X/2)/size.X)
}

// compareSSIM returns the SSIM between a rendition and the reference: the full picture resized with Lanczos' filter, and not
// compressed again.
func compareSSIM(reference *image.NRGBA, rendition []byte) (float64, error) {
	decoded, err := jpeg.Decode(bytes.NewReader(rendition))
	if err != nil {
		return 0, err
	}
	if decoded.Bounds() != reference.Rect {
		return 0, fmt.Errorf("a rendition is %v, not %v", decoded.Bounds(), reference.Rect)
	}
	return ssim(imaging.Clone(decoded), reference), nil
}
