package media

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"

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
	sources, err := u.decodePlanes(ctx, full, profile)
	if full.Err != nil {
		err = fmt.Errorf("encode an image: %w", full.Err)
	}
	if err != nil {
		_ = full.Close()
		return nil, err
	}
	renditions, err := l.renderPlanes(ctx, u, sources, full, profile)
	if err != nil {
		return nil, fmt.Errorf("encode an image: %w", err)
	}
	return renditions, nil
}

// decodePlanes returns the planes of each size of planesNeeded. Of an upright image, the full rendition is in the file
// afterwards, with the profile; another is decoded in full, and turned.
func (u *Upload) decodePlanes(ctx context.Context, full *files.Temporary, profile []byte) (sources []*jpegscale.Image, err error) {
	var options jpegscale.Options
	if u.upright() {
		options.Sizes = u.planesNeeded()
		options.Copy, options.Quality = withProfileJPEG(full, profile), fullQuality
	}
	var notPlain error
	err = u.read(ctx, func(r io.ReadSeeker) error {
		sources, err = jpegscale.Decode(r, options)
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
	for i, source := range sources {
		sources[i] = source.Turn(int(u.details.orientation))
	}
	return sources, nil
}

// renderPlanes makes the first renditions from their planes, and each smaller one from the next larger. The full one is in
// the file, or is made from the planes.
func (l *Library) renderPlanes(ctx context.Context, u *Upload, sources []*jpegscale.Image, full *files.Temporary, profile []byte) (Renditions, error) {
	size := image.Pt(u.Width, u.Height)
	sizes := smaller(size)
	renditions := make(Renditions, len(sizes)+1)
	widths := parts{cores: l.cores}
	put := func(index int, p *jpegscale.Image, quality int) {
		widths.do(func() (err error) {
			renditions[index], err = l.rendition(ctx, extensionJPEG, image.Pt(p.Width, p.Height), func(w io.Writer) error {
				return jpegscale.Encode(withProfileJPEG(w, profile), p, quality)
			})
			return err
		})
	}
	if u.upright() {
		renditions[len(sizes)] = renditionOf(full, extensionJPEG, size)
	} else {
		_ = full.Close()
		sources[0] = sources[0].Resize(size.X, size.Y)
		put(len(sizes), sources[0], fullQuality)
	}
	var planes *jpegscale.Image
	for i, size := range sizes {
		if i < len(sources) {
			planes = sources[i]
		}
		planes = planes.Resize(size.X, size.Y)
		put(len(sizes)-1-i, planes, pageQuality)
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

// planesNeeded returns the sizes in pixels of an upright image's planes: those of the large rendition and of the next, from
// which the others are made.
func (u *Upload) planesNeeded() []image.Point {
	size := image.Pt(u.Width, u.Height)
	sizes := smaller(size)
	switch {
	case large(size) != image.Point{}:
		return sizes[:2]
	case len(sizes) > 0:
		return sizes[:1]
	}
	return nil
}

// bytesOfPlanes is how much memory the image takes while it is made from planes, by estimate.
func (u *Upload) bytesOfPlanes() int64 {
	const perSample, buffers = 3, 1 << 20
	all := int64(u.config.Width) * int64(u.config.Height)
	if !u.upright() {
		// The planes, and the turned copy.
		return int64(3.35*max(1, u.details.samples)*float64(all)) + buffers + u.bytesOfProfile()
	}
	need := buffers + u.bytesOfProfile()
	for _, size := range u.planesNeeded() {
		points := int64(jpegscale.Points(float64(u.config.Width), float64(u.config.Height), float64(size.X), float64(size.Y)))
		need += perSample * (all*points*points/64 + 2*int64(size.X)*int64(size.Y))
	}
	return need
}
