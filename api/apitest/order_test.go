package apitest_test

import (
	"fmt"
	"image/color"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// movesVariable is how many moves TestTwoPeopleOrderAGalleryAtOnce makes; api/README.md names it.
const movesVariable = "GALLERY_MOVES"

func move(id int64, before any) apitest.Request {
	return asStaff("POST", imagePath(id)+"move/", map[string]any{"before": before})
}

func TestTheOrderOfAGallery(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "page logos")
		addGallery(t, site, "harbour")
		for i, title := range []string{"a", "b", "c"} {
			addImage(t, site, map[string]string{"title": title, "gallery": "1"}, color.Gray{uint8(i)})
		}
		addImage(t, site, map[string]string{"title": "d", "gallery": "2"}, color.White)
		addImage(t, site, map[string]string{"title": "e"}, color.White)
		shown := listed("gallery_slug=page-logos&limit=9", "cab", "3")
		shown.Request.As = apitest.Anonymous
		site.Run(t, []apitest.Scenario{
			{Name: "to the front", Request: move(3, 1), Status: 200, Want: `{"images":[3,1,2]}`},
			{Name: "by digits", Request: move(3, "1"), Status: 200, Want: `{"images":[3,1,2]}`},
			shown,
			{Name: "to the end", Request: move(3, nil), Status: 200, Want: `{"images":[1,2,3]}`},
			{Name: "before itself", Request: move(2, 2), Status: 200, Want: `{"images":[1,2,3]}`},
			{Name: "of another gallery", Request: move(1, 4), Status: 400, Want: `{"before":["Invalid pk \"4\" - object does not exist."]}`},
			{Name: "no such", Request: move(1, 99), Status: 400, Want: `{"before":["Invalid pk \"99\" - object does not exist."]}`},
			{Name: "no id", Request: move(1, "x"), Status: 400, Want: `{"before":["Incorrect type. Expected pk value, received str."]}`},
			{Name: "nothing", Request: asStaff("POST", imagePath(1)+"move/", nothing), Status: 400,
				Want: `{"before":["This field is required."]}`},
			{Name: "in no gallery", Request: move(5, nil), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "no such image", Request: move(99, nil), Status: 404, Want: `{"detail":"Not found."}`},
			{Name: "to another gallery", Request: patch(imagePath(1), map[string]any{"gallery": 2}), Status: 200, Want: `{…}`},
			{Name: "its order", Request: move(1, 4), Status: 200, Want: `{"images":[1,4]}`},
		})
	})
}

// TestTwoPeopleOrderAGalleryAtOnce moves images on two servers with one database, while an image
// leaves the gallery and returns: no image is lost, and both servers show the same order.
func TestTwoPeopleOrderAGalleryAtOnce(t *testing.T) {
	moves, _ := strconv.Atoi(os.Getenv(movesVariable))
	moves = max(moves, 60)
	servertest.EachMigratedURL(t, func(t *testing.T, url string) {
		first := apitest.StartOn(t, url, nil)
		sites := []*apitest.Site{first, apitest.Open(t, url, apitest.Settings{"DATA_DIR": first.Data})}
		gallery := strconv.FormatInt(addGallery(t, first, "page logos").ID, 10)
		var all []int64
		for i := range 12 {
			all = append(all, addImage(t, first, map[string]string{"title": fmt.Sprint(i), "gallery": gallery}, color.Gray{uint8(i)}).ID)
		}
		extra := addImage(t, first, map[string]string{"title": "extra", "gallery": gallery}, color.White).ID
		bearer := first.SignIn(t, apitest.Staff).Access
		var group sync.WaitGroup
		group.Go(func() { // a third person takes an image out and puts it back
			for range moves / 10 {
				for _, to := range []any{nil, gallery} {
					request := patch(imagePath(extra), map[string]any{"gallery": to})
					request.As, request.Bearer = apitest.Anonymous, bearer
					expect(t, first, 200, request)
				}
			}
		})
		for person, site := range sites {
			group.Go(func() {
				random := rand.New(rand.NewPCG(uint64(person), 14))
				for range moves / len(sites) {
					request := move(all[random.IntN(len(all))], []any{all[random.IntN(len(all))], all[0], nil}[random.IntN(3)])
					request.As, request.Bearer = apitest.Anonymous, bearer
					expect(t, site, 200, request)
				}
			})
		}
		group.Wait()
		var orders [2][]int64
		for i, site := range sites {
			var listed []apitest.Image
			site.Do(t, get(publicGallery, apitest.Anonymous)).Decode(t, &listed)
			for _, image := range listed {
				orders[i] = append(orders[i], image.ID)
			}
		}
		if !slices.Equal(orders[0], orders[1]) {
			t.Errorf("one server shows %v, the other %v", orders[0], orders[1])
		}
		if slices.Sort(orders[0]); !slices.Equal(orders[0], append(all, extra)) {
			t.Errorf("of %v and %d there are %v", all, extra, orders[0])
		}
	})
}
