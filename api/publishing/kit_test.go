package publishing_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"image/color"
	"image/png"
	"io"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"portfolio/api/publishing"
)

// kit returns one whose script answers with what answer, an expression, makes of the input.
func kit(t *testing.T, answer string) *publishing.Kit {
	t.Helper()
	opened, err := publishing.OpenKit(fstest.MapFS{
		"renderer.js":       {Data: []byte(`globalThis.startRendering = async (text) => { const input = JSON.parse(text); try { globalThis.answer = JSON.stringify(` + answer + `) } catch (error) { globalThis.failure = String(error) } }`)},
		"kit.json":          {Data: []byte(`{"shared":true}`)},
		"content.json":      {Data: []byte(`{"files":{"about.md":"About"}}`)},
		"files/assets/a.js": {Data: []byte("a")},
		"fonts/pdf/a.ttf":   {Data: []byte("font")},
	})
	noError(t, err)
	return opened
}

func TestTheSiteIsPackedWithItsManifest(t *testing.T) {
	page := strings.Repeat("a page ", 100)
	site := kit(t, `{
		files: [
			{name: 'index.html', text: input.content[0][1] + hostFont('pdf/a.ttf') + input.kit.shared},
			{name: 'cv.pdf', base64: hostSha256('')},
			{name: 'assets/i.png', drawing: {image: {width: 2, height: 2, shapes: [{fill: '#ffffff', outlines: [[[0, 0], [2, 0], [2, 2], [0, 2]]]}]}}},
		],
		manifest: {version: 1, files: {'index.html': {type: 'text/html', encodings: []}, 'cv.pdf': {}, 'assets/i.png': {}, 'assets/a.js': {bytes: 1}}},
	}`)
	in := publishing.Input{Content: []publishing.ContentFile{{Path: "about.md", Text: page}}}
	packed, err := publishing.Render(t.Context(), site, in)
	noError(t, err)
	if again, err := publishing.Render(t.Context(), site, in); err != nil || !bytes.Equal(again, packed) {
		t.Errorf("a second rendering differs, %v", err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed), int64(len(packed)))
	noError(t, err)
	read := func(name string) []byte {
		content, err := fs.ReadFile(archive, name)
		noError(t, err)
		return content
	}
	want := page + "Zm9udA==true"
	if got := string(read("index.html")); got != want {
		t.Errorf("the page is %q", got)
	}
	unpacked, err := gzip.NewReader(bytes.NewReader(read("index.html.gz")))
	noError(t, err)
	if got, err := io.ReadAll(unpacked); string(got) != want || err != nil {
		t.Errorf("the compressed page is %q, %v", got, err)
	}
	check(t, len(read("cv.pdf")) == 32 && len(read("assets/i.png")) != 0 && string(read("assets/a.js")) == "a", "the bytes of the other files are lost")
	var manifest struct {
		Version int
		Files   map[string]struct {
			Bytes     int
			ETag      string
			Encodings []struct{ File, ETag string }
		}
	}
	noError(t, json.Unmarshal(read("_site.json"), &manifest))
	index := manifest.Files["index.html"]
	check(t, manifest.Version == 1 && index.Bytes == len(want) && len(index.ETag) == 24 && len(index.Encodings) == 1 && index.Encodings[0].ETag != index.ETag, "the manifest says %+v", manifest)
	check(t, manifest.Files["assets/a.js"].Bytes == 1 && len(manifest.Files["cv.pdf"].Encodings) == 0, "the manifest says %+v", manifest)
}

func TestAFailedRenderingIsExplained(t *testing.T) {
	var wrong *publishing.ContentError
	for answer, want := range map[string]string{
		`{diagnostics: ['content/about.md:1: The front matter is missing.']}`: "content/about.md:1: The front matter is missing.",
		`{files: [{name: '../a.html', text: 'a'}], manifest: {files: {}}}`:    `the file "../a.html" would be outside the site`,
		`nothing.there`:             "the renderer failed: ReferenceError: 'nothing' is not defined",
		`'x'.repeat(1e9).split('')`: "out of memory",
		`{files: [{name: 'a.png', drawing: {image: {width: 1, height: 1, shapes: [{fill: 'red'}]}}}], manifest: {files: {}}}`:                        `draw a.png: the colour "red" is not #rrggbb`,
		`{files: [{name: 'a.png', drawing: {image: {width: 1, height: 1, shapes: [{fill: '#ffffff', outlines: [[[1]]]}]}}}], manifest: {files: {}}}`: "draw a.png: step 0 of an outline has 1 numbers",
		`{files: [{name: 'a.png', drawing: {image: {width: 1e9, height: 1e9}}}], manifest: {files: {}}}`:                                             "the renderer failed: runtime error",
	} {
		_, err := publishing.Render(t.Context(), kit(t, answer), publishing.Input{})
		check(t, err != nil && strings.Contains(err.Error(), want), "%s: %v", answer, err)
		check(t, errors.As(err, &wrong) == strings.Contains(answer, "diagnostics"), "%s: %T", answer, err)
	}
}

func TestARenderingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := publishing.Render(ctx, kit(t, `(() => { for (;;); })()`), publishing.Input{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestDrawings(t *testing.T) {
	const image = `{"size": 64, "image": {"width": 32, "height": 32, "shapes": [
		{"fill": "#101935", "outlines": [[[0, 0], [32, 0], [32, 32], [0, 32]]]},
		{"fill": "#f2b01e", "outlines": [[[10, 8], [18, 8], [22, 16, 18, 24], [18, 24, 10, 24, 10, 24]]]}]}}`
	encoded, err := publishing.Draw(image)
	noError(t, err)
	img, err := png.Decode(bytes.NewReader(encoded))
	noError(t, err)
	size := img.Bounds().Size()
	check(t, size.X == 64 && size.Y == 64, "the image is %v", size)
	for _, test := range []struct {
		x, y int
		want color.NRGBA
	}{
		{2, 2, color.NRGBA{0x10, 0x19, 0x35, 255}}, {18, 30, color.NRGBA{0x10, 0x19, 0x35, 255}},
		{22, 18, color.NRGBA{0xf2, 0xb0, 0x1e, 255}}, {38, 32, color.NRGBA{0xf2, 0xb0, 0x1e, 255}}, {44, 32, color.NRGBA{0x10, 0x19, 0x35, 255}},
	} {
		got := color.NRGBAModel.Convert(img.At(test.x, test.y))
		check(t, got == test.want, "at %d, %d is %v", test.x, test.y, got)
	}
}
