package apitest_test

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"image/color"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"portfolio/api/admin"
	"portfolio/api/apitest"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
	"portfolio/api/internal/servertest"
	"portfolio/api/photos"
)

// stepsVariable names the variable that says how many steps TestRandomStepsAgainstAModel takes.
const stepsVariable = "TRASH_STEPS"

// modelled is the expected state of a site: the file names of each image and each item in the
// trash.
type modelled struct {
	t    *testing.T
	site *apitest.Site
	rand *rand.Rand
	// images are the shown ones, items those in the trash, by ID.
	images map[int64]modelImage
	items  map[string]modelItem
	now    int // in days
}

type modelImage struct {
	colour int
	files  []string
}

type modelItem struct {
	kind    string
	image   int64
	state   modelImage
	deleted int // on which day
}

// colours is how many different images there are: few, so that some are uploaded again.
const colours = 6

// trashSteps are what may happen.
var trashSteps = []func(m *modelled){
	(*modelled).upload, (*modelled).upload, (*modelled).replace, (*modelled).replace, (*modelled).discard, (*modelled).discard,
	(*modelled).restore, (*modelled).restore, (*modelled).purge, (*modelled).nextDays,
}

func (m *modelled) fields() (fields photos.ImageFields, colour int) {
	colour = m.rand.IntN(colours)
	file, err := m.site.App.Media.Receive(m.t.Context(), bytes.NewReader(jpegOf(m.t, 340, 20, color.Gray{uint8(40 * colour)})))
	m.check(err)
	title := fmt.Sprint("Image ", colour)
	return photos.ImageFields{Title: &title, File: file, FileName: "a.jpg"}, colour
}

func (m *modelled) check(err error) {
	m.t.Helper()
	noError(m.t, err)
}

func stateOf(image photos.Image, colour int) modelImage {
	state := modelImage{colour: colour}
	for _, rendition := range image.Renditions {
		state.files = append(state.files, rendition.Name)
	}
	return state
}

func (m *modelled) upload() {
	fields, colour := m.fields()
	defer func() { _ = fields.File.Close() }()
	image, err := m.site.App.Photos.Upload(m.t.Context(), fields)
	m.check(err)
	m.images[image.ID] = stateOf(image, colour)
}

func (m *modelled) replace() {
	id, ok := anyOf(m.rand, m.images)
	if !ok {
		return
	}
	fields, colour := m.fields()
	defer func() { _ = fields.File.Close() }()
	image, err := m.site.App.Photos.ChangeImage(m.t.Context(), id, fields)
	m.check(err)
	if before := m.images[id]; before.colour != colour {
		m.addReplaced(id, before)
	}
	m.images[id] = stateOf(image, colour)
}

// addReplaced adds the item of a replaced image, which is the only one that the model does not
// have yet.
func (m *modelled) addReplaced(image int64, state modelImage) {
	items, _, err := m.site.App.Trash.List(m.t.Context(), "image_file", httpx.Page{})
	m.check(err)
	for _, item := range items {
		if _, known := m.items[item.ID()]; !known {
			m.items[item.ID()] = modelItem{"image_file", image, state, m.now}
		}
	}
}

func (m *modelled) discard() {
	if id, ok := anyOf(m.rand, m.images); ok {
		m.check(m.site.App.Photos.DeleteImage(m.t.Context(), id))
		m.items[files.TrashID("image", id)] = modelItem{"image", id, m.images[id], m.now}
		delete(m.images, id)
	}
}

func (m *modelled) restore() {
	id, ok := anyOf(m.rand, m.items)
	if !ok {
		return
	}
	item := m.items[id]
	shown, there := m.images[item.image]
	_, err := m.site.App.Trash.Restore(m.t.Context(), id)
	var refused *httpx.Error
	if item.kind == "image_file" && !there {
		if !errors.As(err, &refused) || refused.Kind != httpx.KindConflict {
			m.t.Fatalf("the file of no image: %v", err)
		}
		return
	}
	m.check(err)
	delete(m.items, id)
	if item.kind == "image_file" {
		m.addReplaced(item.image, shown)
	}
	m.images[item.image] = item.state
}

func (m *modelled) purge() {
	if id, ok := anyOf(m.rand, m.items); ok {
		m.check(m.site.App.Trash.Purge(m.t.Context(), id))
		m.forget(id)
	}
}

// forget removes an item, and with an image its replaced files.
func (m *modelled) forget(id string) {
	gone := m.items[id]
	delete(m.items, id)
	maps.DeleteFunc(m.items, func(_ string, item modelItem) bool { return gone.kind == "image" && item.image == gone.image })
}

func (m *modelled) nextDays() {
	m.now += 10
	m.site.Clock.Advance(10*24*time.Hour + time.Hour) // longer, so that the time of day does not matter
	m.check(m.site.App.Trash.Expire(m.t.Context()))
	for id, item := range m.items {
		if m.now-item.deleted >= admin.TrashDays {
			m.forget(id)
		}
	}
}

// checkAll compares the site with the model: shown images are served, deleted ones are not, and the
// store has exactly the files of both.
func (m *modelled) checkAll() {
	m.t.Helper()
	served := map[string]bool{}
	for _, state := range m.images {
		for _, name := range state.files {
			served[name] = true
		}
	}
	for _, item := range m.items {
		for _, name := range item.state.files {
			served[name] = false
		}
	}
	_, total, err := m.site.App.Trash.List(m.t.Context(), "", httpx.Page{})
	m.check(err)
	if total != int64(len(m.items)) {
		m.t.Fatalf("%d items are in the trash, the model has %+v", total, m.items)
	}
	noPages := func(context.Context, photos.TakenFile) (bool, error) { return false, nil }
	for name, want := range served {
		object, _, err := m.site.App.Photos.OpenFile(m.t.Context(), name, noPages)
		if err == nil {
			_ = object.Close()
		}
		if (err == nil) != want {
			m.t.Fatalf("%s is served: %v, want %v", name, err, want)
		}
	}
	checkStored(m.t, m.site, len(served))
}

func anyOf[K cmp.Ordered, V any](random *rand.Rand, from map[K]V) (key K, ok bool) {
	if len(from) == 0 {
		return key, false
	}
	return slices.Sorted(maps.Keys(from))[random.IntN(len(from))], true
}

// After random steps the store has every byte that can be restored, and no others. TRASH_STEPS sets
// more steps, on S3 too if a server is set.
func TestRandomStepsAgainstAModel(t *testing.T) {
	steps, err := strconv.Atoi(os.Getenv(stepsVariable))
	long := err == nil
	if !long {
		steps = 150
	}
	takeSteps := func(t *testing.T, site *apitest.Site) {
		seed := apitest.Seed(t)
		m := &modelled{
			t: t, site: site, rand: rand.New(rand.NewPCG(seed, 0)),
			images: map[int64]modelImage{}, items: map[string]modelItem{},
		}
		for range steps {
			trashSteps[m.rand.IntN(len(trashSteps))](m)
			if m.rand.IntN(10) == 0 {
				m.checkAll()
			}
		}
		m.checkAll()
	}
	apitest.Any(t, takeSteps)
	if long {
		t.Run("s3", func(t *testing.T) {
			servertest.EachDatabaseURL(t, func(t *testing.T, url string) {
				takeSteps(t, apitest.StartOn(t, url, apitest.Settings{"STORAGE_URL": servertest.S3URL(t)}))
			})
		})
	}
}
