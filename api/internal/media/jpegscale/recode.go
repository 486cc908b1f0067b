package jpegscale

import "io"

// recoder writes a JPEG from another's coefficients, without going through samples. If the other is finer than the
// wanted quality, a coefficient is rounded to the coarser step; otherwise it is unchanged.
type recoder struct {
	*writer
	components []recoded
}

type recoded struct {
	codes    *codes
	ratios   *ratios // nil if the steps are those of the other
	previous int32
}

func newRecoder(w io.Writer, width, height int, components []component, quality int) *recoder {
	r := &recoder{writer: newWriter(w)}
	wanted := quantisation(quality)
	var frame []frameComponent
	for i, c := range components {
		chroma := min(i, 1)
		coarser, out := *c.quant, recoded{codes: &typicalCode[chroma]}
		var by ratios
		for k, step := range c.quant {
			coarser[k] = max(step, wanted[chroma][k])
			by[k] = (step<<ratioBits + coarser[k]/2) / coarser[k]
		}
		if coarser != *c.quant {
			out.ratios = &by
		}
		r.components = append(r.components, out)
		frame = append(frame, frameComponent{c.h, c.v, &coarser})
	}
	r.header(width, height, frame)
	return r
}

// block writes one block of the component of the given number. It says whether a baseline file can have such a block.
func (r *recoder) block(component int, b *block) bool {
	out := &r.components[component]
	return r.writer.block(&out.previous, int32(b.all[0]), b.ac[:b.count], out.ratios, out.codes)
}

// round returns v without its lowest bits, rounded to the nearest, and a half away from zero.
func round(v int64, bits uint) int64 { return (v + 1<<(bits-1) + v>>63) >> bits }

// isSet returns 1 if v is not zero, without a branch.
func isSet(v int64) int { return int(uint64(v|-v) >> 63) }
