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

// clamped is what a lane stands for, by its upper bits, between 0 and 255.
var clamped = func() (table [1 << (laneBits - weightBits)]int64) {
	for i := range table {
		table[i] = int64(min(max(i-lowest>>weightBits, 0), 255))
	}
	return table
}()

func newResizer(in, out *Plane, across, down kernel) *resizer {
	r := &resizer{in: in, out: out, across: across, down: down, words: (out.Width + 2) / 3}
	// The weights of the columns that fill up the last word.
	for len(r.across.weights) < 3*r.words {
		r.across.weights = append(r.across.weights, r.across.weights[out.Width-1])
	}
	r.rows = make([]int64, in.Width)
	r.ring = make([][]int64, down.most+3)
	for i := range r.ring {
		r.ring[i] = make([]int64, r.words)
	}
	r.sums = make([]int64, r.words)
	return r
}

func (r *resizer) run() {
	for y := range r.out.Height {
		w := r.down.weights[y]
		// Three rows come at once, of which the first two may be in use yet.
		for r.done < w.first+w.count {
			if r.done+3 > w.first {
				r.nextRows()
			} else {
				r.done += 3
			}
		}
		r.row(y, w)
	}
}

// nextRows resizes three rows across.
func (r *resizer) nextRows() {
	r.pack(r.done)
	a, b, c := r.ringRow(r.done), r.ringRow(r.done+1), r.ringRow(r.done+2)
	for i := range a {
		w := r.across.weights[3*i:][:3]
		x0, y0, z0 := r.sample(w[0])
		x1, y1, z1 := r.sample(w[1])
		x2, y2, z2 := r.sample(w[2])
		a[i] = x0 | x1<<laneBits | x2<<(2*laneBits)
		b[i] = y0 | y1<<laneBits | y2<<(2*laneBits)
		c[i] = z0 | z1<<laneBits | z2<<(2*laneBits)
	}
	r.done += 3
}

func (r *resizer) ringRow(y int) []int64 { return r.ring[y%len(r.ring)][:r.words] }

// pack fetches the three rows of the source from y on; behind the last row it goes on.
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

// sample returns one sample in each of the three rows.
func (r *resizer) sample(w weights) (x, y, z int64) {
	rows := r.rows[w.first:][:w.count]
	factors := r.across.factors[w.at:][:len(rows)]
	sum := int64(bias)
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
func (r *resizer) row(y int, w weights) {
	sums := r.sums
	for i := range sums {
		sums[i] = bias
	}
	for i := range w.count {
		factor := r.down.factors[w.at+i]
		row := r.ringRow(w.first + i)[:len(sums)]
		for x, v := range row {
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
