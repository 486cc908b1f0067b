package jpegscale

// The tables that the standard gives as examples, and that are in nearly every file.

// typicalQuantisation are tables K.1 and K.2, for brightness and for colours, row by row.
var typicalQuantisation = [2][64]uint8{
	{
		16, 11, 10, 16, 24, 40, 51, 61,
		12, 12, 14, 19, 26, 58, 60, 55,
		14, 13, 16, 24, 40, 57, 69, 56,
		14, 17, 22, 29, 51, 87, 80, 62,
		18, 22, 37, 56, 68, 109, 103, 77,
		24, 35, 55, 64, 81, 104, 113, 92,
		49, 64, 78, 87, 103, 121, 120, 101,
		72, 92, 95, 98, 112, 100, 103, 99,
	},
	{
		17, 18, 24, 47, 99, 99, 99, 99,
		18, 21, 26, 66, 99, 99, 99, 99,
		24, 26, 56, 99, 99, 99, 99, 99,
		47, 66, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99,
		99, 99, 99, 99, 99, 99, 99, 99,
	},
}

// quantisation returns the typical tables in zigzag order for a quality of 1 to 100, as every other encoder scales them:
// 50 means the tables themselves, 100 for ones.
func quantisation(quality int) (tables [2][64]int32) {
	quality = min(max(quality, 1), 100)
	percent := int32(200 - 2*quality)
	if quality < 50 {
		percent = int32(5000 / quality)
	}
	for i := range tables {
		for k := range tables[i] {
			tables[i][k] = min(max((int32(typicalQuantisation[i][zigzag[k]])*percent+50)/100, 1), 255)
		}
	}
	return tables
}

// codeTable is how a DHT segment describes a table: how many codes have each length, and their symbols.
type codeTable struct {
	counts  [16]byte
	symbols []byte
}

// typicalCodes are tables K.3, K.5, K.4 and K.6: of brightness DC and AC, of colours DC and AC.
var typicalCodes = [4]codeTable{
	{
		[16]byte{0, 1, 5, 1, 1, 1, 1, 1, 1},
		[]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
	},
	{
		[16]byte{0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 0x7d},
		[]byte("\x01\x02\x03\x00\x04\x11\x05\x12\x21\x31\x41\x06\x13\x51\x61\x07\x22\x71\x14\x32\x81\x91\xa1\x08\x23\x42\xb1\xc1\x15\x52\xd1\xf0" +
			"\x24\x33\x62\x72\x82\x09\x0a\x16\x17\x18\x19\x1a\x25\x26\x27\x28\x29\x2a\x34\x35\x36\x37\x38\x39\x3a\x43\x44\x45\x46\x47\x48\x49" +
			"\x4a\x53\x54\x55\x56\x57\x58\x59\x5a\x63\x64\x65\x66\x67\x68\x69\x6a\x73\x74\x75\x76\x77\x78\x79\x7a\x83\x84\x85\x86\x87\x88\x89" +
			"\x8a\x92\x93\x94\x95\x96\x97\x98\x99\x9a\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xaa\xb2\xb3\xb4\xb5\xb6\xb7\xb8\xb9\xba\xc2\xc3\xc4\xc5" +
			"\xc6\xc7\xc8\xc9\xca\xd2\xd3\xd4\xd5\xd6\xd7\xd8\xd9\xda\xe1\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8" +
			"\xf9\xfa"),
	},
	{
		[16]byte{0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1},
		[]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
	},
	{
		[16]byte{0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 0x77},
		[]byte("\x00\x01\x02\x03\x11\x04\x05\x21\x31\x06\x12\x41\x51\x07\x61\x71\x13\x22\x32\x81\x08\x14\x42\x91\xa1\xb1\xc1\x09\x23\x33\x52\xf0" +
			"\x15\x62\x72\xd1\x0a\x16\x24\x34\xe1\x25\xf1\x17\x18\x19\x1a\x26\x27\x28\x29\x2a\x35\x36\x37\x38\x39\x3a\x43\x44\x45\x46\x47\x48" +
			"\x49\x4a\x53\x54\x55\x56\x57\x58\x59\x5a\x63\x64\x65\x66\x67\x68\x69\x6a\x73\x74\x75\x76\x77\x78\x79\x7a\x82\x83\x84\x85\x86\x87" +
			"\x88\x89\x8a\x92\x93\x94\x95\x96\x97\x98\x99\x9a\xa2\xa3\xa4\xa5\xa6\xa7\xa8\xa9\xaa\xb2\xb3\xb4\xb5\xb6\xb7\xb8\xb9\xba\xc2\xc3" +
			"\xc4\xc5\xc6\xc7\xc8\xc9\xca\xd2\xd3\xd4\xd5\xd6\xd7\xd8\xd9\xda\xe2\xe3\xe4\xe5\xe6\xe7\xe8\xe9\xea\xf2\xf3\xf4\xf5\xf6\xf7\xf8" +
			"\xf9\xfa"),
	},
}

// code is a symbol's bits, and those of the value behind it if that is included, shifted by lengthBits, and their number.
type code uint32

const lengthBits = 5

// with appends the size lowest bits of the value, of a negative one less one.
func (c code) with(value int32, size uint) code {
	value += value >> 31
	return (c>>lengthBits<<size|code(value)&(1<<size-1))<<lengthBits | c&(1<<lengthBits-1) + code(size)
}

// shortValues is how many values have their own codes, half of them negative.
const shortValues = 128

// codes are those of a component by symbol; and for each run of zeros and each of the shortValues, the codes of both.
type codes struct {
	dc, ac [256]code
	short  [16 * shortValues]code
}

// typicalCode are the codes of typicalCodes, of brightness and of colours.
var typicalCode = func() (all [2]codes) {
	for i := range all {
		c := &all[i]
		c.dc, c.ac = typicalCodes[2*i].codes(), typicalCodes[2*i+1].codes()
		for at := range c.short {
			run, value := at/shortValues, int32(at%shortValues-shortValues/2)
			size := sizeOf(value)
			c.short[at] = c.ac[run<<4|int(size)].with(value, size)
		}
	}
	return all
}()

// codes returns the codes by symbol: clause C.2.
func (t codeTable) codes() (codes [256]code) {
	next, index := code(0), 0
	for length, count := range t.counts {
		for range count {
			codes[t.symbols[index]] = next<<lengthBits | code(length+1)
			next, index = next+1, index+1
		}
		next <<= 1
	}
	return codes
}
