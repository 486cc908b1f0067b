package media

import (
	"bytes"
	"errors"
	"testing"

	"portfolio/api/internal/httpx"
)

// FuzzUpload makes images of arbitrary bytes in each format, with their metadata. Faults are
// described for the sender.
func FuzzUpload(f *testing.F) {
	for _, name := range []string{"progressive.jpg", "animated.webp"} {
		f.Add(testdata(f, name))
	}
	f.Add(wholePNG(3, 2, 8))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"))
	f.Add(webpHeader(4, 4))
	library := newLibrary(f.TempDir(), memoryBudget)
	f.Fuzz(func(t *testing.T, file []byte) {
		upload, err := library.Receive(t.Context(), bytes.NewReader(file))
		if err == nil {
			defer upload.Close()
			if upload.config.Width*upload.config.Height > 100_000 {
				return // right, and slow
			}
			var renditions Renditions
			if renditions, err = library.Encode(t.Context(), upload); err == nil {
				renditions.Close()
			}
		}
		var public *httpx.Error
		if err != nil && !errors.As(err, &public) {
			t.Errorf("%q: %v", file, err)
		}
	})
}
