package media

import (
	"image"
	"math"

	"github.com/disintegration/imaging"
)

// resize returns the image at the given size in pixels. It makes the result row by row, because
// imaging.Resize first makes an image of the new width and the old height, larger than the result.
func (p pixels) resize(size image.Point, filter imaging.ResampleFilter) pixels {
	across, down := weigh(size.X, p.Rect.Dx(), filter), weigh(size.Y, p.Rect.Dy(), filter)
	resized := image.NewNRGBA(image.Rectangle{Max: size})
	sums := make([][4]float32, p.Rect.Dx())
	for y, rows := range down {
		clear(sums)
		for i, weight := range rows.weights {
			addRow(sums, p.Pix[(rows.first+i)*p.Stride:], weight)
		}
		resizeRow(resized.Pix[y*resized.Stride:], sums, across)
	}
	p.NRGBA = resized
	return p
}

// addRow adds the weighted pixels of a row, with their colours multiplied by their opacity.
func addRow(sums [][4]float32, row []byte, weight float32) {
	row = row[:4*len(sums)]
	for i := range sums {
		sum, pixel := &sums[i], (*[4]byte)(row[4*i:])
		opacity := float32(pixel[3]) * weight
		sum[0] += float32(pixel[0]) * opacity
		sum[1] += float32(pixel[1]) * opacity
		sum[2] += float32(pixel[2]) * opacity
		sum[3] += opacity
	}
}

// resizeRow makes a row of the result from the sums of addRow.
func resizeRow(row []byte, sums [][4]float32, across []window) {
	for x, columns := range across {
		var red, green, blue, opacity float32
		within := sums[columns.first:][:len(columns.weights)]
		for i, weight := range columns.weights {
			sum := &within[i]
			red += sum[0] * weight
			green += sum[1] * weight
			blue += sum[2] * weight
			opacity += sum[3] * weight
		}
		if opacity > 0 {
			pixel := (*[4]byte)(row[4*x:])
			pixel[0], pixel[1], pixel[2], pixel[3] = toByte(red/opacity), toByte(green/opacity), toByte(blue/opacity), toByte(opacity)
		}
	}
}

func toByte(value float32) byte { return byte(min(max(value+0.5, 0), 255)) }

// window has the weights of the pixels that make one pixel of the result, from first on. Their sum
// is 1.
type window struct {
	first   int
	weights []float32
}

// weigh returns the window of each of size pixels that are made from count.
func weigh(size, count int, filter imaging.ResampleFilter) []window {
	step := float64(count) / float64(size)
	scale := max(step, 1)
	windows := make([]window, size)
	for i := range windows {
		centre := (float64(i)+0.5)*step - 0.5
		first := max(0, int(math.Ceil(centre-scale*filter.Support)))
		last := min(count-1, int(math.Floor(centre+scale*filter.Support)))
		weights, sum := make([]float32, last-first+1), float32(0)
		for at := range weights {
			weights[at] = float32(filter.Kernel((float64(first+at) - centre) / scale))
			sum += weights[at]
		}
		for at := range weights {
			weights[at] /= sum
		}
		windows[i] = window{first, weights}
	}
	return windows
}
