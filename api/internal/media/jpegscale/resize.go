package jpegscale

import "math"

// Resize returns the image at the given size in pixels, upright planes only, with a plane of brightness of that size
// and planes of half of it, rounded up, for colours: 4:2:0 in the standard's examples. Every sample is a sum of
// those around its place, weighted by Lanczos' window of three lobes.
func (p *Image) Resize(width, height int) *Image {
	resized := &Image{Width: width, Height: height}
	for i := range p.Planes {
		extentX, extentY := float64(width), float64(height)
		if i > 0 {
			extentX, extentY = extentX/2, extentY/2
		}
		resized.Planes = append(resized.Planes, p.Planes[i].resize(extentX, extentY))
	}
	return resized
}

// plain says that the planes are as Resize makes them.
func (p *Image) plain() bool {
	if len(p.Planes) != 1 && len(p.Planes) != 3 {
		return false
	}
	for i, plane := range p.Planes {
		extentX, extentY := float64(p.Width), float64(p.Height)
		if i > 0 {
			extentX, extentY = extentX/2, extentY/2
		}
		if !plane.covers(extentX, extentY) {
			return false
		}
	}
	return true
}

func (p *Plane) covers(extentX, extentY float64) bool {
	return p.Left == 0 && p.Top == 0 && p.ExtentX == extentX && p.ExtentY == extentY
}

func (p *Plane) resize(extentX, extentY float64) Plane {
	if p.covers(extentX, extentY) {
		return *p
	}
	out := Plane{Width: ceil(extentX), Height: ceil(extentY), ExtentX: extentX, ExtentY: extentY}
	out.Stride = out.Width
	out.Pix = make([]byte, out.Stride*out.Height)
	across := weigh(out.Width, p.Left, p.ExtentX/extentX, p.Width)
	down := weigh(out.Height, p.Top, p.ExtentY/extentY, p.Height)
	newResizer(p, &out, across, down).run()
	return out
}

// weightBits is how many bits behind the point weights have.
const weightBits = 12

// kernel are the weights of the samples that each sample of a result is made of: count of them, from first on.
type kernel struct {
	first   []int
	count   int
	factors []int64
}

// weigh returns the weights for each of size samples that are step apart, among limit samples. start is where the first
// one begins.
func weigh(size int, start, step float64, limit int) kernel {
	scale := math.Max(step, 1)
	reach := 3 * scale
	k := kernel{first: make([]int, size), count: min(limit, int(2*reach)+1)}
	k.factors = make([]int64, 0, size*k.count)
	exact := make([]float64, k.count)
	for i := range k.first {
		centre := start + (float64(i)+0.5)*step - 0.5
		first := min(max(0, int(math.Ceil(centre-reach))), limit-k.count)
		sum := 0.0
		for at := range exact {
			exact[at] = lanczos((float64(first+at) - centre) / scale)
			sum += exact[at]
		}
		k.first[i] = first
		k.factors = appendRounded(k.factors, exact, sum)
	}
	return k
}

// appendRounded appends the weights, of the given sum, so that theirs is one: what rounding takes from one the next gets.
func appendRounded(factors []int64, exact []float64, sum float64) []int64 {
	const one = 1 << weightBits
	total, done := 0.0, int64(0)
	for _, weight := range exact {
		total += weight / sum * one
		next := int64(math.Round(total))
		factors = append(factors, next-done)
		done = next
	}
	return factors
}

func lanczos(x float64) float64 {
	at, between := math.Modf(math.Abs(x) * windowSteps)
	if at >= 3*windowSteps {
		return 0
	}
	before, behind := window[int(at)], window[int(at)+1]
	return before + (behind-before)*between
}

// window is half of Lanczos' window, in windowSteps for each sample. Between two, a straight line is off by a millionth at most.
var window = func() (table [3*windowSteps + 1]float64) {
	table[0] = 1
	for i := range table[1:] {
		x := math.Pi * float64(i+1) / windowSteps
		table[i+1] = 3 * math.Sin(x) * math.Sin(x/3) / (x * x)
	}
	return table
}()

const windowSteps = 1 << 10
