package media

import (
	"bufio"
	"fmt"
	"image"
	"io"
	"math"
	"math/bits"
	"slices"

	"github.com/disintegration/imaging"
)

const (
	hashSamples = 32 // a side of the picture that is hashed, in pixels
	hashWaves   = 8  // by how many frequencies it is described in each direction
	// maxHashDistance is how many of 64 bits differ at most between the hashes of pictures that look alike. In the tests, copies of a
	// picture differ in 10 at most, and different pictures in 20 at least.
	maxHashDistance = 10
)

// PerceptualHash describes what a picture looks like, in 64 bits of which few change when it is scaled, brightened or encoded anew. It
// is 0 for a picture without any detail.
type PerceptualHash int64

// IsLike reports whether two pictures look alike, by their hashes. One without detail is like no other.
func (h PerceptualHash) IsLike(other PerceptualHash) bool {
	return h != 0 && other != 0 && bits.OnesCount64(uint64(h^other)) <= maxHashDistance
}

// ReadPerceptualHash returns the hash of a rendition's bytes: the signs of the lowest frequencies of its cosine transform against their
// median, as in Christoph Zauner, Implementation and Benchmarking of Perceptual Image Hash Functions (2010), section 3.2.1.
func ReadPerceptualHash(rendition io.Reader) (PerceptualHash, error) {
	buffered := bufio.NewReader(rendition)
	head, _ := buffered.Peek(headSize)
	format := recognise(head)
	if format == nil {
		return 0, fmt.Errorf("hash a picture: %q begins no picture", head)
	}
	decoded, err := format.decode(buffered)
	if err != nil {
		return 0, fmt.Errorf("hash a picture: %w", err)
	}
	return perceptualHash(decoded), nil
}

func perceptualHash(picture image.Image) (hash PerceptualHash) {
	small := imaging.Grayscale(imaging.Resize(picture, hashSamples, hashSamples, imaging.Box))
	rows := [hashSamples][hashWaves]float64{}
	for y := range hashSamples {
		for x := range hashSamples {
			light := float64(small.Pix[small.PixOffset(x, y)])
			for wave := range hashWaves {
				rows[y][wave] += light * cosines[wave][x]
			}
		}
	}
	waves := make([]float64, hashWaves*hashWaves)
	for y := range hashSamples {
		for i := range waves {
			waves[i] += rows[y][i%hashWaves] * cosines[i/hashWaves][y]
		}
	}
	waves[0] = 0 // how light the whole picture is
	median := slices.Sorted(slices.Values(waves))[len(waves)/2]
	for i, wave := range waves {
		if wave > median+1e-6 { // not what is left by rounding
			hash |= 1 << i
		}
	}
	return hash
}

// cosines are the waves of the transform.
var cosines = func() (waves [hashWaves][hashSamples]float64) {
	for wave := range hashWaves {
		for at := range hashSamples {
			waves[wave][at] = math.Cos(math.Pi / hashSamples * (float64(at) + 0.5) * float64(wave))
		}
	}
	return waves
}()
