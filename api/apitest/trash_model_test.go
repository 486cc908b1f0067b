package apitest_test

import (
	"bytes"
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

	"portfolio/api/apitest"
	"portfolio/api/apperror"
	"portfolio/api/database/databasetest"
	"portfolio/api/photos"
	"portfolio/api/storage/storagetest"
	"portfolio/api/storedfiles"
	"portfolio/api/validate"
)

// stepsVariable names the variable that says how many steps TestRandomStepsAgainstAModel takes.
const stepsVariable = "TRASH_STEPS"

// modelled is a plain account of what a site must have: for each image and each item of the trash the names of its files.
type modelled struct {
	t    *testing.T
	site *apitest.Site
	rand *rand.Rand
	// images are those that are shown, by id, pictures the files that each colour is stored as.
	images map[int64]int
	items  map[int64]modelItem
	files  map[int][]string
	days   int
	now    int // in days
}

type modelItem struct {
	kind    string
	image   int64
	colour  int
	deleted int // on which day
}

// colours is how many different pictures there are: few, so that images share files.
const colours = 6

// trashSteps are what may happen. Each returns whether it could.
var trashSteps = []func(m *modelled) bool{
	(*modelled).upload, (*modelled).upload, (*modelled).replace, (*modelled).replace, (*modelled).discard, (*modelled).discard,
	(*modelled).restore, (*modelled).restore, (*modelled).purge, (*modelled).nextDay, (*modelled).collect,
}

func (m *modelled) picture() (fields photos.ImageFields, colour int) {
	colour = m.rand.IntN(colours)
	file, err := m.site.App.Media.Receive(m.t.Context(), bytes.NewReader(jpegOf(m.t, 340, 20, color.Gray{uint8(40 * colour)})))
	m.check(err)
	title := fmt.Sprint("Picture ", colour)
	return photos.ImageFields{Title: &title, File: file, FileName: "a.jpg"}, colour
}

func (m *modelled) check(err error) {
	m.t.Helper()
	if err != nil {
		m.t.Fatal(err)
	}
}

func (m *modelled) upload() bool {
	fields, colour := m.picture()
	defer func() { _ = fields.File.Close() }()
	image, err := m.site.App.Photos.Upload(m.t.Context(), fields)
	m.check(err)
	m.images[image.ID] = colour
	m.remember(image, colour)
	return true
}

func (m *modelled) remember(image photos.Image, colour int) {
	m.files[colour] = nil
	for _, rendition := range image.Picture {
		m.files[colour] = append(m.files[colour], rendition.Name)
	}
}

func (m *modelled) replace() bool {
	id, ok := anyOf(m.rand, m.images)
	if !ok {
		return false
	}
	fields, colour := m.picture()
	defer func() { _ = fields.File.Close() }()
	image, err := m.site.App.Photos.ChangeImage(m.t.Context(), id, fields)
	m.check(err)
	m.remember(image, colour)
	if before := m.images[id]; before != colour {
		m.items[m.newest()] = modelItem{"image_file", id, before, m.now}
	}
	m.images[id] = colour
	return true
}

// newest returns the id of what was put into the trash last.
func (m *modelled) newest() int64 {
	items, _, err := m.site.App.Trash.List(m.t.Context(), "", validate.Page{Limit: 1})
	m.check(err)
	return items[0].ID
}

func (m *modelled) discard() bool {
	id, ok := anyOf(m.rand, m.images)
	if !ok {
		return false
	}
	item, err := m.site.App.Photos.DeleteImage(m.t.Context(), id)
	m.check(err)
	m.items[item] = modelItem{"image", id, m.images[id], m.now}
	delete(m.images, id)
	return true
}

func (m *modelled) restore() bool {
	id, ok := anyOf(m.rand, m.items)
	if !ok {
		return false
	}
	item := m.items[id]
	shown, there := m.images[item.image]
	_, err := m.site.App.Trash.Restore(m.t.Context(), id)
	var refused *apperror.Error
	if item.kind == "image_file" && !there {
		if !errors.As(err, &refused) || refused.Kind != apperror.KindConflict {
			m.t.Fatalf("the picture of nothing: %v", err)
		}
		return true
	}
	m.check(err)
	delete(m.items, id)
	if item.kind == "image_file" && shown != item.colour {
		m.items[m.newest()] = modelItem{"image_file", item.image, shown, m.now}
	}
	m.images[item.image] = item.colour
	return true
}

func (m *modelled) purge() bool {
	id, ok := anyOf(m.rand, m.items)
	if ok {
		m.check(m.site.App.Trash.Purge(m.t.Context(), id))
		m.forget(id)
	}
	return ok
}

// forget removes an item, and with an image its previous pictures.
func (m *modelled) forget(id int64) {
	gone := m.items[id]
	delete(m.items, id)
	maps.DeleteFunc(m.items, func(_ int64, item modelItem) bool { return gone.kind == "image" && item.image == gone.image })
}

func (m *modelled) nextDay() bool {
	m.now++
	m.site.Clock.Advance(25 * time.Hour) // longer, so that it does not matter when on a day something was deleted
	m.check(m.site.App.Trash.Expire(m.t.Context()))
	for id, item := range m.items {
		if m.now-item.deleted >= m.days {
			m.forget(id)
		}
	}
	return true
}

func (m *modelled) collect() bool {
	_, err := m.site.App.Files.Collect(m.t.Context(), storedfiles.UploadLease)
	m.check(err)
	return true
}

// checkAll compares what there is with the model: what is shown is served, what is in the trash alone is not, and after a collection the
// store has the files of both and nothing else.
func (m *modelled) checkAll() {
	m.t.Helper()
	m.collect()
	served, kept := map[string]bool{}, map[string]bool{}
	for _, colour := range m.images {
		for _, name := range m.files[colour] {
			served[name], kept[name] = true, true
		}
	}
	items, total, err := m.site.App.Trash.List(m.t.Context(), "", validate.Page{})
	m.check(err)
	if total != int64(len(m.items)) {
		m.t.Fatalf("%d items are in the trash, the model has %d: %+v, %+v", total, len(m.items), items, m.items)
	}
	for _, item := range m.items {
		for _, name := range m.files[item.colour] {
			kept[name] = true
		}
	}
	for name := range kept {
		object, err := m.site.App.Files.Open(m.t.Context(), name)
		if err == nil {
			_ = object.Close()
		}
		if (err == nil) != served[name] {
			m.t.Fatalf("%s is served: %v, want %v", name, err, served[name])
		}
	}
	var stored []string
	for info, err := range m.site.App.Files.Storage.List(m.t.Context(), "") {
		m.check(err)
		stored = append(stored, info.Name)
	}
	slices.Sort(stored)
	if want := slices.Sorted(maps.Keys(kept)); !slices.Equal(stored, want) {
		m.t.Fatalf("stored are %q, the model has %q", stored, want)
	}
	report, err := m.site.App.Files.Check(m.t.Context(), 0, storedfiles.Findings{})
	m.check(err)
	if report.Broken > 0 || report.Stray > 0 {
		m.t.Fatalf("%+v", report)
	}
}

func anyOf[V any](random *rand.Rand, from map[int64]V) (int64, bool) {
	if len(from) == 0 {
		return 0, false
	}
	return slices.Sorted(maps.Keys(from))[random.IntN(len(from))], true
}

// Whatever happens in whatever order, every byte that can be restored is there, and nothing else is. TRASH_STEPS takes more steps, on S3
// too where there is a server of it.
func TestRandomStepsAgainstAModel(t *testing.T) {
	steps, err := strconv.Atoi(os.Getenv(stepsVariable))
	long := err == nil
	if !long {
		steps = 150
	}
	takeSteps := func(t *testing.T, site *apitest.Site) {
		seed := uint64(time.Now().UnixNano())
		t.Logf("seed %d", seed)
		m := &modelled{
			t: t, site: site, rand: rand.New(rand.NewPCG(seed, 0)),
			images: map[int64]int{}, items: map[int64]modelItem{}, files: map[int][]string{}, days: 3,
		}
		for range steps {
			trashSteps[m.rand.IntN(len(trashSteps))](m)
			if m.rand.IntN(10) == 0 {
				m.checkAll()
			}
		}
		m.checkAll()
	}
	apitest.EachWith(t, apitest.Settings{"TRASH_DAYS": "3"}, takeSteps)
	if long {
		t.Run("s3", func(t *testing.T) {
			databasetest.EachURL(t, func(t *testing.T, url string) {
				takeSteps(t, apitest.StartOn(t, url, apitest.Settings{"TRASH_DAYS": "3", "STORAGE_URL": storagetest.S3URL(t)}))
			})
		})
	}
}
