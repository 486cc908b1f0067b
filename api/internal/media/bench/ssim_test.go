package bench

import "image"

// ssim returns the mean structural similarity of two pictures' brightness, as Wang, Bovik, Sheikh and Simoncelli define
// it (2004), over windows of 8 × 8 pixels, four apart.
func ssim(a, b *image.NRGBA) float64 {
	const window, step = 8, 4
	sum, count := 0.0, 0.0
	for y := 0; y+window <= a.Rect.Dy(); y += step {
		for x := 0; x+window <= a.Rect.Dx(); x += step {
			sum += similarity(a, b, x, y, window)
			count++
		}
	}
	return sum / count
}

func similarity(a, b *image.NRGBA, x0, y0, window int) float64 {
	const c1, c2 = (0.01 * 255) * (0.01 * 255), (0.03 * 255) * (0.03 * 255)
	var sumA, sumB, sumAA, sumBB, sumAB float64
	for y := y0; y < y0+window; y++ {
		for x := x0; x < x0+window; x++ {
			va, vb := brightness(a, x, y), brightness(b, x, y)
			sumA, sumB = sumA+va, sumB+vb
			sumAA, sumBB, sumAB = sumAA+va*va, sumBB+vb*vb, sumAB+va*vb
		}
	}
	n := float64(window * window)
	meanA, meanB := sumA/n, sumB/n
	varianceA, varianceB, covariance := sumAA/n-meanA*meanA, sumBB/n-meanB*meanB, sumAB/n-meanA*meanB
	return (2*meanA*meanB + c1) * (2*covariance + c2) / ((meanA*meanA + meanB*meanB + c1) * (varianceA + varianceB + c2))
}

func brightness(p *image.NRGBA, x, y int) float64 {
	pix := p.Pix[p.PixOffset(x, y):]
	return 0.299*float64(pix[0]) + 0.587*float64(pix[1]) + 0.114*float64(pix[2])
}
