package apitest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/database/databasetest"
)

const uploaders = 3

// TestUploadsSurviveCrashes kills the server at random moments while images are being uploaded.
// Each upload that was answered 201 must be listed afterwards with the right bytes, and each
// image that is listed must have all its files. Uploads without an answer are repeated after the
// restart: then each image is there once.
func TestUploadsSurviveCrashes(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	databasetest.EachURL(t, func(t *testing.T, databaseURL string) {
		crashes := crashesOr(20)
		server := newProcess(t, databaseURL)
		random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
		acknowledged, cut := map[int64]apitest.Image{}, []int{}
		checked := map[string]bool{}
		for round := range crashes {
			server.start(t)
			bearer := server.signIn(t)
			checkAll(t, server, bearer, acknowledged, checked)
			checkNothingStray(t, server.data)
			images, lost := uploadUntilKilled(t, server, bearer, round, random)
			for _, image := range images {
				acknowledged[image.ID] = image
			}
			cut = append(cut, lost...)
			if t.Failed() {
				t.Fatalf("after %d crashes", round)
			}
		}
		server.start(t)
		bearer := server.signIn(t)
		answered := len(acknowledged)
		for _, number := range cut {
			image, err := uploadOne(server.url, bearer, number)
			noError(t, err)
			acknowledged[image.ID] = image
		}
		if len(acknowledged) != answered+len(cut) {
			t.Errorf("%d uploads were answered, and %d after a repetition: they made %d images", answered, len(cut), len(acknowledged))
		}
		checkAll(t, server, bearer, acknowledged, checked)
		checkNothingStray(t, server.data)
		t.Logf("%d crashes: %d uploads answered, %d cut off, %d files checked", crashes, answered, len(cut), len(checked))
		if answered < crashes/2 || len(cut) < crashes/2 {
			t.Error("too few uploads were answered or cut off to show anything")
		}
	})
}

// uploadUntilKilled uploads images, several at once, and kills the server a random while after the
// first answer. It returns the images answered 201 and the numbers of the unanswered ones.
func uploadUntilKilled(t *testing.T, server *process, bearer string, round int, random *rand.Rand) (answered []apitest.Image, lost []int) {
	t.Helper()
	// The moment is random on purpose: over the rounds it falls into every step of an upload.
	delay := time.Duration(random.Int64N(int64(150 * time.Millisecond)))
	first, killed := make(chan struct{}), make(chan struct{})
	var once sync.Once
	var mutex sync.Mutex
	var group sync.WaitGroup
	for uploader := range uploaders {
		group.Go(func() {
			for n := 0; ; n++ {
				number := 1000*round + 100*uploader + n
				image, err := uploadOne(server.url, bearer, number)
				mutex.Lock()
				if err == nil {
					answered = append(answered, image)
				} else {
					lost = append(lost, number)
				}
				mutex.Unlock()
				var refused refusal
				if errors.As(err, &refused) {
					t.Errorf("an upload was answered %d: %s", refused, server.log.String())
				}
				if err != nil {
					return
				}
				once.Do(func() { close(first) })
			}
		})
	}
	select {
	case <-first:
		time.AfterFunc(delay, func() {
			server.kill()
			close(killed)
		})
	case <-time.After(time.Minute):
		server.kill()
		close(killed)
		t.Errorf("no upload was answered within a minute: %s", server.log.String())
	}
	group.Wait()
	<-killed
	return answered, lost
}

// uploadOne uploads the image of that number and returns it when it was answered 201.
func uploadOne(url, bearer string, number int) (made apitest.Image, err error) {
	var file bytes.Buffer
	if err := jpeg.Encode(&file, numbered(number), nil); err != nil {
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

// numbered returns an image whose colour tells its number.
func numbered(number int) image.Image {
	img := image.NewRGBA(image.Rect(0, 0, 700, 500))
	colour := colourOf(number)
	for i := 0; i < len(img.Pix); i += 4 {
		copy(img.Pix[i:], []byte{colour.R, colour.G, colour.B, 255})
	}
	return img
}

func colourOf(number int) color.RGBA {
	return color.RGBA{byte(number * 37), byte(number / 7 * 61), byte(number / 3 * 29), 255}
}

// checkAll compares the server's list with its answers, and every listed image with its files.
// Files that were correct once are not read again.
func checkAll(t *testing.T, server *process, bearer string, acknowledged map[int64]apitest.Image, checked map[string]bool) {
	t.Helper()
	var raw []json.RawMessage
	noError(t, json.Unmarshal(server.get(t, "/api/photos/images/", bearer), &raw))
	listed, titles := map[int64]apitest.Image{}, map[string]int{}
	for _, text := range raw {
		var made apitest.Image
		noError(t, json.Unmarshal(text, &made))
		listed[made.ID] = made
		titles[made.Title]++
	}
	for title, times := range titles {
		if times > 1 {
			t.Errorf("%s is there %d times", title, times)
		}
	}
	for id, want := range acknowledged {
		if got, ok := listed[id]; !ok || got.Title != want.Title || got.ImageURL != want.ImageURL {
			t.Errorf("answered %+v, listed %+v", want, got)
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
	if !bytes.HasSuffix(file, []byte{0xff, 0xd9}) {
		t.Errorf("%s: %s has no end", made.Title, source.URL)
	}
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
	if size != (image.Point{X: source.Width, Y: source.Height}) || apart(got.R, want.R) || apart(got.G, want.G) || apart(got.B, want.B) {
		t.Errorf("%s: %v of %v, want %v of %v", made.Title, got, size, want, source)
	}
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
