package apitest_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/database"
	"portfolio/api/database/databasetest"
	"portfolio/api/storage/storagetest"
	"portfolio/api/tokens"
)

const archivesPath = "/api/photos/archives/"

func createArchive(body map[string]any) apitest.Request {
	return apitest.Request{Method: "POST", Path: archivesPath, As: apitest.Staff, JSON: body}
}

// archiveOf returns the address of an archive.
func archiveOf(t *testing.T, site *apitest.Site, body map[string]any) string {
	t.Helper()
	var archive struct {
		URL string `json:"download_url"`
	}
	site.Do(t, createArchive(body)).Decode(t, &archive)
	if archive.URL == "" {
		t.Fatalf("no address for %v", body)
	}
	return archive.URL
}

func TestArchive(t *testing.T) {
	eachStore(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "page logos")
		titles := []string{"Harbour", "harbour", "../../etc/passwd", "Crane - IMG_1.HEIC", "…", "NUL", "Mole.exe", "Möwe: 100%?"}
		var images []apitest.Image
		for i, title := range titles {
			images = append(images, addImage(t, site, map[string]string{"title": title, "gallery": map[bool]string{true: "1"}[i < 2]}, color.Gray{uint8(20 * i)}))
			site.Clock.Advance(time.Second)
		}
		type m = map[string]any
		site.Run(t, []apitest.Scenario{
			{Name: "nothing chosen", Request: createArchive(m{}), Status: 400, Want: `{"images":["This field is required."]}`},
			{Name: "an empty filter", Request: createArchive(m{"filter": m{}}), Status: 400, Want: `{"images":["This field is required."]}`},
			{Name: "ids and a filter", Request: createArchive(m{"images": []int{1}, "filter": m{}, "count": 8}), Status: 400, Want: `{"images":["Send the ids of the images or a filter, not both."]}`},
			{Name: "too many", Request: createArchive(m{"filter": m{}, "count": 1001}), Status: 400, Want: `{"images":["At most 1000 images at once: choose fewer."]}`},
			{Name: "one is gone", Request: createArchive(m{"images": []int{1, 77}}), Status: 409, Want: `{"detail":"Nothing was done: image 77 is no longer there. …"}`},
			{Name: "others match", Request: createArchive(m{"filter": m{"gallery": "1"}, "count": 3}), Status: 409, Want: `{"detail":"Nothing was done: 2 images match by now, not 3. …"}`},
			{Name: "no signature", Request: get(archivesPath+"?images=Ag", apitest.Staff), Status: 404, Want: `{"detail":"Not found."}`},
		})
		all := archiveOf(t, site, m{"filter": m{}, "count": 8})
		answer := site.Do(t, get(all, apitest.Anonymous))
		if answer.Status != 200 || answer.Header.Get("Content-Length") != fmt.Sprint(len(answer.Body)) || answer.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %v", answer.Status, answer.Header)
		}
		if want := `attachment; filename="pictures-` + site.Clock.Now().UTC().Format("2006-01-02") + `.zip"`; answer.Header.Get("Content-Disposition") != want {
			t.Errorf("saved as %s", answer.Header.Get("Content-Disposition"))
		}
		archive, err := zip.NewReader(strings.NewReader(answer.Body), int64(len(answer.Body)))
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for i, file := range archive.File {
			names = append(names, file.Name)
			entry, err := file.Open()
			if err != nil {
				t.Fatal(err)
			}
			content, err := io.ReadAll(entry)
			if err != nil || file.Method != zip.Store || string(content) != site.Do(t, get(images[i].ImageURL, apitest.Anonymous)).Body {
				t.Errorf("%s has other bytes than the picture: %v", file.Name, err)
			}
		}
		want := []string{"Harbour.jpg", "harbour (2).jpg", "_.._etc_passwd.jpg", "Crane - IMG_1.jpg", "….jpg", "_NUL.jpg", "Mole.exe.jpg", "Möwe_ 100%_.jpg"}
		if !slices.Equal(names, want) {
			t.Errorf("the files are %q", names)
		}
		unzip(t, strings.NewReader(answer.Body), len(titles))

		two := archiveOf(t, site, m{"images": []int{2, 1}})
		if answer := site.Do(t, get(strings.Replace(two, "images=", "images=A", 1), apitest.Anonymous)); answer.Status != 404 {
			t.Errorf("other images than were signed: %d", answer.Status)
		}
		site.Do(t, remove(imagePath(2)))
		if answer := site.Do(t, get(two, apitest.Anonymous)); answer.Status != 409 {
			t.Errorf("one is gone meanwhile: %d %s", answer.Status, answer.Body)
		}
		site.Clock.Advance(tokens.DownloadLifetime + time.Second)
		if answer := site.Do(t, get(all, apitest.Anonymous)); answer.Status != 403 {
			t.Errorf("later: %d", answer.Status)
		}
		var entries []string
		if err := openDatabase(t, site).Select(t.Context(), &entries, `SELECT target || '; ' || detail FROM audit_entries WHERE action = 'image downloaded' ORDER BY id`); err != nil {
			t.Fatal(err)
		}
		if len(entries) != 2 || entries[1] != "2 images; 1 “Harbour”, 2 “harbour”" {
			t.Errorf("the audit log has %q", entries)
		}
		if log := site.Log.String(); strings.Contains(log, "signature") || strings.Contains(log, all[len(all)-43:]) {
			t.Error("the address is in the log")
		}
	})
}

// unzip has the system's own program take the archive apart, and counts the files.
func unzip(t *testing.T, archive io.Reader, want int) {
	t.Helper()
	dir := t.TempDir()
	file := filepath.Join(dir, "pictures.zip")
	content, err := io.ReadAll(archive)
	if err == nil {
		err = os.WriteFile(file, content, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	command := exec.CommandContext(t.Context(), "unzip", "-q", file, "-d", filepath.Join(dir, "pictures"))
	command.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	if output, err := command.CombinedOutput(); err != nil {
		t.Errorf("unzip: %v\n%s", err, output)
	}
	files, err := os.ReadDir(filepath.Join(dir, "pictures"))
	if err != nil || len(files) != want {
		t.Errorf("unzip made %v, %v", files, err)
	}
}

// A picture whose file is not there any more ends the archive early, so that no browser takes it for whole.
func TestArchiveOfAMissingFile(t *testing.T) {
	site := apitest.Start(t)
	addImage(t, site, map[string]string{"title": "Tug"}, color.White)
	last := addImage(t, site, map[string]string{"title": "Tug"}, color.Black)
	address := archiveOf(t, site, map[string]any{"images": []int{1, 2}})
	if err := os.Remove(filepath.Join(site.Data, strings.TrimPrefix(last.ImageURL, "/"))); err != nil {
		t.Fatal(err)
	}
	// Who asks for its size alone has no file read.
	if answer := site.Do(t, apitest.Request{Method: "HEAD", Path: address}); answer.Status != 200 || answer.Header.Get("Content-Length") == "" {
		t.Errorf("HEAD: %d %v", answer.Status, answer.Header)
	}
	if strings.Contains(site.Log.String(), "cut off") {
		t.Error("the files were read for HEAD")
	}
	answer, err := http.Get(site.URL + address)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if content, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("%d bytes came, as if they were all", len(content))
	}
	site.Await(t, "a line about it", func() bool { return strings.Contains(site.Log.String(), "archive cut off") })
}

// TestMemoryOfAnArchive downloads an archive of 430 MB, and asks the system how much memory that took.
func TestMemoryOfAnArchive(t *testing.T) {
	for name, store := range map[string]func(*testing.T) string{"files": func(*testing.T) string { return "" }, "s3": func(t *testing.T) string { return storagetest.S3URL(t) }} {
		t.Run(name, func(t *testing.T) {
			url := databasetest.SQLiteURL(t)
			p := newProcessOn(t, builtServer, url, store(t))
			p.start(t)
			bearer := p.signIn(t)
			if err := p.send(t, "POST", imagesPath, bearer, map[string]string{"title": "Noise"}, "image", "noise.png", noisyPNG(t)); err != nil {
				t.Fatal(err)
			}
			db, err := database.Open(t.Context(), url)
			if err != nil {
				t.Fatal(err)
			}
			databasetest.Fill(t, db, 349, databasetest.CopiesOfImages()...)
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			before := p.peakMemory(t)
			address := p.archive(t, bearer, 350)
			answer, err := http.Get(p.url + address)
			if err != nil {
				t.Fatal(err)
			}
			defer answer.Body.Close()
			start := time.Now()
			size, err := io.Copy(io.Discard, answer.Body)
			if err != nil || size != answer.ContentLength {
				t.Errorf("%d bytes of %d: %v", size, answer.ContentLength, err)
			}
			peak := p.peakMemory(t)
			t.Logf("%d MiB in %v: %d MiB of memory at most, %d MiB before", size>>20, time.Since(start), peak>>20, before>>20)
			if size < 300<<20 || peak-before > 24<<20 {
				t.Errorf("%d MiB took %d MiB of memory more than before", size>>20, (peak-before)>>20)
			}
		})
	}
}

// archive returns the address of all images, of which there are so many.
func (p *process) archive(t *testing.T, bearer string, images int) string {
	t.Helper()
	body := fmt.Sprintf(`{"filter": {}, "count": %d}`, images)
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.url+archivesPath, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Authorization", "Bearer "+bearer)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var archive struct {
		URL string `json:"download_url"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&archive); err != nil || archive.URL == "" {
		t.Fatalf("%d, %v", answer.StatusCode, err)
	}
	return archive.URL
}

// noisyPNG returns a PNG of which the picture takes a megabyte.
func noisyPNG(t *testing.T) []byte {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	picture := image.NewNRGBA(image.Rect(0, 0, 1200, 1200))
	for i := range picture.Pix {
		picture.Pix[i] = byte(random.Uint32()) | byte(i%4/3*255)
	}
	var file bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.NoCompression}
	if err := encoder.Encode(&file, picture); err != nil {
		t.Fatal(err)
	}
	return file.Bytes()
}
