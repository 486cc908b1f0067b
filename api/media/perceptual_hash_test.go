package media

import (
	"bytes"
	"image"
	"image/color"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/disintegration/imaging"
)

// photographs are those in the tests of libraries that this package uses, by a package beside their folder testdata.
var photographs = map[string][]string{
	"github.com/disintegration/imaging": {"branches.png", "flowers.png"},
	"golang.org/x/image/draw":           {"../../testdata/go-turns-two-280x360.jpeg", "../../testdata/blue-purple-pink-large.png"},
}

// picturesToHash returns photographs and drawings, by their names.
func picturesToHash(t *testing.T) map[string]image.Image {
	t.Helper()
	var files []string
	for _, drawing := range []string{"first-light", "harbour-at-dawn", "beacon", "outer-mole"} { // two of ships, and two of lighthouses
		files = append(files, "../demo/pictures/"+drawing+".webp")
	}
	for name, names := range photographs {
		dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", name).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range names {
			files = append(files, filepath.Join(strings.TrimSpace(string(dir)), "testdata", file))
		}
	}
	pictures := map[string]image.Image{}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pictures[filepath.Base(file)] = imaging.Fit(decode(t, content), 400, 400, imaging.Box)
	}
	return pictures
}

func decode(t *testing.T, content []byte) image.Image {
	t.Helper()
	decoded, err := recognise(content[:headSize]).decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	return decoded
}

// encodeAnew returns the bytes of a JPEG of that quality.
func encodeAnew(t *testing.T, picture image.Image, quality int) []byte {
	t.Helper()
	var buffer bytes.Buffer
	if err := imaging.Encode(&buffer, picture, imaging.JPEG, imaging.JPEGQuality(quality)); err != nil {
		t.Fatal(err)
	}
	return buffer.Bytes()
}

func TestPerceptualHash(t *testing.T) {
	t.Parallel()
	hashes := map[string]PerceptualHash{}
	for name, picture := range picturesToHash(t) {
		size := picture.Bounds().Size()
		original := perceptualHash(picture)
		for change, changed := range map[string]image.Image{
			"encoded with losses": decode(t, encodeAnew(t, picture, 30)),
			"scaled to half":      imaging.Resize(picture, size.X/2, size.Y/2, imaging.Box),
			"brighter":            imaging.AdjustBrightness(picture, 10),
			"darker and grey":     imaging.Grayscale(imaging.AdjustBrightness(picture, -10)),
			"of more contrast":    imaging.AdjustContrast(picture, 15),
			"cropped":             imaging.Crop(picture, image.Rect(size.X/50, size.Y/100, size.X-size.X/100, size.Y-size.Y/50)),
		} {
			if hash := perceptualHash(changed); !hash.IsLike(original) {
				t.Errorf("%s, %s: differs in %d bits", name, change, bits.OnesCount64(uint64(hash^original)))
			}
		}
		for other, hash := range hashes {
			if difference := bits.OnesCount64(uint64(hash ^ original)); difference < 2*maxHashDistance {
				t.Errorf("%s and %s differ in only %d bits", name, other, difference)
			}
		}
		hashes[name] = original
	}
}

func TestPerceptualHashOfNoDetailIsLikeNoOther(t *testing.T) {
	for _, plain := range []color.Color{color.White, color.Black, color.NRGBA{80, 120, 200, 255}} {
		hash, err := ReadPerceptualHash(bytes.NewReader(encodeAnew(t, imaging.New(320, 200, plain), 75)))
		if err != nil || hash != 0 || hash.IsLike(hash) {
			t.Errorf("%v: %x, %v", plain, hash, err)
		}
	}
	if _, err := ReadPerceptualHash(bytes.NewReader([]byte("no picture at all"))); err == nil {
		t.Error("a text has a hash")
	}
}

// hashesToFind returns n random hashes, of which every tenth is a copy of an earlier one with up to 12 other bits.
func hashesToFind(n int) []PerceptualHash {
	random := rand.New(rand.NewPCG(62, 1))
	hashes := make([]PerceptualHash, n)
	for i := range hashes {
		hashes[i] = PerceptualHash(random.Uint64())
		if i%10 == 9 {
			hashes[i] = hashes[random.IntN(i)]
			for range random.IntN(13) {
				hashes[i] ^= 1 << random.IntN(64)
			}
		}
	}
	return hashes
}

func TestPerceptualIndexFindsWhatComparingAllFinds(t *testing.T) {
	hashes := hashesToFind(2000)
	index, found := NewPerceptualIndex(hashes), 0
	for i, hash := range hashes {
		var want []int
		for j, other := range hashes {
			if hash.IsLike(other) {
				want = append(want, j)
			}
		}
		got := slices.Compact(slices.Sorted(index.Like(i)))
		if !slices.Equal(got, want) {
			t.Fatalf("%d: %v, want %v", i, got, want)
		}
		found += len(got) - 1
	}
	if found < 100 {
		t.Errorf("only %d were found", found)
	}
}

func BenchmarkPerceptualIndex(b *testing.B) {
	for _, n := range []int{5_000, 100_000} {
		hashes := hashesToFind(n)
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				index := NewPerceptualIndex(hashes)
				for i := range hashes {
					for range index.Like(i) {
						continue
					}
				}
			}
		})
	}
}

func BenchmarkComparingAllHashes(b *testing.B) {
	hashes, alike := hashesToFind(5_000), 0
	for b.Loop() {
		for i, hash := range hashes {
			for _, other := range hashes[:i] {
				if hash.IsLike(other) {
					alike++
				}
			}
		}
	}
}
