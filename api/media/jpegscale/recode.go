package jpegscale

import "io"

// recoder writes a JPEG from another's coefficients, without going through samples. Where the other is finer than the
// wanted quality, a coefficient is rounded to the coarser step; elsewhere it stays what it is.
type recoder struct {
	*writer
	components []recoded
}

type recoded struct {
	dc, ac *[256]code
	// factor is what a coefficient is multiplied by, times 2^16, in zigzag order; same says that all are 1.
	factor   [64]int32
	same     bool
	previous int32
}

func newRecoder(w io.Writer, width, height int, components []component, quality int) *recoder {
	r := &recoder{writer: newWriter(w)}
	wanted := quantisation(quality)
	var frame []frameComponent
	for i, c := range components {
		chroma := min(i, 1)
		coarser, out := *c.quant, recoded{dc: &typicalCode[2*chroma], ac: &typicalCode[2*chroma+1], same: true}
		for k, step := range c.quant {
			coarser[k] = max(step, wanted[chroma][k])
			out.factor[k] = (step<<16 + coarser[k]/2) / coarser[k]
			out.same = out.same && coarser[k] == step
		}
		r.components = append(r.components, out)
		frame = append(frame, frameComponent{c.h, c.v, &coarser})
	}
	r.header(width, height, frame)
	return r
}

// block writes one block of the component of the given number. last is the index of its last coefficient that is not
// zero. It says whether a baseline file can have such a block.
func (r *recoder) block(component int, coefficients *[64]int16, last int) bool {
	out := &r.components[component]
	rounded, mask := coefficients, uint64(0)
	if out.same {
		for k := range last + 1 {
			mask |= isSet(int64(coefficients[k&63])) << k
		}
	} else {
		rounded = new([64]int16)
		for k := range last + 1 {
			value := int64(coefficients[k&63])
			sign := value >> 63
			value = ((value^sign-sign)*int64(out.factor[k&63]) + 1<<15) >> 16
			rounded[k&63] = int16(value ^ sign - sign)
			mask |= isSet(value) << k
		}
	}
	difference := int32(rounded[0]) - out.previous
	out.previous = int32(rounded[0])
	return r.writer.block(rounded, difference, mask, out.dc, out.ac)
}

// isSet returns 1 if v is not zero, without a branch.
func isSet(v int64) uint64 { return uint64(v|-v) >> 63 }
