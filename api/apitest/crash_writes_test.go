package apitest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// crashesVariable names the environment variable for the number of crashes; scripts/drill crashes
// sets it.
const crashesVariable = "CRASHES"

// crashesOr returns the number of crashes from the environment, or usual.
func crashesOr(usual int) int {
	if asked, err := strconv.Atoi(os.Getenv(crashesVariable)); err == nil {
		return asked
	}
	return usual
}

// client makes calls one after another, and counts those that were answered and those that a crash
// cut off.
type client struct {
	name          string
	access        string
	answers, lost int
}

func (c *client) counts() *client { return c }

// writer is a client that changes one image's title, adds galleries and refreshes its session, one
// after another. It repeats an unanswered refresh; after other unanswered writes it uses the next
// number.
type writer struct {
	client
	image     int64
	refresh   string
	title     int          // the last number of the title that was acknowledged
	galleries map[int]bool // by number: whether adding it was acknowledged
	next      int
	step      int // how many writes were acknowledged
}

// TestWritesSurviveCrashes kills the server at random moments while clients write. Afterwards each
// acknowledged write exists once, any other at most once, and all sessions are valid.
func TestWritesSurviveCrashes(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	url := servertest.SQLiteURL(t)
	server := newProcess(t, url)
	server.start(t)
	bearer := server.signIn(t)
	var writers []*writer
	for n := range 3 {
		w := &writer{client: client{name: fmt.Sprint("writer ", n)}, galleries: map[int]bool{}, next: 1}
		made, err := uploadOne(server.url, bearer, n)
		noError(t, err)
		w.image = made.ID
		var opened struct{ Access, Refresh string }
		server.do(t, login(apitest.Email(apitest.Staff), apitest.Password), 200).Decode(t, &opened)
		w.access, w.refresh = opened.Access, opened.Refresh
		writers = append(writers, w)
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	rounds := crashesOr(180)
	for round := range rounds {
		callUntilKilled(t, server, writers, random, 40*time.Millisecond)
		server.start(t)
		if round%20 == 19 || round == rounds-1 {
			checkWrites(t, server, writers)
		}
		if t.Failed() {
			t.Fatalf("after %d crashes", round+1)
		}
	}
	server.kill()
	checkIntegrity(t, url)
	answers, lost := 0, 0
	for _, w := range writers {
		answers, lost = answers+w.answers, lost+w.lost
	}
	t.Logf("%d crashes: %d writes answered, %d cut off", rounds, answers, lost)
	check(t, answers >= rounds && lost >= rounds/2, "too few writes were answered or cut off to show anything")
}

// callUntilKilled lets the clients make their calls, and kills the server at a random moment within
// a while after the first answer.
func callUntilKilled[C interface {
	call(url string) error
	counts() *client
}](t *testing.T, server *process, clients []C, random *rand.Rand, while time.Duration) {
	t.Helper()
	delay := time.Duration(random.Int64N(int64(while)))
	first := make(chan struct{})
	var once sync.Once
	var group sync.WaitGroup
	for _, c := range clients {
		group.Go(func() {
			for counts := c.counts(); ; counts.answers++ {
				if err := c.call(server.url); err != nil {
					var refused refusal
					check(t, !errors.As(err, &refused), "%s was answered %v: %s", counts.name, err, server.log.String())
					counts.lost++
					return
				}
				once.Do(func() { close(first) })
			}
		})
	}
	select {
	case <-first:
		time.Sleep(delay) // the moment of the crash is random
	case <-time.After(time.Minute):
		t.Error("no call was answered within a minute")
	}
	server.kill()
	group.Wait()
}

// call makes the next change and notes whether it was acknowledged. It returns an error if the
// server refused it.
func (w *writer) call(url string) error {
	switch w.step % 3 {
	case 0:
		w.next++
		if err := w.send(url, patch(imagePath(w.image), map[string]string{"title": w.titled(w.next)})); err != nil {
			return err
		}
		w.title = w.next
	case 1:
		w.next++
		w.galleries[w.next] = false
		if err := w.send(url, post(galleriesPath, map[string]string{"name": w.titled(w.next)})); err != nil {
			return err
		}
		w.galleries[w.next] = true
	default:
		answer, err := sendAccepted(context.Background(), url, renew(w.refresh))
		if err != nil {
			return err
		}
		var opened struct{ Access, Refresh string }
		if err := json.Unmarshal([]byte(answer.Body), &opened); err != nil {
			return err
		}
		w.access, w.refresh = opened.Access, opened.Refresh
	}
	w.step++
	return nil
}

func (w *writer) titled(number int) string { return fmt.Sprint(w.name, " ", number) }

// send sends a request with the client's access token.
func (c *client) send(url string, request apitest.Request) error {
	request.Bearer = c.access
	_, err := sendAccepted(context.Background(), url, request)
	return err
}

// checkWrites compares the server's state with the answers to each client.
func checkWrites(t *testing.T, server *process, writers []*writer) {
	t.Helper()
	bearer := writers[0].access
	var images []apitest.Image
	decode(t, server.get(t, imagesPath, bearer), &images)
	var galleries []struct{ Name string }
	decode(t, server.get(t, "/api/photos/galleries/", bearer), &galleries)
	times := map[string]int{}
	for _, gallery := range galleries {
		times[gallery.Name]++
	}
	for _, w := range writers {
		at := slices.IndexFunc(images, func(image apitest.Image) bool { return image.ID == w.image })
		if at < 0 {
			t.Fatalf("the image of %s is lost", w.name)
		}
		if w.title == 0 {
			continue
		}
		title, found := strings.CutPrefix(images[at].Title, w.name+" ")
		if number, err := strconv.Atoi(title); err != nil || !found || number < w.title {
			t.Errorf("%s was answered that the title is %d, and it is %q", w.name, w.title, images[at].Title)
		}
		for number, acknowledged := range w.galleries {
			if n := times[w.titled(number)]; n > 1 || acknowledged && n == 0 {
				t.Errorf("the gallery %s is there %d times; acknowledged: %v", w.titled(number), n, acknowledged)
			}
		}
	}
}

// checkIntegrity looks at every page of the database, which no server has open.
func checkIntegrity(t *testing.T, url string) {
	t.Helper()
	db := servertest.OpenDatabase(t, url)
	noError(t, db.CheckIntegrity(t.Context()))
}
