package media

import (
	"iter"
	"math/bits"
)

// A hash is looked up by each of its blocks. Two that differ in maxHashDistance bits at most differ in maxBlockDistance at most in one
// block, so that few others are compared: Mohammad Norouzi, Ali Punjani and David Fleet, Fast Search in Hamming Space with Multi-Index
// Hashing (2012).
const (
	blockBits        = 16
	blockCount       = 64 / blockBits
	maxBlockDistance = maxHashDistance / blockCount
)

// PerceptualIndex finds which of many pictures look alike.
type PerceptualIndex struct {
	hashes []PerceptualHash
	blocks [blockCount][][]int32 // the positions of the hashes that have the block
}

// NewPerceptualIndex returns an index of the hashes, which the caller no longer changes.
func NewPerceptualIndex(hashes []PerceptualHash) *PerceptualIndex {
	index := &PerceptualIndex{hashes: hashes}
	for block := range index.blocks {
		index.blocks[block] = make([][]int32, 1<<blockBits)
		for i, hash := range hashes {
			key := hash.block(block)
			index.blocks[block][key] = append(index.blocks[block][key], int32(i))
		}
	}
	return index
}

// Like returns the positions of the hashes that are like the one at i, itself and some repeatedly among them.
func (x *PerceptualIndex) Like(i int) iter.Seq[int] {
	return func(yield func(int) bool) {
		hash := x.hashes[i]
		for block := range x.blocks {
			for _, mask := range blockMasks {
				for _, j := range x.blocks[block][hash.block(block)^mask] {
					if hash.IsLike(x.hashes[j]) && !yield(int(j)) {
						return
					}
				}
			}
		}
	}
}

func (h PerceptualHash) block(n int) uint16 { return uint16(uint64(h) >> (n * blockBits)) }

// blockMasks are the differences that a block may have.
var blockMasks = func() (masks []uint16) {
	for mask := range 1 << blockBits {
		if bits.OnesCount16(uint16(mask)) <= maxBlockDistance {
			masks = append(masks, uint16(mask))
		}
	}
	return masks
}()
