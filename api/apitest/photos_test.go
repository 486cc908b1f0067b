package apitest_test

import (
	"bytes"
	"image"
	"image/color"
	"image/jpeg"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"portfolio/api/apitest"
	"portfolio/api/internal/media"
	"portfolio/api/photos"
)

const (
	galleriesPath = "/api/photos/galleries/"
	imagesPath    = "/api/photos/images/"
)

func upload(fields map[string]string, name string, content []byte) apitest.Request {
	form := &apitest.Form{Fields: fields}
	if content != nil {
		form.Files = map[string]apitest.File{"image": {Name: name, Content: content}}
	}
	return apitest.Request{Method: "POST", Path: imagesPath, As: apitest.Staff, Form: form}
}

// jpegOf returns a JPEG of a plain colour.
func jpegOf(t *testing.T, width, height int, colour color.Color) []byte {
	t.Helper()
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{colour})
	var file bytes.Buffer
	noError(t, jpeg.Encode(&file, img, nil))
	return file.Bytes()
}

func TestGalleries(t *testing.T) {
	create := func(body any) apitest.Request { return asStaff("POST", galleriesPath, body) }
	list := get(galleriesPath, apitest.Staff)
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		site.Run(t, []apitest.Scenario{
			{Name: "none", Request: list, Status: 200, Want: `[]`},
			{Name: "one", Request: create(map[string]string{"name": "page logos"}), Status: 201,
				Want: `{"id":…,"name":"page logos","slug":"page-logos","description":"","shown":false,"image_count":0}`},
			{Name: "the same name", Request: create(map[string]string{"name": "Page Logos", "description": "Again"}), Status: 201,
				Want: `{"id":…,"name":"Page Logos","slug":"page-logos-2","description":"Again","shown":false,"image_count":0}`},
			{Name: "no name", Request: create(map[string]string{"description": "x"}), Status: 400, Want: `{"name":["This field is required."]}`},
			{Name: "a blank name", Request: create(map[string]string{"name": " "}), Status: 400, Want: `{"name":["This field may not be blank."]}`},
			{Name: "a number", Request: create(map[string]any{"name": 7}), Status: 400, Want: `{"name":["Not a valid string."]}`},
			{Name: "a long name", Request: create(map[string]string{"name": strings.Repeat("x", 101)}), Status: 400,
				Want: `{"name":["Ensure this field has no more than 100 characters."]}`},
			{Name: "a null character", Request: create(map[string]string{"name": "a\x00"}), Status: 400,
				Want: `{"name":["Null characters are not allowed."]}`},
			{Name: "both", Request: list, Status: 200, Want: `[{…"slug":"page-logos",…},{…"slug":"page-logos-2",…}]`},
			{Name: "a year", Request: create(map[string]string{"name": "2024"}), Status: 201,
				Want: `{"id":…,"name":"2024","slug":"gallery-1","description":"","shown":false,"image_count":0}`},
			{Name: "digits with hyphens", Request: create(map[string]string{"name": "2024-05 / 06"}), Status: 201,
				Want: `{"id":…,"name":"2024-05 / 06","slug":"gallery-2","description":"","shown":false,"image_count":0}`},
			{Name: "neither letters nor digits", Request: create(map[string]string{"name": "🌊"}), Status: 201,
				Want: `{"id":…,"name":"🌊","slug":"gallery-3","description":"","shown":false,"image_count":0}`},
			{Name: "spaces around it", Request: create(map[string]string{"name": "  Harbour, at night!  ", "description": " Long exposures. "}), Status: 201,
				Want: `{"id":…,"name":"Harbour, at night!","slug":"harbour-at-night","description":"Long exposures.","shown":false,"image_count":0}`},
			{Name: "accents", Request: create(map[string]string{"name": "Été à Genève"}), Status: 201, Want: `{…"slug":"ete-a-geneve",…}`},
			{Name: "ligatures", Request: create(map[string]string{"name": "Straße & Æther ﬁn"}), Status: 201, Want: `{…"slug":"strasse-aether-fin",…}`},
			{Name: "an apostrophe", Request: create(map[string]string{"name": "Edda's talks"}), Status: 201, Want: `{…"slug":"eddas-talks",…}`},
			{Name: "an underscore", Request: create(map[string]string{"name": "Page_Logos"}), Status: 201, Want: `{…"name":"Page_Logos","slug":"page-logos-3",…}`},
			{Name: "another script", Request: create(map[string]string{"name": "写真"}), Status: 201, Want: `{…"name":"写真","slug":"gallery-4",…}`},
			{Name: "the word itself", Request: create(map[string]string{"name": "Gallery"}), Status: 201, Want: `{…"slug":"gallery",…}`},
			{Name: "a hundred letters", Request: create(map[string]string{"name": strings.Repeat("ß", 100)}), Status: 201,
				Want: `{…"slug":"` + strings.Repeat("s", 100) + `",…}`},
			{Name: "a long description", Request: create(map[string]string{"name": "x", "description": strings.Repeat("x", 2001)}), Status: 400,
				Want: `{"description":["Ensure this field has no more than 2000 characters."]}`},
			{Name: "a letter beside digits", Request: create(map[string]string{"name": "2024 b"}), Status: 201,
				Want: `{"id":…,"name":"2024 b","slug":"2024-b","description":"","shown":false,"image_count":0}`},
			{Name: "another method", Request: asStaff("PUT", galleriesPath, nil), Status: 405,
				Want: `{"detail":"Method \"PUT\" not allowed."}`},
		})
	})
}

func TestImages(t *testing.T) {
	title := map[string]string{"title": "Crane"}
	img := jpegOf(t, 1400, 700, color.RGBA{200, 40, 40, 255})
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		var gallery photos.Gallery
		site.Do(t, asStaff("POST", galleriesPath, map[string]string{"name": "page logos"})).Decode(t, &gallery)
		id := strconv.FormatInt(gallery.ID, 10)
		const all = `"width":1400,"height":700,"srcset":[{"url":"/media/…","width":320,"height":160},{…"width":640,"height":320},` +
			`{…"width":960,"height":480},{…"width":1280,"height":640},{…"width":1400,"height":700}],"focal_point":null,"uploaded_at":"…Z","caption":"Crane"}`
		site.Run(t, []apitest.Scenario{
			{Name: "a damaged image", Request: upload(title, "crane.jpg", img[:len(img)-20]), Status: 400,
				Want: `{"image":["Upload a valid image: a JPEG, PNG, GIF or WebP file. This one is damaged or cut off."]}`},
			{Name: "a blank title", Request: upload(map[string]string{"title": "  "}, "crane.jpg", img), Status: 400, Want: `{"title":["This field may not be blank."]}`},
			{Name: "long texts", Request: upload(map[string]string{"title": strings.Repeat("x", 501), "description": strings.Repeat("x", 2001)}, "crane.jpg", img), Status: 400,
				Want: `{"description":["Ensure this field has no more than 2000 characters."],"title":["Ensure this field has no more than 500 characters."]}`},
			{Name: "a negative gallery", Request: upload(map[string]string{"title": "Crane", "gallery": "-1"}, "crane.jpg", img), Status: 400,
				Want: `{"gallery":["Invalid pk \"-1\" - object does not exist."]}`},
			{Name: "a huge gallery", Request: upload(map[string]string{"title": "Crane", "gallery": "99999999999999999999"}, "crane.jpg", img), Status: 400,
				Want: `{"gallery":["Invalid pk \"99999999999999999999\" - object does not exist."]}`},
			{Name: "a name for the gallery", Request: upload(map[string]string{"title": "Crane", "gallery": "harbour"}, "crane.jpg", img), Status: 400,
				Want: `{"gallery":["Incorrect type. Expected pk value, received str."]}`},
		})
		equal(t, filesOf(t, site), 0, "files of refused uploads that were stored")
		site.Run(t, []apitest.Scenario{
			{Name: "into a gallery", Request: upload(map[string]string{"title": "Crane", "description": "At dawn", "gallery": id}, "crane.jpg", img), Status: 201,
				Want: `{"id":…,"title":"Crane","description":"At dawn","alt_text":"","decorative":false,"gallery":` + id + `,"gallery_name":"page logos","image":"/media/….jpg",` +
					`"image_url":"/media/….jpg","thumbnail_url":"/media/….jpg",` + all},
			{Name: "into none", Request: upload(title, "crane.jpg", img), Status: 201, Want: `{…"gallery":null,"gallery_name":null,…` + all},
			{Name: "no file", Request: upload(title, "", nil), Status: 400, Want: `{"image":["No file was submitted."]}`},
			{Name: "no image", Request: upload(title, "crane.jpg", []byte("MZ no image at all")), Status: 400,
				Want: `{"image":["Upload a valid image: a JPEG, PNG, GIF or WebP file. This file is none of them."]}`},
			{Name: "a photo of an iPhone", Request: upload(title, "crane.jpg", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic")), Status: 400,
				Want: `{"image":["Upload a valid image: a JPEG, PNG, GIF or WebP file. This one is HEIC, … Settings → Camera → Formats → Most Compatible …"]}`},
			{Name: "nothing right", Request: upload(map[string]string{"gallery": "99"}, "", nil), Status: 400,
				Want: `{"gallery":["Invalid pk \"99\" - object does not exist."],"image":["No file was submitted."],"title":["This field is required."]}`},
			{Name: "too large", Request: upload(title, "crane.jpg", make([]byte, media.MaxBytes+1)), Status: 413,
				Want: `{"detail":"The photo is larger than the 25 MiB that are accepted."}`},
			{Name: "JSON", Request: asStaff("POST", imagesPath, title), Status: 415,
				Want: `{"detail":"Unsupported media type \"application/json\" in request. Send multipart/form-data."}`},
			{Name: "the gallery", Request: get(imagesPath+"?gallery_slug=page-logos", apitest.Anonymous), Status: 200,
				Want: `[{…"title":"Crane","description":"At dawn",…}]`},
			{Name: "no slug", Request: get(imagesPath+"?gallery_slug=%00%ff", apitest.Anonymous), Status: 200, Want: `[]`},
			{Name: "no such gallery", Request: get(imagesPath+"?gallery_slug=none", apitest.Anonymous), Status: 200, Want: `[]`},
			{Name: "a slug in capitals", Request: get(imagesPath+"?gallery_slug=Page-Logos", apitest.Anonymous), Status: 200, Want: `[]`},
			{Name: "all slugs", Request: get(imagesPath+"?gallery_slug=%25", apitest.Anonymous), Status: 200, Want: `[]`},
			{Name: "a blank slug, for staff only", Request: get(imagesPath+"?gallery_slug=", apitest.Anonymous), Status: 401, Want: `…`},
			{Name: "another parameter, for staff only", Request: get(imagesPath+"?gallery=page-logos", apitest.Anonymous), Status: 401, Want: `…`},
			{Name: "all", Request: get(imagesPath, apitest.Staff), Status: 200, Want: `[{…"gallery":null,…},{…"gallery":` + id + `,…}]`},
		})
	})
}

func TestImagesAreListedByTheirIDs(t *testing.T) {
	of := func(ids string, as apitest.Role) apitest.Request { return get(imagesPath+"?limit=1&ids="+ids, as) }
	wrong := `{"ids":["Not a list of at most 200 ids with commas between them."]}`
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		gallery := addGallery(t, site, "Harbour")
		for i, title := range []string{"Crane", "Quay", "Rope"} {
			fields := map[string]string{"title": title, "gallery": strconv.FormatInt(gallery.ID, 10)}
			expect(t, site, 201, upload(fields, "a.jpg", jpegOf(t, 40+i, 30, color.White)))
		}
		site.Run(t, []apitest.Scenario{
			{Name: "existing ones", Request: of("3,9,1,3", apitest.Staff), Status: 200, Header: map[string]string{"X-Total-Count": "2"},
				Want: `[{"id":1,"title":"Crane",…"gallery_name":"Harbour",…},{"id":3,"title":"Rope",…}]`},
			{Name: "none", Request: of("9", apitest.Staff), Status: 200, Want: `[]`},
			{Name: "no ids", Request: of("1,x", apitest.Staff), Status: 400, Want: wrong},
			{Name: "too many", Request: of(strings.Repeat("1,", 200)+"1", apitest.Staff), Status: 400, Want: wrong},
			{Name: "not for everybody", Request: of("1", apitest.User), Status: 403, Want: `…`},
		})
	})
}

func TestMedia(t *testing.T) { eachStore(t, checkMedia) }

func checkMedia(t *testing.T, site *apitest.Site) {
	var made apitest.Image
	text := site.Do(t, upload(map[string]string{"title": "Crane"}, "crane.jpg", jpegOf(t, 700, 500, color.White)))
	text.Decode(t, &made)
	if made.ImageURL == "" {
		t.Fatalf("%d %s", text.Status, text.Body)
	}
	for _, source := range made.Srcset {
		ask := func(method, header, value string) apitest.Request {
			return apitest.Request{Method: method, Path: source.URL, Header: map[string]string{header: value}}
		}
		get := site.Do(t, ask("GET", "Accept", "*/*"))
		if config, err := jpeg.DecodeConfig(strings.NewReader(get.Body)); err != nil || config.Width != source.Width || config.Height != source.Height {
			t.Errorf("%+v: %d, %+v, %v", source, get.Status, config, err)
		}
		size := strconv.Itoa(len(get.Body))
		headers := map[string]string{
			"Content-Type": "image/jpeg", "Content-Length": size, "Cache-Control": "private, max-age=31536000, immutable",
			"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
			"Cross-Origin-Resource-Policy": "cross-origin", "Accept-Ranges": "bytes",
		}
		part := map[string]string{"Content-Range": "bytes 6-9/" + size, "Content-Length": "4"}
		site.Run(t, []apitest.Scenario{
			{Name: "get", Request: ask("GET", "Accept", "*/*"), Status: 200, Want: "…", Header: headers},
			{Name: "head", Request: ask("HEAD", "Accept", "*/*"), Status: 200, Want: "", Header: headers},
			{Name: "again", Request: ask("GET", "If-None-Match", get.Header.Get("ETag")), Status: 304, Want: ""},
			{Name: "a part", Request: ask("GET", "Range", "bytes=6-9"), Status: 206, Want: get.Body[6:10], Header: part},
			{Name: "a part behind the end", Request: ask("GET", "Range", "bytes=99999999-"), Status: 416, Want: "…"},
		})
	}
	for _, path := range []string{"/media/", "/media/ab/cd.jpg", "/media/../portfolio.db", "/media/%2e%2e/secret.key", "/media/.tmp/x", made.ImageURL + ".html"} {
		answer := site.Do(t, apitest.Request{Method: "GET", Path: path})
		check(t, answer.Status == http.StatusNotFound, "%s: %d", path, answer.Status)
	}
}

// Visitors see only the photos of galleries that are shown on the site, both through the slug, which
// is easy to guess, and on the pages.
func TestVisitorsSeeShownGalleriesOnly(t *testing.T) {
	apitest.Any(t, func(t *testing.T, site *apitest.Site) {
		gallery := addGallery(t, site, "Talks")
		change, id := galleriesPath+"update/"+strconv.FormatInt(gallery.ID, 10)+"/", strconv.FormatInt(gallery.ID, 10)
		first := addImage(t, site, map[string]string{"title": "a", "gallery": id}, color.White)
		addImage(t, site, map[string]string{"title": "b", "gallery": id}, color.Black)
		addImage(t, site, map[string]string{"title": "elsewhere"}, color.Gray{90})
		expect(t, site, 201, asStaff("POST", galleriesPath, map[string]any{"name": "Empty", "shown": true}))
		see := func(name, titles string) {
			t.Helper()
			list, shown := `[`, `[]`
			for _, title := range titles {
				list += `{…"title":"` + string(title) + `",…}`
			}
			list = strings.ReplaceAll(list, "}{", "},{") + `]`
			if titles != "" {
				shown = `[{"id":` + id + `,"name":"Talks","slug":"talks",…"images":` + list + `}]`
			}
			site.Run(t, []apitest.Scenario{
				{Name: name + ", by slug", Request: get(imagesPath+"?gallery_slug=talks", apitest.Anonymous), Status: 200, Want: list},
				{Name: name + ", a page", Request: get(imagesPath+"?gallery_slug=talks&limit=9", apitest.Anonymous), Status: 200, Want: list},
				{Name: name + ", as a user", Request: get(imagesPath+"?gallery_slug=talks", apitest.User), Status: 200, Want: list},
				{Name: name + ", for the pages", Request: get(galleriesPath+"shown/", apitest.Anonymous), Status: 200, Want: shown},
			})
		}
		see("not shown", "")
		site.Run(t, []apitest.Scenario{
			{Name: "for staff", Request: get(imagesPath+"?gallery_slug=talks", apitest.Staff), Status: 200, Want: `[{…"title":"a",…},{…"title":"b",…}]`},
			{Name: "perhaps", Request: patch(change, map[string]string{"shown": "perhaps"}), Status: 400, Want: `{"shown":["Must be a valid boolean."]}`},
			{Name: "show", Request: patch(change, map[string]bool{"shown": true}), Status: 200, Want: `{…"name":"Talks",…"shown":true,…}`},
		})
		see("shown", "ab")
		item := trashed(t, site, imagePath(first.ID))
		see("without a photo in the trash", "b")
		checkServed(t, site, first, http.StatusOK) // pages elsewhere may name its files
		restore(t, site, item)
		see("restored", "ab")
		item = trashed(t, site, galleriesPath+id+"/")
		see("in the trash", "")
		restore(t, site, item)
		see("restored as it was", "ab")
		expect(t, site, 200, patch(change, map[string]bool{"shown": false}))
		see("no longer shown", "")
	})
}
