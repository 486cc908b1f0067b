package apitest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// uploader is a client that uploads images, one after another, each under the next number.
type uploader struct {
	client
	next     int
	answered []apitest.Image
	cut      []int // the numbers of the uploads without an answer
}

func (u *uploader) call(url string) error {
	u.next++
	image, err := uploadOne(url, u.access, u.next)
	if err != nil {
		u.cut = append(u.cut, u.next)
		return err
	}
	u.answered = append(u.answered, image)
	return nil
}

// TestUploadsSurviveCrashes kills the server at random moments while images are being uploaded.
// Each upload that was answered 201 must be listed afterwards with the right bytes, and each
// image that is listed must have all its files. Uploads without an answer are repeated after the
// restart: then each image is there once.
func TestUploadsSurviveCrashes(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	servertest.EachDatabaseURL(t, func(t *testing.T, databaseURL string) {
		crashes := crashesOr(20)
		server := newProcess(t, databaseURL)
		random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
		var uploaders []*uploader
		for n := range 3 {
			uploaders = append(uploaders, &uploader{client: client{name: fmt.Sprint("uploader ", n)}, next: 1_000_000 * n})
		}
		checked := map[string]bool{}
		for round := range crashes {
			server.start(t)
			bearer := server.signIn(t)
			checkAll(t, server, bearer, uploaders, checked)
			checkNothingStray(t, server.data)
			for _, u := range uploaders {
				u.access = bearer
			}
			callUntilKilled(t, server, uploaders, random, 150*time.Millisecond)
			if t.Failed() {
				t.Fatalf("after %d crashes", round)
			}
		}
		server.start(t)
		bearer := server.signIn(t)
		answers, lost, made := 0, 0, map[int64]bool{}
		for _, u := range uploaders {
			answers, lost = answers+len(u.answered), lost+len(u.cut)
			for _, number := range u.cut {
				image, err := uploadOne(server.url, bearer, number)
				noError(t, err)
				u.answered = append(u.answered, image)
			}
			for _, image := range u.answered {
				made[image.ID] = true
			}
		}
		equal(t, len(made), answers+lost, "images of %d uploads that were answered, and %d after a repetition", answers, lost)
		checkAll(t, server, bearer, uploaders, checked)
		checkNothingStray(t, server.data)
		t.Logf("%d crashes: %d uploads answered, %d cut off, %d files checked", crashes, answers, lost, len(checked))
		check(t, answers >= crashes/2 && lost >= crashes/2, "too few uploads were answered or cut off to show anything")
	})
}

// uploadOne uploads the image of that number, whose colour tells it, and returns the answer if it was 201.
func uploadOne(url, bearer string, number int) (made apitest.Image, err error) {
	var file bytes.Buffer
	img := image.NewPaletted(image.Rect(0, 0, 700, 500), color.Palette{colourOf(number)})
	if err := jpeg.Encode(&file, img, nil); err != nil {
		return made, err
	}
	request := upload(map[string]string{"title": fmt.Sprintf("Image %d", number)}, fmt.Sprintf("%d.jpg", number), file.Bytes())
	request.Bearer, request.Header = bearer, map[string]string{"Idempotency-Key": strconv.Itoa(number)}
	answer, err := sendAccepted(context.Background(), url, request)
	if err == nil {
		err = json.Unmarshal([]byte(answer.Body), &made)
	}
	return made, err
}

func colourOf(number int) color.RGBA {
	return color.RGBA{byte(number * 37), byte(number / 7 * 61), byte(number / 3 * 29), 255}
}

// checkAll compares the server's list with its answers, and every listed image with its files.
// Files that were correct once are not read again.
func checkAll(t *testing.T, server *process, bearer string, uploaders []*uploader, checked map[string]bool) {
	t.Helper()
	var all []apitest.Image
	decode(t, server.get(t, imagesPath, bearer), &all)
	listed, titles := map[int64]apitest.Image{}, map[string]int{}
	for _, made := range all {
		listed[made.ID] = made
		titles[made.Title]++
	}
	for title, times := range titles {
		check(t, times <= 1, "%s is there %d times", title, times)
	}
	for _, u := range uploaders {
		for _, want := range u.answered {
			got, ok := listed[want.ID]
			check(t, ok && got.Title == want.Title && got.ImageURL == want.ImageURL, "answered %+v, listed %+v", want, got)
		}
	}
	for _, made := range listed {
		for _, source := range append(made.Srcset, apitest.Source{URL: made.ImageURL, Width: made.Width, Height: made.Height}) {
			if !checked[source.URL] {
				checkFile(t, server, made, source)
				checked[source.URL] = true
			}
		}
	}
}

func checkFile(t *testing.T, server *process, made apitest.Image, source apitest.Source) {
	t.Helper()
	file := server.get(t, source.URL, "")
	check(t, bytes.HasSuffix(file, []byte{0xff, 0xd9}), "%s: %s has no end", made.Title, source.URL)
	img, err := jpeg.Decode(bytes.NewReader(file))
	if err != nil {
		t.Errorf("%s: %v", made.Title, err)
		return
	}
	var number int
	_, err = fmt.Sscanf(made.Title, "Image %d", &number)
	noError(t, err)
	size, want := img.Bounds().Size(), colourOf(number)
	got := color.RGBAModel.Convert(img.At(size.X/2, size.Y/2)).(color.RGBA)
	check(t, size == (image.Point{X: source.Width, Y: source.Height}) && !apart(got.R, want.R) && !apart(got.G, want.G) && !apart(got.B, want.B), "%s: %v of %v, want %v of %v", made.Title, got, size, want, source)
}

func apart(a, b byte) bool { return int(a)-int(b) > 6 || int(b)-int(a) > 6 }

// checkNothingStray looks for temporary files that the crash before left; the server has started
// again.
func checkNothingStray(t *testing.T, data string) {
	t.Helper()
	for _, dir := range []string{"tmp", "media/.tmp"} {
		err := filepath.WalkDir(filepath.Join(data, dir), func(path string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() {
				t.Errorf("%s was left behind", path)
			}
			return err
		})
		if err != nil && !os.IsNotExist(err) {
			t.Error(err)
		}
	}
}
