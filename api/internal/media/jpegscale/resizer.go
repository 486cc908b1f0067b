package jpegscale

// resizer resizes a plane, first across, then down. Three samples share a machine word, 21 bits each, and so one
// multiplication weighs three: first those of three rows, then those of three columns. A lane's sum may be negative,
// which borrows from the next lane, and is given back when a bias makes all of them positive.
type resizer struct {
	in, out      *Plane
	across, down kernel

	// rows is three rows of the source as words; words the number of words for a row of the result.
	rows  []int64
	words int
	// ring holds the rows that are resized across, row y at y modulo its number of rows; done is how many there were.
	ring [][]int64
	done int
	sums []int64
}

const (
	laneBits = 21
	// lowest is less than any sum of a lane. Weights add up to one, so sums leave the range of a byte only where weights
	// are negative, and by a third of it at most.
	lowest = 1 << (weightBits + 7)
	// bias lifts all lanes above zero, and rounds.
	bias = (lowest + 1<<(weightBits-1)) * (1 | 1<<laneBits | 1<<(2*laneBits))
)

// clamped is the value of a lane's upper bits, between 0 and 255.
var clamped = func() (table [1 << (laneBits - weightBits)]int64) {
	for i := range table {
		table[i] = int64(min(max(i-lowest>>weightBits, 0), 255))
	}
	return table
}()

func newResizer(in, out *Plane, across, down kernel) *resizer {
	r := &resizer{in: in, out: out, across: across, down: down, words: (out.Width + 2) / 3}
	// The weights of the columns that fill up the last word.
	for filled := out.Width; filled < 3*r.words; filled++ {
		r.across.first = append(r.across.first, in.Width-across.count)
		r.across.factors = append(r.across.factors, r.across.factors[len(r.across.factors)-across.count:]...)
	}
	r.rows = make([]int64, in.Width)
	r.ring = make([][]int64, down.count+3)
	for i := range r.ring {
		r.ring[i] = make([]int64, r.words)
	}
	r.sums = make([]int64, r.words)
	return r
}

func (r *resizer) run() {
	for y := range r.out.Height {
		first := r.down.first[y]
		// Three rows come at once, of which the first two may be in use yet.
		for r.done < first+r.down.count {
			if r.done+3 > first {
				r.nextRows()
			} else {
				r.done += 3
			}
		}
		r.row(y)
	}
}

// nextRows resizes three rows across.
func (r *resizer) nextRows() {
	r.pack(r.done)
	a, b, c := r.ringRow(r.done), r.ringRow(r.done+1), r.ringRow(r.done+2)
	for i := range a {
		x0, y0, z0 := r.sample(3 * i)
		x1, y1, z1 := r.sample(3*i + 1)
		x2, y2, z2 := r.sample(3*i + 2)
		a[i] = x0 | x1<<laneBits | x2<<(2*laneBits)
		b[i] = y0 | y1<<laneBits | y2<<(2*laneBits)
		c[i] = z0 | z1<<laneBits | z2<<(2*laneBits)
	}
	r.done += 3
}

func (r *resizer) ringRow(y int) []int64 { return r.ring[y%len(r.ring)][:r.words] }

// pack fetches the three rows of the source from y on; it repeats the last row.
func (r *resizer) pack(y int) {
	in := r.in
	last := in.Height - 1
	a := in.Pix[min(y, last)*in.Stride:][:len(r.rows)]
	b := in.Pix[min(y+1, last)*in.Stride:][:len(r.rows)]
	c := in.Pix[min(y+2, last)*in.Stride:][:len(r.rows)]
	for x := range r.rows {
		r.rows[x] = int64(a[x]) | int64(b[x])<<laneBits | int64(c[x])<<(2*laneBits)
	}
}

// sample returns the sample at x in each of the three rows.
func (r *resizer) sample(x int) (_, _, _ int64) {
	count := r.across.count
	rows, factors := r.rows[r.across.first[x]:][:count], r.across.factors[x*count:][:count]
	sum := int64(bias)
	for ; len(rows) >= 4; rows, factors = rows[4:], factors[4:] {
		v, f := (*[4]int64)(rows), (*[4]int64)(factors)
		sum += v[0]*f[0] + v[1]*f[1] + v[2]*f[2] + v[3]*f[3]
	}
	for i, v := range rows {
		sum += v * factors[i]
	}
	return lanes(sum)
}

// lanes takes a sum apart.
func lanes(sum int64) (x, y, z int64) {
	const mask = 1<<(laneBits-weightBits) - 1
	return clamped[sum>>weightBits&mask], clamped[sum>>(weightBits+laneBits)&mask], clamped[sum>>(weightBits+2*laneBits)&mask]
}

// row makes one row of the result.
func (r *resizer) row(y int) {
	sums, first := r.sums, r.down.first[y]
	for i := range sums {
		sums[i] = bias
	}
	factors := r.down.factors[y*r.down.count:][:r.down.count]
	for ; len(factors) >= 4; first, factors = first+4, factors[4:] {
		f := (*[4]int64)(factors)
		a, b, c, d := r.ringRow(first)[:len(sums)], r.ringRow(first + 1)[:len(sums)], r.ringRow(first + 2)[:len(sums)], r.ringRow(first + 3)[:len(sums)]
		for x := range sums {
			sums[x] += a[x]*f[0] + b[x]*f[1] + c[x]*f[2] + d[x]*f[3]
		}
	}
	for i, factor := range factors {
		for x, v := range r.ringRow(first + i)[:len(sums)] {
			sums[x] += v * factor
		}
	}
	out := r.out.Pix[y*r.out.Stride:][:r.out.Width]
	whole := len(out) / 3
	for i, sum := range sums[:whole] {
		x, y, z := lanes(sum)
		three := out[3*i:][:3]
		three[0], three[1], three[2] = byte(x), byte(y), byte(z)
	}
	if whole < len(sums) {
		var rest [3]byte
		x, y, z := lanes(sums[whole])
		rest[0], rest[1], rest[2] = byte(x), byte(y), byte(z)
		copy(out[3*whole:], rest[:])
	}
}
