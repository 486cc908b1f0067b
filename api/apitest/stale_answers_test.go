package apitest_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"image/color"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/database/databasetest"
)

const publicGallery = imagesPath + "?gallery_slug=page-logos"

// operationsVariable is how many writes and reads TestNoReplicaAnswersWhatWasChanged makes; scripts/drill stale-answers sets it.
const operationsVariable = "STALE_ANSWERS"

func TestPublicAnswersAreConditional(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		addImage(t, site, map[string]string{"title": "Crane", "gallery": strconv.FormatInt(addGallery(t, site, "page logos").ID, 10)}, color.White)
		for _, path := range []string{publicGallery, currentCVPath} {
			first := site.Do(t, get(path, apitest.Anonymous))
			tag := first.Header.Get("ETag")
			if first.Header.Get("Cache-Control") != "public, max-age=0, s-maxage=5, stale-while-revalidate=30" || tag == "" {
				t.Errorf("%s: %v", path, first.Header)
			}
			for _, role := range []apitest.Role{apitest.Anonymous, apitest.Staff} {
				request := get(path, role)
				request.Header = map[string]string{"If-None-Match": tag}
				if again := site.Do(t, request); again.Status != 304 || again.Body != "" || again.Header.Get("ETag") != tag {
					t.Errorf("%s: %d %s", path, again.Status, again.Body)
				}
			}
		}
		// What staff alone may see, and what is for everybody but a part, is stored by nobody.
		for _, path := range []string{imagesPath, imagesPath + "?gallery_slug=", publicGallery + "&limit=1", documentsPath} {
			if got := site.Do(t, get(path, apitest.Staff)); got.Status != 200 || got.Header.Get("Cache-Control") != "no-store" || got.Header.Get("ETag") != "" {
				t.Errorf("%s: %d %v", path, got.Status, got.Header)
			}
		}
		if got := site.Do(t, get(imagesPath+"?gallery_slug=", apitest.Anonymous)); got.Status != 401 {
			t.Errorf("all images for everybody: %d", got.Status)
		}
	})
}

// replicas are servers on one database, whose clients change titles and read the gallery.
type replicas struct {
	sites        []*apitest.Site
	bearer       string
	images       []int64
	acknowledged []atomic.Int64 // of each image the last number that an answer to a change had
	failed       atomic.Int64
	admin        *sql.DB // of PostgreSQL
	restart      string  // PostgreSQL, in a shell
}

// TestNoReplicaAnswersWhatWasChanged makes random changes and reads at three servers on one database: whatever server is
// asked, no answer is older than a change that was acknowledged before, but those that say so themselves. In between PostgreSQL closes every connection, and in
// the middle it crashes and starts again.
func TestNoReplicaAnswersWhatWasChanged(t *testing.T) {
	operations, _ := strconv.Atoi(os.Getenv(operationsVariable))
	operations = max(operations, 600)
	databasetest.EachMigratedURL(t, func(t *testing.T, url string) {
		const clients = 4
		all := &replicas{acknowledged: make([]atomic.Int64, clients)}
		if strings.HasPrefix(url, "postgres") {
			server := databasetest.StartServer(t)
			url, all.restart = server.URL, server.Restart
			admin, err := sql.Open("pgx", url)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = admin.Close() }()
			all.admin = admin
		}
		first := apitest.StartOn(t, url, nil)
		all.sites = append(all.sites, first)
		for range 2 {
			all.sites = append(all.sites, apitest.Open(t, url, apitest.Settings{"DATA_DIR": first.Data}))
		}
		gallery := strconv.FormatInt(addGallery(t, first, "page logos").ID, 10)
		for i := range clients {
			made := addImage(t, first, map[string]string{"title": fmt.Sprintf("%d/0", i), "gallery": gallery}, color.Gray{uint8(i)})
			all.images = append(all.images, made.ID)
		}
		all.bearer = first.SignIn(t, apitest.Staff).Access
		var group sync.WaitGroup
		for i := range clients {
			group.Go(func() { all.run(t, i, operations/clients) })
		}
		group.Wait()
		for i := range all.sites {
			all.read(t, i, true)
		}
		t.Logf("%d operations, %d failed", operations, all.failed.Load())
	})
}

// run makes a client's changes and reads, each at a random server, until so many did not fail. Whether a change that failed was
// made is not known.
func (a *replicas) run(t *testing.T, client, operations int) {
	random := rand.New(rand.NewPCG(uint64(client), 12))
	for number, done := int64(1), 0; done < operations && !t.Failed(); number++ {
		if client == 0 && number%50 == 0 && a.admin != nil {
			a.terminateConnections(t)
		}
		if client == 0 && done >= operations/2 && a.restart != "" {
			a.crash(t)
		}
		if random.IntN(3) > 0 {
			if a.read(t, random.IntN(len(a.sites)), false) {
				done++
			}
			continue
		}
		body, _ := json.Marshal(map[string]string{"title": fmt.Sprintf("%d/%d", client, number)})
		path := fmt.Sprintf("%s%s%d/", a.sites[random.IntN(len(a.sites))].URL, imagesPath, a.images[client])
		if status, _, _ := a.send(t, "PATCH", path, body); status == 200 {
			a.acknowledged[client].Store(number)
			done++
		}
	}
}

// read compares what a server answers with what was acknowledged before it was asked, and reports whether it answered.
func (a *replicas) read(t *testing.T, site int, must bool) bool {
	known := make([]int64, len(a.acknowledged))
	for i := range known {
		known[i] = a.acknowledged[i].Load()
	}
	status, header, body := a.send(t, "GET", a.sites[site].URL+publicGallery, nil)
	if status != 200 || header.Get("Age") != "" {
		if must {
			t.Errorf("server %d answers %d of age %q at the end", site, status, header.Get("Age"))
		}
		return false
	}
	var listed []struct{ Title string }
	if err := json.Unmarshal(body, &listed); err != nil || len(listed) != len(known) {
		t.Errorf("server %d: %s, %v", site, body, err)
		return false
	}
	for i, image := range listed {
		if number, err := strconv.ParseInt(strings.TrimPrefix(image.Title, fmt.Sprint(i, "/")), 10, 64); err != nil || number < known[i] {
			t.Errorf("server %d answers %q after change %d of it was acknowledged", site, image.Title, known[i])
		}
	}
	return true
}

// send returns the answer; a connection that the database closed may fail a call, and no other cause may.
func (a *replicas) send(t *testing.T, method, url string, body []byte) (int, http.Header, []byte) {
	request, err := http.NewRequestWithContext(context.Background(), method, url, bytes.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, nil, nil
	}
	request.Header.Set("Authorization", "Bearer "+a.bearer)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return 0, nil, nil
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	if response.StatusCode >= 500 {
		a.failed.Add(1)
	} else if response.StatusCode != 200 {
		t.Errorf("%s: %d %s", method, response.StatusCode, text)
	}
	return response.StatusCode, response.Header, text
}

// terminateConnections closes the servers' connections to PostgreSQL, as its restart does.
func (a *replicas) terminateConnections(t *testing.T) {
	_, err := a.admin.Exec(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`)
	if err != nil {
		t.Error(err)
	}
}

// crash ends PostgreSQL at once, as a crash does, and starts it again.
func (a *replicas) crash(t *testing.T) {
	failed := a.failed.Load()
	output, err := exec.Command("sh", "-c", a.restart).CombinedOutput()
	if err != nil {
		t.Errorf("restart PostgreSQL: %v, %s", err, output)
	}
	t.Logf("%d calls failed while PostgreSQL restarted", a.failed.Load()-failed)
	a.restart = ""
}

// What another process changes, such as the command that restores a backup, a server that is running on the same database
// answers at once.
func TestWhatTheCommandLineRestoresIsAnswered(t *testing.T) {
	source := apitest.Start(t)
	addImage(t, source, map[string]string{"title": "Crane", "gallery": strconv.FormatInt(addGallery(t, source, "page logos").ID, 10)}, color.White)
	addDocument(t, source, map[string]string{"is_current": "true"}, "cv.pdf", aPDF)
	archive := makeBackup(t, source)
	databasetest.EachURL(t, func(t *testing.T, url string) {
		server := newEmptyProcess(t, builtServer, url, "")
		server.start(t)
		for _, path := range []string{currentCVPath, publicGallery} {
			if got := string(server.get(t, path, "")); got != "{\"download_url\":null,\"name\":null}\n" && got != "[]\n" {
				t.Errorf("%s before: %s", path, got)
			}
		}
		server.run(t, "", "restore", "--yes", archive)
		for _, path := range []string{currentCVPath, publicGallery} {
			want := source.Do(t, get(path, apitest.Anonymous)).Body
			if got := strings.TrimSpace(string(server.get(t, path, ""))); got != want {
				t.Errorf("%s: got %s\nwant %s", path, got, want)
			}
		}
	})
}
