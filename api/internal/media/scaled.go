package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"

	"github.com/disintegration/imaging"

	"portfolio/api/internal/files"
	"portfolio/api/internal/media/jpegscale"
)

// scalable says that the upload may be a plain baseline JPEG, as cameras write them. Such an image never becomes RGB:
// it is decoded at a fraction of its size, and its full rendition is written from its coefficients.
func (u *Upload) scalable() bool {
	return u.details.baseline && (u.config.ColorModel == color.YCbCrModel || u.config.ColorModel == color.GrayModel)
}

// encodeScaled is Encode for such an image. It returns jpegscale.ErrUnsupported for one that is not plain after all.
func (l *Library) encodeScaled(ctx context.Context, u *Upload) (Renditions, error) {
	release, err := l.reserve(ctx, u.bytesOfPlanes())
	if err != nil {
		return nil, fmt.Errorf("encode an image: %w", err)
	}
	defer release()
	full, err := l.newTemporary()
	if err != nil {
		return nil, fmt.Errorf("encode an image: %w", err)
	}
	profile := u.planesProfile()
	planes, err := u.decodePlanes(ctx, full, profile)
	if full.Err != nil {
		err = fmt.Errorf("encode an image: %w", full.Err)
	}
	if err != nil {
		_ = full.Close()
		return nil, err
	}
	renditions, err := l.renderPlanes(ctx, u, planes, full, profile)
	if err != nil {
		return nil, fmt.Errorf("encode an image: %w", err)
	}
	return renditions, nil
}

// decodePlanes returns the planes from which all smaller renditions are made. Of an upright image, the full rendition
// is in the file afterwards, with the profile; another is decoded in full, and turned.
func (u *Upload) decodePlanes(ctx context.Context, full *files.Temporary, profile []byte) (planes *jpegscale.Image, err error) {
	var options jpegscale.Options
	if u.upright() {
		options.Width, options.Height = u.planesNeeded()
		options.Copy, options.Quality = withProfileJPEG(full, profile), fullQuality
	}
	var notPlain error
	err = u.read(ctx, func(r io.ReadSeeker) error {
		planes, err = jpegscale.Decode(r, options)
		if errors.Is(err, jpegscale.ErrUnsupported) {
			notPlain = err
			return nil
		}
		return err
	})
	if err == nil {
		err = notPlain
	}
	if err != nil {
		return nil, err
	}
	return planes.Turn(int(u.details.orientation)), nil
}

// renderPlanes makes each smaller rendition from the next larger; the thumbnail by imaging, as that of every image. The
// full one is in the file, or is made from the planes.
func (l *Library) renderPlanes(ctx context.Context, u *Upload, planes *jpegscale.Image, full *files.Temporary, profile []byte) (Renditions, error) {
	size := image.Pt(u.Width, u.Height)
	sizes := smaller(size)
	renditions := make(Renditions, len(sizes)+1)
	widths := parts{cores: l.cores}
	put := func(index int, size image.Point, encode func(io.Writer) error) {
		widths.do(func() (err error) {
			renditions[index], err = l.rendition(ctx, extensionJPEG, size, encode)
			return err
		})
	}
	putPlanes := func(index int, p *jpegscale.Image, quality int) {
		put(index, image.Pt(p.Width, p.Height), func(w io.Writer) error {
			return jpegscale.Encode(withProfileJPEG(w, profile), p, quality)
		})
	}
	if u.upright() {
		renditions[len(sizes)] = renditionOf(full, extensionJPEG, size)
	} else {
		_ = full.Close()
		planes = planes.Resize(size.X, size.Y)
		putPlanes(len(sizes), planes, fullQuality)
	}
	for i := len(sizes) - 1; i > 0; i-- {
		size := sizes[len(sizes)-1-i]
		planes = planes.Resize(size.X, size.Y)
		putPlanes(i, planes, pageQuality)
	}
	if len(sizes) > 0 {
		size, source := sizes[len(sizes)-1], planes
		put(0, size, func(w io.Writer) error {
			thumbnail := imaging.Resize(source.Image(), size.X, size.Y, thumbnailFilter)
			gray := len(source.Planes) == 1
			return encoder{extensionJPEG, profile}.encode(w, pixels{NRGBA: thumbnail, opaque: true, gray: gray}, false)
		})
	}
	return renditions.closeOn(widths.Wait())
}

func (u *Upload) upright() bool { return u.details.orientation == 1 }

// planesProfile returns the upload's profile as segments of a JPEG, if it fits.
func (u *Upload) planesProfile() []byte {
	space := spaceRGB
	if u.config.ColorModel == color.GrayModel {
		space = spaceGray
	}
	return profileSegments(checkProfile(u.details.profile, space))
}

// planesNeeded returns the size in pixels of an upright image's planes: that of the largest
// rendition that is not written from its coefficients, or all pixels if they become the thumbnail.
func (u *Upload) planesNeeded() (width, height int) {
	if sizes := smaller(image.Pt(u.Width, u.Height)); len(sizes) > 1 {
		return sizes[0].X, sizes[0].Y
	}
	return u.Width, u.Height
}

// bytesOfPlanes is how much memory the image takes while it is made from planes, by estimate.
func (u *Upload) bytesOfPlanes() int64 {
	const perSample, buffers = 3, 1 << 20
	all := int64(u.config.Width) * int64(u.config.Height)
	if !u.upright() {
		// The planes, and the turned copy.
		return int64(3.35*max(1, u.details.samples)*float64(all)) + buffers + u.bytesOfProfile()
	}
	width, height := u.planesNeeded()
	points := int64(jpegscale.Points(float64(u.config.Width), float64(u.config.Height), width, height))
	return perSample*(all*points*points/64+2*int64(width)*int64(height)) + buffers + u.bytesOfProfile()
}
