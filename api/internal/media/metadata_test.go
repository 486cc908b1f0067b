package media

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"io"
	"slices"
	"testing"
)

func TestTheProfileIsKept(t *testing.T) {
	photo, drawing := asJPEG(t, photograph(330, 220)), asPNG(t, quarters(330, 220))
	small, large, largest := iccProfile(spaceRGB, 560), iccProfile(spaceRGB, 300_000), iccProfile(spaceRGB, maxProfile)
	f := newFixture(t)
	for name, scenario := range map[string]struct{ file, profile []byte }{
		"jpeg":                         {withSegments(photo, markerAPP2, jpegProfile(small, 1000)...), small},
		"jpeg, in two pieces":          {withSegments(photo, markerAPP2, jpegProfile(large, 60_000)...), large},
		"jpeg, pieces in disorder":     {withSegments(photo, markerAPP2, reversed(jpegProfile(large, 30_000))...), large},
		"png":                          {withPNGChunks(drawing, pngProfile(small)), small},
		"png, a large profile":         {withPNGChunks(drawing, pngProfile(large)), large},
		"jpeg, the largest":            {withSegments(photo, markerAPP2, jpegProfile(largest, profilePart)...), largest},
		"png, the largest":             {withPNGChunks(drawing, pngProfile(largest)), largest},
		"progressive jpeg, large":      {withSegments(testdata(t, "progressive.jpg"), markerAPP2, jpegProfile(large, 60_000)...), large},
		"webp, large":                  {webpWithProfile(t, testdata(t, "tagged.webp"), large), large},
		"png that becomes a jpeg":      {withPNGChunks(asPNG(t, photograph(330, 220)), pngProfile(small)), small},
		"jpeg, garbage behind the end": {withSegments(photo, markerAPP2, jpegProfile(append(slices.Clone(small), "SECRET"...), 1000)...), small},
	} {
		renditions := f.mustUpload(t, scenario.file)
		for _, rendition := range renditions {
			got := profileOf(t, f.bytesOf(t, rendition))
			check(t, bytes.Equal(got, scenario.profile), "%s: %d wide: a profile of %d bytes, want %d", name, rendition.Width, len(got), len(scenario.profile))
			f.pixelsOf(t, rendition)
		}
	}
}

func TestAProfileThatDoesNotFitIsDropped(t *testing.T) {
	photo := asJPEG(t, photograph(400, 300))
	good := iccProfile(spaceRGB, 600)
	unsigned := slices.Clone(good)
	copy(unsigned[36:], "nope")
	f := newFixture(t)
	for name, payloads := range map[string][][]byte{
		"for a press":         jpegProfile(iccProfile("CMYK", 600), 1000),
		"for grey":            jpegProfile(iccProfile(spaceGray, 600), 1000),
		"without a signature": jpegProfile(unsigned, 1000),
		"too short":           jpegProfile(good[:100], 1000),
		"cut":                 jpegProfile(good[:300], 1000),
		"a piece is missing":  jpegProfile(good, 200)[:2],
		"empty":               {[]byte(iccHeader)},
	} {
		full := f.mustUpload(t, withSegments(photo, markerAPP2, payloads...)).Full()
		check(t, !bytes.Contains(f.bytesOf(t, full), []byte("ICC")), "%s: something of it came out", name)
	}
}

// A profile that no rendition could hold is refused with a remedy: without it, the colours would be others.
func TestAProfileThatFitsIntoNoRenditionIsRefused(t *testing.T) {
	f := newFixture(t)
	_, err := f.upload(t, withPNGChunks(asPNG(t, quarters(64, 48)), pngProfile(iccProfile(spaceRGB, maxProfile+1))))
	wantRejected(t, "too large a profile", err, "save it as an ordinary JPEG or PNG")
}

// The chunks with the pixels and their transparency need be whole.
func TestPNGChecksums(t *testing.T) {
	damaged := func(chunk []byte) []byte {
		chunk = slices.Clone(chunk)
		chunk[len(chunk)-1] ^= 1
		return chunk
	}
	plain := asPNG(t, quarters(64, 48))
	palette := image.NewPaletted(image.Rect(0, 0, 64, 48), color.Palette{color.NRGBA{200, 0, 0, 255}, color.NRGBA{0, 0, 200, 255}})
	indexed := asPNG(t, palette)
	pixelsAt := bytes.Index(indexed, []byte("IDAT")) - 4
	withTransparency := func(chunk []byte) []byte { return slices.Concat(indexed[:pixelsAt], chunk, indexed[pixelsAt:]) }
	transparency := pngChunk("tRNS", []byte{0})
	wrongPixels := slices.Clone(plain)
	wrongPixels[len(plain)-12-1] ^= 1 // the checksum before IEND
	f := newFixture(t)
	for name, scenario := range map[string]struct {
		file  []byte
		alpha uint32
	}{
		"text":                       {withPNGChunks(plain, damaged(pngChunk("tEXt", []byte("Comment\x00a")))), 0xffff},
		"profile":                    {withPNGChunks(plain, damaged(pngProfile(iccProfile(spaceRGB, 560)))), 0xffff},
		"orientation":                {withPNGChunks(plain, damaged(pngChunk("eXIf", exif(binary.LittleEndian, 1)))), 0xffff},
		"unknown":                    {withPNGChunks(plain, damaged(pngChunk("abCd", make([]byte, 100_000)))), 0xffff},
		"transparency that is whole": {withTransparency(transparency), 0},
	} {
		renditions, err := f.upload(t, scenario.file)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, _, _, alpha := f.pixelsOf(t, renditions.Full()).At(1, 1).RGBA(); alpha != scenario.alpha {
			t.Errorf("%s: alpha is %d", name, alpha)
		}
	}
	for name, file := range map[string][]byte{
		"pixels": wrongPixels, "damaged transparency": withTransparency(damaged(transparency)),
		"long transparency": withTransparency(pngChunk("tRNS", make([]byte, 70_000))),
	} {
		_, err := f.upload(t, file)
		wantRejected(t, name, err, "damaged or cut off")
	}
}

// TestAPackedProfileIsBounded sends a PNG whose 16 kB of profile inflate to 16 MiB.
func TestAPackedProfileIsBounded(t *testing.T) {
	f := newFixture(t)
	file := withPNGChunks(asPNG(t, quarters(64, 48)), pngProfile(make([]byte, 16<<20)))
	before := totalAlloc()
	f.mustUpload(t, file)
	grown := totalAlloc() - before
	check(t, grown <= 10<<20, "allocated %d MiB", grown>>20)
}

// TestPartsOfAFileAreBounded sends files whose thousands of parts would keep a core busy for a minute: profiles that inflate to a
// thousand times their size, and chunks without content.
func TestPartsOfAFileAreBounded(t *testing.T) {
	plain := asPNG(t, quarters(64, 48))
	first, second := iccProfile(spaceRGB, 300), iccProfile(spaceRGB, 400)
	got := profileOf(t, withPNGChunks(plain, pngProfile(first), pngProfile(second)))
	check(t, bytes.Equal(got, first), "the profile has %d bytes: not the first one was read", len(got))
	f := newFixture(t)
	_, err := f.upload(t, withPNGChunks(plain, slices.Repeat(pngChunk("teXt", nil), maxChunks-10)))
	noError(t, err)
	_, err = f.upload(t, withPNGChunks(plain, slices.Repeat(pngChunk("teXt", nil), maxChunks)))
	wantRejected(t, "too many chunks", err, "")
}

// profileOf reads the profile of a file with the code for uploads, which other programs' fixtures
// check.
func profileOf(t *testing.T, file []byte) []byte {
	t.Helper()
	var d details
	noError(t, recognise(file).inspect(bytes.NewReader(file), &d))
	return d.profile
}

// webpWithProfile returns the WebP with another profile.
func webpWithProfile(t *testing.T, file, profile []byte) []byte {
	t.Helper()
	at := bytes.Index(file, []byte("ICCP"))
	if at < 0 {
		t.Fatal("the fixture has no profile")
	}
	length := int(binary.LittleEndian.Uint32(file[at+4:]))
	chunk := binary.LittleEndian.AppendUint32([]byte("ICCP"), uint32(len(profile)))
	changed := slices.Concat(file[:at], chunk, profile, make([]byte, len(profile)&1), file[at+8+length+length&1:])
	binary.LittleEndian.PutUint32(changed[4:], uint32(len(changed)-8))
	return changed
}

func jpegProfile(profile []byte, pieceSize int) (payloads [][]byte) {
	pieces := slices.Collect(slices.Chunk(profile, pieceSize))
	for i, piece := range pieces {
		payloads = append(payloads, slices.Concat([]byte(iccHeader), []byte{byte(i + 1), byte(len(pieces))}, piece))
	}
	return payloads
}

func reversed(payloads [][]byte) [][]byte {
	slices.Reverse(payloads)
	return payloads
}

func pngProfile(profile []byte) []byte {
	var content bytes.Buffer
	content.WriteString("a name\x00\x00")
	deflater := zlib.NewWriter(&content)
	_, _ = io.Copy(deflater, bytes.NewReader(profile))
	_ = deflater.Close()
	return pngChunk("iCCP", content.Bytes())
}

func pngChunk(name string, content []byte) []byte {
	chunk := append(binary.BigEndian.AppendUint32(nil, uint32(len(content))), name...)
	chunk = append(chunk, content...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}

// withPNGChunks returns the PNG with chunks right behind its header.
func withPNGChunks(file []byte, chunks ...[]byte) []byte {
	const header = 8 + 25
	return slices.Concat(file[:header], slices.Concat(chunks...), file[header:])
}
