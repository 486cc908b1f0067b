package bench

import (
	"bytes"
	"image"
	"image/jpeg"
	"math/rand/v2"
)

// photograph returns a baseline JPEG of 12 megapixels, that compresses as a camera's do: shapes of all sizes, the smaller
// the fainter, hard edges, and grain.
func photograph() ([]byte, error) {
	const width, height = 4000, 3000
	picture := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	random := rand.New(rand.NewPCG(12, 34))
	paint(picture.Y, width, height, shapes{coarsest: 512, finest: 1, strength: 52, decay: 0.66, grain: 5}, random)
	for _, plane := range [][]byte{picture.Cb, picture.Cr} {
		paint(plane, width/2, height/2, shapes{coarsest: 512, finest: 4, strength: 26, decay: 0.6, grain: 1}, random)
	}
	var file bytes.Buffer
	err := jpeg.Encode(&file, picture, &jpeg.Options{Quality: 92})
	return file.Bytes(), err
}

// shapes are sums of noise: cells of coarsest to finest samples, each half the size of the one before and fainter by
// decay, and grain in every sample.
type shapes struct {
	coarsest, finest int
	strength, decay  float32
	grain            int
}

func paint(plane []byte, width, height int, s shapes, random *rand.Rand) {
	sum := make([]float32, len(plane))
	for cell, strength := s.coarsest, s.strength; cell >= s.finest; cell, strength = cell/2, strength*s.decay {
		addNoise(sum, width, height, cell, strength, random)
	}
	for i, value := range sum {
		value += 128 + float32(random.IntN(2*s.grain+1)-s.grain)
		if value > 150 && value < 158 { // along these lines runs an edge
			value -= 40
		}
		plane[i] = byte(min(max(value, 0), 255))
	}
}

// addNoise adds random values at the corners of cells, and smooth transitions between.
func addNoise(sum []float32, width, height, cell int, strength float32, random *rand.Rand) {
	across := width/cell + 2
	corners := make([]float32, across*(height/cell+2))
	for i := range corners {
		corners[i] = strength * (2*random.Float32() - 1)
	}
	for y := range height {
		v := smooth(y%cell, cell)
		upper, lower := corners[y/cell*across:], corners[(y/cell+1)*across:]
		for x := range width {
			u, at := smooth(x%cell, cell), x/cell
			sum[y*width+x] += (upper[at]*(1-u)+upper[at+1]*u)*(1-v) + (lower[at]*(1-u)+lower[at+1]*u)*v
		}
	}
}

func smooth(at, cell int) float32 {
	t := float32(at) / float32(cell)
	return t * t * (3 - 2*t)
}
