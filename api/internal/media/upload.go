package media

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"

	"github.com/dustin/go-humanize"

	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

// Upload is a received and inspected file that is not decoded yet. Its ContentType comes from its
// bytes, not from the sender.
type Upload struct {
	*files.Temporary
	// Width and Height are in pixels, as the image is seen: after its orientation is applied.
	Width, Height int

	format  *format
	config  image.Config
	details details
}

// Receive reads r to its end into a temporary file and checks what can be checked without decoding: the number of
// bytes, the format, the sides. It returns an *httpx.Error when the file cannot be an image of this site; r's own error,
// wrapped, when r fails. The caller closes the Upload.
func (l *Library) Receive(ctx context.Context, r io.Reader) (*Upload, error) {
	received, err := l.ReceiveFile(r, MaxBytes, "photo")
	if err != nil {
		return nil, err
	}
	upload := &Upload{Temporary: received}
	if err := upload.inspect(ctx); err != nil {
		_ = upload.Close()
		return nil, err
	}
	return upload, nil
}

// inspect reads the file's metadata, and refuses files that must not be decoded.
func (u *Upload) inspect(ctx context.Context) error {
	head := make([]byte, min(u.Size, unsupportedHeadSize))
	if _, err := u.ReadAt(head, 0); err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("inspect an image: %w", err)
	}
	if u.format = recognise(head); u.format == nil {
		return unsupportedError(head)
	}
	u.ContentType = u.format.contentType
	// First, because it bounds how many parts a file has, of which the decoders read each.
	u.details.orientation = 1
	if err := u.read(ctx, func(r io.ReadSeeker) error { return u.format.inspect(r, &u.details) }); err != nil {
		return err
	}
	err := u.read(ctx, func(r io.ReadSeeker) (err error) {
		u.config, err = u.format.config(r)
		return err
	})
	if err != nil {
		return err
	}
	width, height := u.config.Width, u.config.Height
	if width < 1 || height < 1 || width > MaxSide || height > MaxSide || width*height > MaxPixels {
		return invalid(fmt.Sprintf("The photo has %d × %d pixels. At most %d pixels a side and %d megapixels in all are accepted.",
			width, height, MaxSide, MaxPixels/1_000_000), nil)
	}
	need := u.bytesOfPixels()
	if u.scalable() {
		need = u.bytesOfPlanes()
	}
	if err := u.checkNeed(need); err != nil {
		return err
	}
	u.Width, u.Height = width, height
	if u.details.orientation >= 5 {
		u.Width, u.Height = height, width
	}
	return nil
}

// read passes the file to fn from its start. An error or a panic of fn is the sender's fault and
// becomes a validation error; errors of the disk and of ctx are returned unchanged.
func (u *Upload) read(ctx context.Context, fn func(io.ReadSeeker) error) (err error) {
	file := &contextReader{ctx: ctx, ReadSeeker: u.Content()}
	defer func() {
		if cause := recover(); cause != nil {
			err = errDamaged(fmt.Errorf("the %s decoder panicked: %v", u.format.name, cause))
		}
	}()
	if err := fn(file); err != nil || file.err != nil {
		return u.format.validationError(err, file.err)
	}
	return nil
}

// checkNeed refuses an image that would take more than one may, where need is the bytes of memory.
func (u *Upload) checkNeed(need int64) error {
	width, height := int64(u.config.Width), int64(u.config.Height)
	most := width * height
	if need > maxMemory {
		most = maxMemory * width * height / need
	}
	if u.details.scans > 0 {
		most = min(most, maxScanned/int64(u.details.scans))
	}
	if width*height > most {
		return errTooDemanding(u.config.Width, u.config.Height, most)
	}
	return nil
}

// bytesOfPixels is how much memory the image takes while it is made, by measurement and rounded up.
func (u *Upload) bytesOfPixels() int64 {
	perPixel := u.format.perPixel
	switch {
	case u.config.ColorModel == color.CMYKModel:
		perPixel = 15
	case u.config.ColorModel == color.RGBA64Model, u.config.ColorModel == color.NRGBA64Model, u.config.ColorModel == color.Gray16Model:
		perPixel = 18
	case u.details.progressive:
		perPixel = 1 + 5*max(1, u.details.samples) // all coefficients, four bytes each
		if u.details.orientation > 1 {
			perPixel = max(perPixel, 11.5)
		}
	}
	if u.details.orientation > 1 && !u.details.progressive {
		perPixel += 4 // the upright copy
	}
	return int64(perPixel*float64(u.config.Width)*float64(u.config.Height)) + u.bytesOfProfile()
}

// bytesOfProfile is the memory of the profile, as received and as written in either format.
func (u *Upload) bytesOfProfile() int64 { return 3 * int64(len(u.details.profile)) }

// contextReader reads until its context ends, and keeps an error that is not of the content's making.
type contextReader struct {
	ctx context.Context
	io.ReadSeeker
	err error
}

func (r *contextReader) Read(p []byte) (int, error) {
	if r.err = r.ctx.Err(); r.err != nil {
		return 0, r.err
	}
	n, err := r.ReadSeeker.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}

// ReceiveFile reads r into a temporary file. It returns an *httpx.Error, which calls the file
// what, for no bytes or more than limit, or the wrapped error of r. The caller closes the file.
func (l *Library) ReceiveFile(r io.Reader, limit int64, what string) (_ *files.Temporary, err error) {
	file, err := l.newTemporary()
	if err != nil {
		return nil, fmt.Errorf("receive a %s: %w", what, err)
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	// Parts of a form arrive in pieces of four kilobytes, each of which would be a system call.
	buffer := bufio.NewWriterSize(file, 64<<10)
	// One byte more than allowed tells a file of just the limit from a larger one.
	hash := sha256.New()
	size, err := io.Copy(io.MultiWriter(buffer, hash), io.LimitReader(r, limit+1))
	if err == nil {
		err = buffer.Flush()
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("receive a %s: %w", what, err)
	case size > limit:
		return nil, httpx.TooLarge(fmt.Sprintf("The %s is larger than the %s that are accepted.", what, humanize.IBytes(uint64(limit))))
	case size == 0:
		return nil, invalid("The submitted file is empty.", nil)
	}
	file.Hash = hex.EncodeToString(hash.Sum(nil))
	return file, nil
}
