package jpegscale

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestInverseIsTheFormula compares every scale with the sum of clause A.3.3, in floating point.
func TestInverseIsTheFormula(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for round := range 800 {
		var c [64]int16
		var q [64]int32
		last := random.IntN(64)
		for k := range c {
			q[k] = 1 + random.Int32N(40)
			if k == 0 || k <= last && random.IntN(3) == 0 {
				c[k] = int16(random.IntN(2000/int(q[k])+2) - 1000/int(q[k]))
			}
		}
		for last > 0 && c[last] == 0 {
			last--
		}
		for _, points := range []int{1, 2, 3, 4, 8} {
			pix := make([]byte, 10*points)
			inverse(&c, &q, last, points, pix, 10)
			for y := range points {
				for x := range points {
					want := min(max(formula(&c, &q, points, x, y)+128, 0), 255)
					if got := float64(pix[10*y+x]); math.Abs(got-want) > 0.6 {
						t.Fatalf("round %d, %d points, %d, %d: %v, want %v", round, points, x, y, got, want)
					}
				}
			}
		}
	}
}

// formula is the inverse transform of the lowest points × points coefficients, scaled so that brightness stays.
func formula(c *[64]int16, q *[64]int32, points, x, y int) (sum float64) {
	n := float64(points)
	basis := func(u, at int) float64 {
		if u == 0 {
			return math.Sqrt(1 / n)
		}
		return math.Sqrt(2/n) * math.Cos(float64((2*at+1)*u)*math.Pi/(2*n))
	}
	for k := range 64 {
		if u, v := int(zigzag[k]%8), int(zigzag[k]/8); u < points && v < points {
			sum += float64(c[k]) * float64(q[k]) * basis(u, x) * basis(v, y)
		}
	}
	return sum * n / 8
}

// TestForwardUndoesInverse goes from samples to coefficients and back.
func TestForwardUndoesInverse(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	var ones [64]int32
	for k := range ones {
		ones[k] = 1
	}
	for range 300 {
		var samples [64]int64
		for i := range samples {
			samples[i] = random.Int64N(256) - 128
		}
		want := samples
		forward(&samples)
		var c [64]int16
		for k := range c {
			c[k] = int16(math.Round(float64(samples[zigzag[k]]) / (1 << (3 + 2*fraction))))
		}
		var pix [64]byte
		inverse(&c, &ones, 63, 8, pix[:], 8)
		for i := range want {
			if difference := want[i] + 128 - int64(pix[i]); difference < -2 || difference > 2 {
				t.Fatalf("sample %d: %d, want %d", i, pix[i], want[i]+128)
			}
		}
	}
}
