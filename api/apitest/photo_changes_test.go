package apitest_test

import (
	"fmt"
	"image/color"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/photos"
)

func patch(path string, change any) apitest.Request {
	return apitest.Request{Method: "PATCH", Path: path, As: apitest.Staff, JSON: change}
}

func remove(path string) apitest.Request {
	return apitest.Request{Method: "DELETE", Path: path, As: apitest.Staff}
}

// patchForm is a change of an image as the site sends it.
func patchForm(id int64, fields map[string]string, name string, content []byte) apitest.Request {
	request := upload(fields, name, content)
	request.Method, request.Path = "PATCH", imagePath(id)
	return request
}

func imagePath(id int64) string { return imagesPath + strconv.FormatInt(id, 10) + "/" }

// addImage uploads an image of one colour and returns it.
func addImage(t *testing.T, site *apitest.Site, fields map[string]string, colour color.Color) (made apitest.Image) {
	t.Helper()
	answered(t, site, 201, upload(fields, "a.jpg", jpegOf(t, 400, 300, colour)), &made)
	return made
}

func addGallery(t *testing.T, site *apitest.Site, name string) (made photos.Gallery) {
	t.Helper()
	site.Do(t, asStaff("POST", galleriesPath, map[string]string{"name": name})).Decode(t, &made)
	return made
}

func TestAChangeOfAnImage(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		gallery := strconv.FormatInt(addGallery(t, site, "page logos").ID, 10)
		image := addImage(t, site, map[string]string{"title": "Crane", "description": "At dawn", "alt_text": "A crane", "gallery": gallery}, color.White)
		same := `"image":"` + image.ImageURL + `",`
		const gone = `{"detail":"Not found."}`
		site.Run(t, []apitest.Scenario{
			{Name: "by a form", Request: patchForm(image.ID, map[string]string{"title": " Cranes ", "description": "", "gallery": ""}, "", nil), Status: 200,
				Want: `{…"title":"Cranes","description":"","alt_text":"A crane","decorative":false,"gallery":null,"gallery_name":null,` + same + `…}`},
			{Name: "by JSON", Request: patch(imagePath(image.ID), map[string]any{"alt_text": "", "gallery": 1}), Status: 200,
				Want: `{…"title":"Cranes","description":"","alt_text":"","decorative":false,"gallery":1,"gallery_name":"page logos",` + same + `…}`},
			{Name: "nothing", Request: patch(imagePath(image.ID), nothing), Status: 200, Want: `{…"title":"Cranes",…"gallery":1,…}`},
			{Name: "no gallery", Request: patch(imagePath(image.ID), map[string]any{"gallery": nil}), Status: 200, Want: `{…"title":"Cranes",…"gallery":null,…}`},
			{Name: "in other languages", Request: patch(imagePath(image.ID), map[string]any{"alt_texts": map[string]string{"nl": " Een kraan ", "pt-BR": "Um guindaste"}}),
				Status: 200, Want: `{…"alt_text":"",…"alt_texts":{"nl":"Een kraan","pt-BR":"Um guindaste"},…`},
			{Name: "in one of them", Request: patch(imagePath(image.ID), map[string]any{"alt_texts": map[string]string{"nl": ""}}), Status: 200,
				Want: `{…"alt_texts":{"pt-BR":"Um guindaste"},…`},
			{Name: "in one, in a form", Request: patchForm(image.ID, map[string]string{"alt_texts": `{"de":"Ein Kran"}`}, "", nil), Status: 200,
				Want: `{…"alt_texts":{"de":"Ein Kran","pt-BR":"Um guindaste"},…`},
			{Name: "in none, in a form", Request: patchForm(image.ID, map[string]string{"alt_texts": `{"de":""}`}, "", nil), Status: 200,
				Want: `{…"alt_texts":{"pt-BR":"Um guindaste"},…`},
			{Name: "not by language", Request: patchForm(image.ID, map[string]string{"alt_texts": "Ein Kran"}, "", nil), Status: 400,
				Want: `{"alt_texts":["Enter a JSON object of texts."]}`},
			{Name: "in no language", Request: patch(imagePath(image.ID), map[string]any{"alt_texts": map[string]string{"Dutch": "Een kraan"}}), Status: 400,
				Want: `{"alt_texts":["\"Dutch\" is not a valid choice."]}`},
			{Name: "too long in a language", Request: patch(imagePath(image.ID), map[string]any{"alt_texts": map[string]string{"nl": strings.Repeat("x", 501)}}),
				Status: 400, Want: `{"alt_texts":["Ensure this field has no more than 500 characters."]}`},
			{Name: "for staff", Request: get(imagesPath, apitest.Staff), Status: 200, Want: `[{…"alt_texts":{"pt-BR":"Um guindaste"},…`},
			{Name: "in none", Request: patch(imagePath(image.ID), map[string]any{"alt_texts": map[string]string{"pt-BR": ""}}), Status: 200, Want: `{…"alt_text":"","decorative":…`},
			{Name: "a focal point by JSON", Request: patch(imagePath(image.ID), map[string]any{"focal_point": map[string]int{"x": 0, "y": 100}}), Status: 200, Want: `{…"focal_point":{"x":0,"y":100},…}`},
			{Name: "a focal point in a form", Request: patchForm(image.ID, map[string]string{"focal_point": "30,70"}, "", nil), Status: 200, Want: `{…"focal_point":{"x":30,"y":70},…}`},
			{Name: "it stays", Request: patch(imagePath(image.ID), map[string]any{"alt_text": ""}), Status: 200, Want: `{…"focal_point":{"x":30,"y":70},…}`},
			{Name: "none", Request: patch(imagePath(image.ID), map[string]any{"focal_point": nil}), Status: 200, Want: `{…"focal_point":null,…}`},
			{Name: "outside", Request: patchForm(image.ID, map[string]string{"focal_point": "30,101"}, "", nil), Status: 400, Want: `{"focal_point":["Enter two whole numbers from 0 to 100, such as 30,70, or leave this empty for the centre."]}`},
			{Name: "half a point", Request: patch(imagePath(image.ID), map[string]any{"focal_point": map[string]int{"x": 30}}), Status: 400, Want: `{"focal_point":["Enter …"]}`},
			{Name: "once more", Request: patchForm(image.ID, map[string]string{"focal_point": "30,70"}, "", nil), Status: 200, Want: `{…}`},
			{Name: "decorative", Request: patch(imagePath(image.ID), map[string]any{"decorative": true}), Status: 200, Want: `{…"alt_text":"","decorative":true,…}`},
			{Name: "not missing", Request: get(imagesPath+"?alt_text=missing", apitest.Staff), Status: 200, Want: `[]`},
			{Name: "a text instead", Request: patch(imagePath(image.ID), map[string]any{"alt_text": "A crane"}), Status: 200, Want: `{…"alt_text":"A crane","decorative":false,…}`},
			{Name: "decorative instead", Request: patchForm(image.ID, map[string]string{"decorative": "true"}, "", nil), Status: 200, Want: `{…"alt_text":"A crane","decorative":true,…}`},
			{Name: "the text was kept", Request: patch(imagePath(image.ID), map[string]any{"decorative": false}), Status: 200, Want: `{…"alt_text":"A crane","decorative":false,…}`},
			{Name: "both", Request: patch(imagePath(image.ID), map[string]any{"alt_text": "A hook", "decorative": true}), Status: 200, Want: `{…"alt_text":"A hook","decorative":true,…}`},
			{Name: "neither", Request: patch(imagePath(image.ID), map[string]any{"alt_text": "", "decorative": false}), Status: 200, Want: `{…"alt_text":"","decorative":false,…}`},
			{Name: "missing", Request: get(imagesPath+"?alt_text=missing", apitest.Staff), Status: 200, Want: `[{"id":1,…}]`},
			{Name: "missing what", Request: get(imagesPath+"?alt_text=some", apitest.Staff), Status: 400, Want: `{"alt_text":["\"some\" is not a valid choice."]}`},
			{Name: "perhaps", Request: patch(imagePath(image.ID), map[string]any{"decorative": "perhaps"}), Status: 400, Want: `{"decorative":["Must be a valid boolean."]}`},
			{Name: "no texts", Request: patch(imagePath(image.ID), map[string]any{"title": nil, "alt_text": nil, "gallery": nil}), Status: 400,
				Want: `{"alt_text":["This field may not be null."],"title":["This field may not be null."]}`},
			{Name: "all wrong", Request: patchForm(image.ID, map[string]string{"title": " ", "gallery": "99"}, "a.jpg", []byte("no image")), Status: 400,
				Want: `{"gallery":["Invalid pk \"99\" - object does not exist."],"image":["Upload a valid image: …"],"title":["This field may not be blank."]}`},
			{Name: "a text for the image", Request: patchForm(image.ID, map[string]string{"image": "x"}, "", nil), Status: 400,
				Want: `{"image":["The submitted data was not a file. Check the encoding type on the form."]}`},
			{Name: "another image", Request: patchForm(image.ID, map[string]string{"title": "Tug"}, "tug.jpg", jpegOf(t, 700, 500, color.Black)), Status: 200,
				Want: `{"id":` + strconv.FormatInt(image.ID, 10) + `,"title":"Tug",…"width":700,"height":500,"srcset":[{…"width":320,…},{…"width":640,…},{…"width":700,…}],"focal_point":null,…}`},
			{Name: "the list", Request: get(imagesPath, apitest.Staff), Status: 200, Want: `[{…"title":"Tug",…"width":700,…}]`},
			{Name: "neither form nor JSON", Request: apitest.Request{Method: "PATCH", Path: imagePath(image.ID), As: apitest.Staff, Text: "x",
				Header: map[string]string{"Content-Type": "text/plain"}}, Status: 415, Want: `{…}`},
			{Name: "no such", Request: patch(imagePath(99), nothing), Status: 404, Want: gone},
			{Name: "delete", Request: remove(imagePath(image.ID)), Status: 204, Want: ""},
			{Name: "again", Request: remove(imagePath(image.ID)), Status: 404, Want: gone},
			{Name: "change it then", Request: patch(imagePath(image.ID), nothing), Status: 404, Want: gone},
			{Name: "no id", Request: remove(imagesPath + "0/"), Status: 404, Want: gone},
		})
	})
}

func TestAChangeOfAGallery(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		gallery := addGallery(t, site, "page logos")
		id := strconv.FormatInt(gallery.ID, 10)
		addImage(t, site, map[string]string{"title": "Crane", "gallery": id}, color.White)
		change := galleriesPath + "update/" + id + "/"
		const gone = `{"detail":"Not found."}`
		site.Run(t, []apitest.Scenario{
			{Name: "rename", Request: patch(change, map[string]string{"name": " Banner "}), Status: 200,
				Want: `{"id":` + id + `,"name":"Banner","slug":"page-logos","description":"","shown":false,"image_count":1}`},
			{Name: "describe", Request: patch(change, map[string]string{"description": "Round"}), Status: 200, Want: `{…"name":"Banner",…"description":"Round",…}`},
			{Name: "nothing", Request: patch(change, nothing), Status: 200, Want: `{…"name":"Banner",…"description":"Round",…}`},
			{Name: "blank", Request: patch(change, map[string]string{"name": " "}), Status: 400, Want: `{"name":["This field may not be blank."]}`},
			{Name: "no such", Request: patch(galleriesPath+"update/99/", map[string]string{"name": "x"}), Status: 404, Want: gone},
			{Name: "delete", Request: remove(galleriesPath + id + "/"), Status: 204, Want: ""},
			{Name: "again", Request: remove(galleriesPath + id + "/"), Status: 404, Want: gone},
			{Name: "the image", Request: get(imagesPath, apitest.Staff), Status: 200, Want: `[{…"title":"Crane",…"gallery":null,"gallery_name":null,…}]`},
			{Name: "the front page", Request: get(imagesPath+"?gallery_slug=page-logos", apitest.Anonymous), Status: 200, Want: `[]`},
		})
	})
}

// listed is the scenario of a query for images of one-letter titles, with how many there are on
// all pages.
func listed(query, titles, total string) apitest.Scenario {
	want := `[`
	for i, title := range titles {
		if i > 0 {
			want += `,`
		}
		want += `{"id":…,"title":"` + string(title) + `",…}`
	}
	return apitest.Scenario{Name: query, Request: get(imagesPath+"?"+query, apitest.Staff), Status: 200, Want: want + `]`,
		Header: map[string]string{"X-Total-Count": total}}
}

func TestPartsOfTheListOfImages(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "page logos")
		for i, title := range []string{"b", "A", "d", "C"} {
			fields := map[string]string{"title": title}
			if i < 3 {
				fields["gallery"] = "1"
			}
			addImage(t, site, fields, color.White)
		}
		site.Run(t, []apitest.Scenario{
			listed("", "CdAb", "4"), listed("limit=2", "Cd", "4"), listed("limit=2&offset=3", "b", "4"), listed("offset=9", "", "4"), listed("limit=&offset=", "CdAb", "4"),
			listed("ordering=uploaded_at", "bAdC", "4"), listed("ordering=title", "AbCd", "4"), listed("ordering=-title&limit=1", "d", "4"),
			listed("gallery=1", "dAb", "3"), listed("gallery=1&limit=1&offset=1", "A", "3"), listed("gallery=none", "C", "1"), listed("gallery=9", "", "0"),
			listed("gallery_slug=page-logos&limit=1", "b", "3"), listed("gallery_slug=page-logos&offset=1", "Ad", "3"), listed("gallery_slug=none&limit=1", "", "0"),
			{Name: "all wrong", Request: get(imagesPath+"?limit=0&offset=-1&ordering=size&gallery=x", apitest.Staff), Status: 400,
				Want: `{"gallery":["Incorrect type. Expected pk value, received str."],"limit":["Ensure this value is greater than or equal to 1."],` +
					`"offset":["Ensure this value is greater than or equal to 0."],"ordering":["\"size\" is not a valid choice."]}`},
			{Name: "no number", Request: get(imagesPath+"?gallery_slug=x&limit=ten", apitest.Anonymous), Status: 400, Want: `{"limit":["A valid integer is required."]}`},
			{Name: "for staff only", Request: get(imagesPath+"?gallery=1", apitest.User), Status: 403, Want: `{…}`},
		})
	})
}

func TestSearchAndOrderOfImages(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "page logos")
		addGallery(t, site, "An archive")
		for _, fields := range []map[string]string{
			{"title": "b", "gallery": "1", "description": "At dawn"},
			{"title": "A", "gallery": "2", "alt_text": "100% of a_b"},
			{"title": "d", "gallery": "1"},
			{"title": "C", "description": "Dawn again"},
		} {
			addImage(t, site, fields, color.White)
		}
		site.Run(t, []apitest.Scenario{
			listed("search=DAWN", "Cb", "2"), listed("search=dawn&limit=1&offset=1", "b", "2"), listed("search=+logos+dawn+", "b", "1"),
			listed("search=dawn&gallery=none", "C", "1"), listed("search=a_b", "A", "1"), listed("search=axb", "", "0"), listed("search=%25", "A", "1"),
			listed("search=", "CdAb", "4"), listed("search=a+b+b+b+b+nothing", "Ab", "2"),
			listed("ordering=gallery", "AdbC", "4"), listed("ordering=gallery&limit=2&offset=1", "db", "4"),
			{Name: "too long", Request: get(imagesPath+"?search="+strings.Repeat("x", 201), apitest.Staff), Status: 400,
				Want: `{"search":["Ensure this field has no more than 200 characters."]}`},
			{Name: "not storable", Request: get(imagesPath+"?search=%00", apitest.Staff), Status: 400, Want: `{"search":["…"]}`},
		})
		addImage(t, site, map[string]string{"title": "B"}, color.White)
		site.Run(t, []apitest.Scenario{{Name: "equal titles", Request: get(imagesPath+"?ordering=-title&offset=1&limit=3", apitest.Staff), Status: 200,
			Want: `[{…"title":"C",…},{"id":5,"title":"B",…},{"id":1,"title":"b",…}]`}})
	})
}

func TestManyUploadsAtOnce(t *testing.T) {
	const uploads = 12
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		addGallery(t, site, "page logos")
		var group sync.WaitGroup
		for n := range uploads {
			group.Go(func() {
				request := upload(map[string]string{"title": fmt.Sprint(n), "gallery": "1"}, "a.jpg", jpegOf(t, 400, 300, color.Gray{byte(n * 20)}))
				expect(t, site, 201, request)
			})
		}
		group.Wait()
		var listed []struct {
			Title    string
			ImageURL string `json:"image_url"`
		}
		site.Do(t, get(imagesPath+"?gallery_slug=page-logos", apitest.Anonymous)).Decode(t, &listed)
		titles, files := map[string]bool{}, map[string]bool{}
		for _, image := range listed {
			titles[image.Title], files[image.ImageURL] = true, true
			expect(t, site, 200, get(image.ImageURL, apitest.Anonymous))
		}
		check(t, len(titles) == uploads && len(files) == uploads, "%d titles and %d files of %d uploads", len(titles), len(files), uploads)
	})
}

// TestAGalleryIsDeletedDuringUploadsIntoIt counts images: each acknowledged upload exists, with or
// without the gallery, and no upload before the deletion is refused.
func TestAGalleryIsDeletedDuringUploadsIntoIt(t *testing.T) {
	apitest.Each(t, func(t *testing.T, site *apitest.Site) {
		for round := range 4 {
			id := strconv.FormatInt(addGallery(t, site, fmt.Sprint("gallery ", round)).ID, 10)
			var accepted, refused atomic.Int64
			var group sync.WaitGroup
			first := make(chan struct{})
			var once sync.Once
			for n := range 8 {
				group.Go(func() {
					answer := site.Do(t, upload(map[string]string{"title": id, "gallery": id}, "a.jpg", jpegOf(t, 400, 300, color.Gray{byte(n * 20)})))
					switch answer.Status {
					case http.StatusCreated:
						accepted.Add(1)
					case http.StatusBadRequest:
						refused.Add(1)
					default:
						t.Errorf("%d %s", answer.Status, answer.Body)
					}
					once.Do(func() { close(first) })
				})
			}
			<-first
			expect(t, site, 204, remove(galleriesPath+id+"/"))
			group.Wait()
			var listed []struct {
				Title   string
				Gallery *int64
			}
			site.Do(t, get(imagesPath, apitest.Staff)).Decode(t, &listed)
			found := int64(0)
			for _, image := range listed {
				if image.Title == id {
					found++
				}
				if image.Gallery != nil {
					t.Errorf("an image is in gallery %d, which is gone", *image.Gallery)
				}
			}
			if found != accepted.Load() || accepted.Load()+refused.Load() != 8 {
				t.Errorf("%d uploads were answered 201 and %d refused, %d are there", accepted.Load(), refused.Load(), found)
			}
		}
	})
}
