package apitest_test

import (
	"bytes"
	"encoding/binary"
	"image"
	"os"
	"path/filepath"
	"testing"

	"portfolio/api/apitest"
)

// TestColoursAreKept uploads the same photo with a colour profile of 480 bytes and with one of 200
// kB, and expects the same pixels and the sent profile in every file that pages show.
func TestColoursAreKept(t *testing.T) {
	site := apitest.Start(t)
	var pixels [][]image.Image
	for _, name := range []string{"small-icc.jpg", "big-icc.jpg"} {
		file, err := os.ReadFile(filepath.Join("testdata", "photos", name))
		noError(t, err)
		profile := profileOfJPEG(t, file)
		var renditions []image.Image
		for _, url := range addPhoto(t, site, name, file) {
			served := []byte(site.Do(t, apitest.Request{Method: "GET", Path: url}).Body)
			if !bytes.Equal(profileOfJPEG(t, served), profile) {
				t.Errorf("%s: %s has a profile of %d bytes, want %d", name, url, len(profileOfJPEG(t, served)), len(profile))
			}
			decoded, _, err := image.Decode(bytes.NewReader(served))
			noError(t, err)
			renditions = append(renditions, decoded)
		}
		pixels = append(pixels, renditions)
	}
	for i, small := range pixels[0] {
		big := pixels[1][i]
		for at := (image.Point{}); at.Y < small.Bounds().Dy(); at = at.Add(image.Pt(7, 5)) {
			if small.At(at.X, at.Y) != big.At(at.X, at.Y) {
				t.Fatalf("%v is %v and %v", at, small.At(at.X, at.Y), big.At(at.X, at.Y))
			}
		}
	}
}

// addPhoto uploads a photo and returns the addresses of its files.
func addPhoto(t *testing.T, site *apitest.Site, name string, file []byte) (urls []string) {
	t.Helper()
	answer := site.Do(t, upload(map[string]string{"title": name}, name, file))
	if answer.Status != 201 {
		t.Fatalf("%s: %d %s", name, answer.Status, answer.Body)
	}
	var made apitest.Image
	answer.Decode(t, &made)
	urls = []string{made.ImageURL, made.ThumbnailURL}
	for _, source := range made.Srcset {
		urls = append(urls, source.URL)
	}
	return urls
}

// profileOfJPEG returns the colour profile in the segments of a JPEG, whose pieces are in order.
func profileOfJPEG(t *testing.T, file []byte) (profile []byte) {
	t.Helper()
	const scan, application2 = 0xda, 0xe2
	for at := 2; file[at+1] != scan; at += 2 + int(binary.BigEndian.Uint16(file[at+2:])) {
		if content := file[at+4:]; file[at+1] == application2 && bytes.HasPrefix(content, []byte("ICC_PROFILE\x00")) {
			profile = append(profile, file[at+4+14:at+2+int(binary.BigEndian.Uint16(file[at+2:]))]...)
		}
	}
	return profile
}
