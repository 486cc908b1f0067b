package apitest_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// pathsOfEditor is how many texts each editor publishes together.
const pathsOfEditor = 4

// editor is a client that saves drafts of some texts, numbered by batch, and publishes each
// batch.
type editor struct {
	client
	batch     int                // the one that is being written
	step      int                // how many of its drafts were acknowledged
	saved     [pathsOfEditor]int // the last batch of which each draft was acknowledged
	published int                // the last batch whose publication was acknowledged
}

// TestPublicationsSurviveCrashes kills the server at random moments while editors save drafts and
// publish them. No draft that was acknowledged is lost, and of each publication everything is there
// or nothing.
func TestPublicationsSurviveCrashes(t *testing.T) {
	apitest.Long(t)
	t.Parallel()
	servertest.EachDatabaseURL(t, crashEditors)
}

func crashEditors(t *testing.T, url string) {
	server := newProcess(t, url)
	server.start(t)
	var editors []*editor
	for n := range 3 {
		editors = append(editors, &editor{client: client{name: fmt.Sprint("editor-", n)}, batch: 1})
	}
	random := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 0))
	rounds := crashesOr(60)
	for round := range rounds {
		if round%100 == 0 {
			bearer := server.signIn(t)
			for _, e := range editors {
				e.access = bearer
			}
		}
		callUntilKilled(t, server, editors, random, 40*time.Millisecond)
		server.start(t)
		texts := readTexts(t, server, editors[0].access)
		for _, e := range editors {
			e.compare(t, texts)
		}
		if t.Failed() {
			t.Fatalf("after %d crashes", round+1)
		}
	}
	server.kill()
	checkIntegrity(t, url)
	answers, lost, batches := 0, 0, 0
	for _, e := range editors {
		answers, lost, batches = answers+e.answers, lost+e.lost, batches+e.published
	}
	t.Logf("%d crashes: %d calls answered, %d cut off, %d publications", rounds, answers, lost, batches)
	check(t, answers >= rounds && lost >= rounds/2 && batches >= rounds/10, "too few calls were answered or cut off to show anything")
}

// call saves the next draft of the batch, or publishes the batch when all are saved.
func (e *editor) call(url string) error {
	if e.step < pathsOfEditor {
		n := e.step
		if err := e.send(url, saveDraft(e.path(n), fmt.Sprintf("%d\n", e.batch), newest, 0)); err != nil {
			return err
		}
		e.saved[n], e.step = e.batch, n+1
		return nil
	}
	var drafts []map[string]any
	for n := range pathsOfEditor {
		// Each batch saves each draft once, and every revision of a path is one more.
		drafts = append(drafts, map[string]any{"path": e.path(n), "revision": e.batch})
	}
	if err := e.send(url, post(publicationListPath, map[string]any{"drafts": drafts})); err != nil {
		return err
	}
	e.published, e.batch, e.step = e.batch, e.batch+1, 0
	return nil
}

func (e *editor) path(n int) string { return fmt.Sprintf("%s/text-%d.md", e.name, n) }

// storedText is a text as the server lists it.
type storedText struct {
	Path      string
	Published *struct{ Text string }
	Draft     *struct {
		Text     string
		Revision int64
	}
}

func readTexts(t *testing.T, server *process, bearer string) map[string]storedText {
	t.Helper()
	var list struct{ Files []storedText }
	decode(t, server.get(t, contentFilesPath, bearer), &list)
	texts := map[string]storedText{}
	for _, text := range list.Files {
		texts[text.Path] = text
	}
	return texts
}

// compare compares the server's texts with the answers to the editor, and continues from them.
func (e *editor) compare(t *testing.T, texts map[string]storedText) {
	t.Helper()
	var published, drafted [pathsOfEditor]int
	for n := range pathsOfEditor {
		text := texts[e.path(n)]
		if text.Published != nil {
			_, _ = fmt.Sscan(text.Published.Text, &published[n])
		}
		if text.Draft != nil {
			_, _ = fmt.Sscan(text.Draft.Text, &drafted[n])
			equal(t, text.Draft.Revision, int64(drafted[n]), "%s: the revision of the draft of batch %d", text.Path, drafted[n])
		}
		equal(t, published[n], published[0], "%s: of one publication %v are there", e.name, published)
		if now := max(published[n], drafted[n]); now < e.saved[n] || now > e.batch {
			t.Errorf("%s was answered that batch %d is saved, and %d is there", text.Path, e.saved[n], now)
		}
		if drafted[n] != 0 && drafted[n] <= published[n] {
			t.Errorf("%s: batch %d is published and a draft", text.Path, drafted[n])
		}
	}
	if published[0] < e.published || published[0] > e.batch {
		t.Errorf("%s was answered that batch %d is published, and %d is", e.name, e.published, published[0])
	}
	// What got no answer is done or not: the editor sees which.
	if e.published = published[0]; e.published == e.batch {
		e.batch++
	}
	e.step = 0
	for e.step < pathsOfEditor && drafted[e.step] == e.batch {
		e.saved[e.step] = e.batch
		e.step++
	}
}

func decode(t *testing.T, text []byte, into any) {
	t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}
