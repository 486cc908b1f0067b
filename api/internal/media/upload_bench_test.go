package media

import "testing"

// BenchmarkUpload checks a photo of 12 megapixels and encodes its renditions.
func BenchmarkUpload(b *testing.B) {
	f := newFixture(b)
	file := asJPEG(b, photograph(4000, 3000))
	for b.Loop() {
		f.mustUpload(b, file)
	}
}
