package media

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"path"
	"reflect"
	"slices"
	"testing"
)

func TestNonsenseOrientationsAreUpright(t *testing.T) {
	f := newFixture(t)
	good := exif(binary.BigEndian, 6)
	for name, data := range map[string][]byte{
		"zero": exif(binary.BigEndian, 0), "nine": exif(binary.BigEndian, 9), "nothing": {}, "no byte order": []byte("XX*\x00\x00\x00\x00\x08"),
		"cut": good[:20], "an offset behind the end": append([]byte("MM\x00*\xff\xff\xff\xff"), good[8:]...),
	} {
		tag := append([]byte(exifHeader), data...)
		renditions := f.mustUpload(t, withSegments(asJPEG(t, quarters(64, 48)), markerAPP1, tag))
		got := quarterOrder(t, f.pixelsOf(t, renditions.Full()))
		check(t, got == [4]int{0, 1, 2, 3}, "%s: %v", name, got)
	}
}

// TestWhatIsReceivedIsDescribed looks at the type and the hash of an upload, and at the format of its renditions.
func TestWhatIsReceivedIsDescribed(t *testing.T) {
	f := newFixture(t)
	for name, want := range map[string]struct{ contentType, output string }{
		"tagged.jpg": {"image/jpeg", ".jpg"}, "tagged.png": {"image/png", ".png"}, "tagged.webp": {"image/webp", ".jpg"},
		"progressive.jpg": {"image/jpeg", ".jpg"}, "transparent.webp": {"image/webp", ".png"}, "lossless.webp": {"image/webp", ".png"},
		"deep.png": {"image/png", ".png"}, "animated.gif": {"image/gif", ".png"},
	} {
		file := testdata(t, name)
		upload, err := f.Receive(t.Context(), bytes.NewReader(file))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		defer upload.Close()
		hash := sha256.Sum256(file)
		check(t, upload.ContentType == want.contentType && upload.Size == int64(len(file)) && upload.Hash == hex.EncodeToString(hash[:]), "%s: %+v", name, upload)
		renditions, err := f.Encode(t.Context(), upload)
		check(t, err == nil && path.Ext(renditions.Full().Name) == want.output, "%s became %+v, %v", name, renditions, err)
	}
}

func TestTransparencyIsKept(t *testing.T) {
	f := newFixture(t)
	// The edge of the hole is within a pixel of each smaller rendition.
	holed := quarters(701, 701)
	for y := 351; y < 701; y++ {
		for x := 351; x < 701; x++ {
			holed.SetNRGBA(x, y, color.NRGBA{240, 200, 40, 0})
		}
	}
	for _, rendition := range f.mustUpload(t, asPNG(t, holed)) {
		decoded := f.pixelsOf(t, rendition)
		_, _, _, a := decoded.At(rendition.Width*3/4, rendition.Height*3/4).RGBA()
		check(t, a == 0, "%d wide: alpha %d in the hole", rendition.Width, a)
		if !near(decoded.At(rendition.Width/4, rendition.Height/4), quarterColours[0]) {
			t.Errorf("%d wide: the first quarter is %v", rendition.Width, decoded.At(rendition.Width/4, rendition.Height/4))
		}
		edge := color.NRGBAModel.Convert(decoded.At(rendition.Width*351/701, rendition.Height*3/4)).(color.NRGBA)
		partly := edge.A > 0 && edge.A < 255
		check(t, partly == (rendition.Width < 701), "%d wide: alpha %d at the edge", rendition.Width, edge.A)
		edge.A = 255
		check(t, !partly || near(edge, quarterColours[2]), "%d wide: the edge is %v", rendition.Width, edge)
	}
}

func TestASmallFrameOfAGIFStandsAtItsPlace(t *testing.T) {
	// A canvas of 4 x 4 whose one frame is the single pixel at 2, 1.
	file := []byte("GIF89a\x04\x00\x04\x00\x80\x00\x00\xdc\x28\x28\x28\xaa\x3c,\x02\x00\x01\x00\x01\x00\x01\x00\x00\x02\x02\x44\x01\x00;")
	f := newFixture(t)
	decoded := f.pixelsOf(t, f.mustUpload(t, file).Full())
	if size := decoded.Bounds().Size(); size != (image.Point{X: 4, Y: 4}) {
		t.Fatalf("got %v", size)
	}
	for y := range 4 {
		for x := range 4 {
			_, _, _, a := decoded.At(x, y).RGBA()
			check(t, (a != 0) == (x == 2 && y == 1), "alpha at %d, %d is %d", x, y, a)
		}
	}
}

// The thumbnail of a portrait image fits into the same square as all others, and is not part of the
// srcset.
func TestRenditions(t *testing.T) {
	f := newFixture(t)
	for _, scenario := range []struct {
		width, height int
		sizes         []image.Point
		srcset        []int
	}{
		{1500, 299, []image.Point{{320, 64}, {640, 128}, {960, 191}, {1280, 255}, {1500, 299}}, []int{320, 640, 960, 1280, 1500}},
		{1280, 251, []image.Point{{320, 63}, {640, 126}, {960, 188}, {1280, 251}}, []int{320, 640, 960, 1280}},
		{700, 500, []image.Point{{320, 229}, {640, 457}, {700, 500}}, []int{320, 640, 700}},
		{200, 300, []image.Point{{200, 300}}, []int{200}},
		{1, 1, []image.Point{{1, 1}}, []int{1}},
		{2560, 2, []image.Point{{320, 1}, {640, 1}, {960, 1}, {1280, 1}, {2560, 2}}, []int{320, 640, 960, 1280, 2560}},
		{9000, 1, []image.Point{{320, 1}, {640, 1}, {960, 1}, {1280, 1}, {2560, 1}, {9000, 1}}, []int{320, 640, 960, 1280, 2560}},
		{3000, 2, []image.Point{{320, 1}, {640, 1}, {960, 1}, {1280, 1}, {2560, 2}, {3000, 2}}, []int{320, 640, 960, 1280, 2560}},
		{4032, 8, []image.Point{{320, 1}, {640, 1}, {960, 2}, {1280, 3}, {2520, 5}, {4032, 8}}, []int{320, 640, 960, 1280, 2520}},
		{1300, 2600, []image.Point{{160, 320}, {320, 640}, {640, 1280}, {960, 1920}, {1280, 2560}, {1300, 2600}}, []int{320, 640, 960, 1280}},
		{1400, 2600, []image.Point{{172, 320}, {320, 594}, {640, 1189}, {960, 1783}, {1280, 2377}, {1378, 2560}, {1400, 2600}}, []int{320, 640, 960, 1280, 1378}},
		{3, 9000, []image.Point{{1, 320}, {3, 9000}}, []int{3}},
		{1, 9000, []image.Point{{1, 320}, {1, 9000}}, []int{1}},
		{300, 320, []image.Point{{300, 320}}, []int{300}},
		{300, 400, []image.Point{{240, 320}, {300, 400}}, []int{300}},
		{300, 6000, []image.Point{{16, 320}, {300, 6000}}, []int{300}},
		{300, 2560, []image.Point{{38, 320}, {300, 2560}}, []int{300}},
		{400, 600, []image.Point{{213, 320}, {320, 480}, {400, 600}}, []int{320, 400}},
		{650, 9000, []image.Point{{23, 320}, {320, 4431}, {640, 8862}, {650, 9000}}, []int{320, 640, 650}},
	} {
		for name, file := range map[string][]byte{
			"a JPEG": asJPEG(t, photograph(scenario.width, scenario.height)), "a drawing": asPNG(t, quarters(scenario.width, scenario.height)),
		} {
			what := fmt.Sprintf("%s of %d × %d", name, scenario.width, scenario.height)
			renditions := f.mustUpload(t, file)
			var sizes []image.Point
			for _, rendition := range renditions {
				sizes = append(sizes, image.Pt(rendition.Width, rendition.Height))
				got := f.pixelsOf(t, rendition).Bounds().Size()
				check(t, got == sizes[len(sizes)-1], "%s: %v is %v", what, rendition, got)
				_, contentType, ok := parseName(rendition.Name)
				if !ok || name == "a JPEG" && contentType != "image/jpeg" || int64(len(f.bytesOf(t, rendition))) != rendition.Temporary.Size {
					t.Errorf("%s: %v is not served unchanged", what, rendition)
				}
			}
			var srcset []int
			for _, rendition := range renditions.Srcset() {
				srcset = append(srcset, rendition.Width)
			}
			check(t, slices.Equal(sizes, scenario.sizes) && slices.Equal(srcset, scenario.srcset), "%s: %v, srcset %v", what, sizes, srcset)
			if thumbnail, full := renditions.Thumbnail(), renditions.Full(); full.Height > full.Width && len(renditions) > 1 && thumbnail.Temporary.Size >= full.Temporary.Size {
				t.Errorf("%s: a thumbnail of %d bytes for %d", what, thumbnail.Temporary.Size, full.Temporary.Size)
			}
		}
	}
}

func TestTheSameUploadMakesTheSameBytesUnderOtherNames(t *testing.T) {
	f := newFixture(t)
	file := asJPEG(t, photograph(400, 300))
	first, second := f.mustUpload(t, file), f.mustUpload(t, file)
	for i := range first {
		if first[i].Name == second[i].Name || !bytes.Equal(f.bytesOf(t, first[i]), f.bytesOf(t, second[i])) {
			t.Errorf("%v\n%v", first[i], second[i])
		}
	}
}

// TestDrawingsAndPhotographs shows which format an opaque PNG gets.
func TestDrawingsAndPhotographs(t *testing.T) {
	f := newFixture(t)
	if drawing := f.mustUpload(t, asPNG(t, quarters(400, 300))).Full(); drawing.Name[67:] != extensionPNG {
		t.Errorf("a drawing became %s", drawing.Name)
	} else if !near(f.pixelsOf(t, drawing).At(10, 10), quarterColours[0]) {
		t.Error("the drawing's colours changed")
	}
	photo := f.mustUpload(t, asPNG(t, photograph(400, 300))).Full()
	check(t, photo.Name[67:] == extensionJPEG, "a photograph became %s", photo.Name)
}

// TestResizedWell compares each pixel of a rendition with the mean of the pixels that it was made of.
func TestResizedWell(t *testing.T) {
	source := photograph(960, 720)
	f := newFixture(t)
	for name, file := range map[string][]byte{"a JPEG": asJPEG(t, source), "a PNG": asPNG(t, source)} {
		thumbnail := f.pixelsOf(t, f.mustUpload(t, file).Thumbnail())
		worst := 0
		for y := 4; y < 236; y += 7 {
			for x := 4; x < 316; x += 7 {
				var sum [3]int
				for dy := range 3 {
					for dx := range 3 {
						c := source.RGBAAt(3*x+dx, 3*y+dy)
						sum[0], sum[1], sum[2] = sum[0]+int(c.R), sum[1]+int(c.G), sum[2]+int(c.B)
					}
				}
				got := color.NRGBAModel.Convert(thumbnail.At(x, y)).(color.NRGBA)
				for i, channel := range []byte{got.R, got.G, got.B} {
					worst = max(worst, int(channel)-sum[i]/9, sum[i]/9-int(channel))
				}
			}
		}
		check(t, worst <= 16, "%s: a channel is off by %d", name, worst)
	}
}

func TestGrayStaysGray(t *testing.T) {
	f := newFixture(t)
	source, profile := photograph(400, 600), iccProfile(spaceGray, 400)
	gray := image.NewGray(source.Bounds())
	draw.Draw(gray, gray.Rect, source, image.Point{}, draw.Src)
	segment := append([]byte(iccHeader+"\x01\x01"), profile...)
	for name, file := range map[string][]byte{
		"a JPEG": withSegments(asJPEG(t, gray), markerAPP2, segment), "another maker's": withSegments(testdata(t, "grey.jpg"), markerAPP2, segment),
		"a PNG": withPNGChunks(asPNG(t, gray), pngProfile(profile)),
	} {
		want, _, err := image.Decode(bytes.NewReader(file))
		noError(t, err)
		renditions := f.mustUpload(t, file)
		for _, rendition := range renditions {
			decoded := f.pixelsOf(t, rendition)
			if _, ok := decoded.(*image.Gray); !ok || !bytes.Equal(profileOf(t, f.bytesOf(t, rendition)), profile) {
				t.Errorf("%s, %d wide: a %T with a profile of %d bytes", name, rendition.Width, decoded, len(profileOf(t, f.bytesOf(t, rendition))))
			}
		}
		got := f.pixelsOf(t, renditions.Full()).At(48, 12).(color.Gray)
		off := int(got.Y) - int(want.At(48, 12).(color.Gray).Y)
		check(t, off >= -10 && off <= 10, "%s: a pixel is off by %d", name, off)
	}
}

func TestRenditionsAreReadAsItWasWritten(t *testing.T) {
	for _, renditions := range []Renditions{
		{{Name: "a/b.jpg", Width: 64, Height: 48}},
		{{Name: "a/b.jpg", Width: 320, Height: 240}, {Name: "with a space.png", Width: 1600, Height: 1200}},
	} {
		if got, err := ParseRenditions(renditions.String()); err != nil || !reflect.DeepEqual(got, renditions) {
			t.Errorf("%q: %+v, %v", renditions, got, err)
		}
	}
	for _, text := range []string{"", "1 2", "1 2 ", "x 2 a", "1 x a", "1 2 a\n"} {
		if got, err := ParseRenditions(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
