package backendadmin

import (
	"context"
	"net/http"

	"portfolio/api/database"
)

// contentPage is the page of a list of the site's content.
type contentPage struct {
	template, title, purpose string
	// sort is the order in which the list comes; the other is the other way round.
	sort string
	// screen is where the site's staff change what is listed.
	screen string
	// nothing is said where there are no rows to the columns.
	nothing string
	columns int
}

// contentList is what the page shows.
type contentList[Row any] struct {
	list
	Rows            []Row
	Screen, Nothing string
	Columns         int
}

// source returns a part of a list's rows, and how many there are on all parts.
type source[Row any] func(ctx context.Context, part database.Part) ([]Row, int64, error)

func showContent[Row any](v *visit, p contentPage, read source[Row]) error {
	shown := contentList[Row]{list: readList(v.r.URL, []string{p.sort}), Screen: p.screen, Nothing: p.nothing, Columns: p.columns}
	var err error
	shown.Rows, shown.Total, err = read(v.r.Context(), database.Part{
		Search: shown.Search, Reverse: shown.Sort != p.sort, Limit: perPage, Offset: shown.Offset(),
	})
	if err != nil {
		return err
	}
	if shown.beyond() {
		v.seeOther(shown.lastPage())
		return nil
	}
	return v.render(http.StatusOK, page{Template: p.template, Title: p.title, Purpose: p.purpose, Data: shown})
}

// listDocuments answers GET documents/?q=&sort=&page=: 200 with a page of the documents.
func (a *Admin) listDocuments(v *visit) error {
	return showContent(v, contentPage{
		template: "documents.html", title: "Documents", purpose: "Every uploaded document, and who can find it.",
		sort: "-uploaded", screen: "/documents", nothing: "No documents uploaded yet.", columns: 5,
	}, a.documents.StoredDocuments)
}

// listCategories answers GET categories/?q=&sort=&page=: 200 with a page of the documents' categories.
func (a *Admin) listCategories(v *visit) error {
	return showContent(v, contentPage{
		template: "categories.html", title: "Categories", purpose: "What documents are sorted by, and which one of each is current.",
		sort: "name", screen: "/documents", nothing: "No categories created yet.", columns: 4,
	}, a.documents.StoredCategories)
}

// listGalleries answers GET galleries/?q=&sort=&page=: 200 with a page of the galleries.
func (a *Admin) listGalleries(v *visit) error {
	return showContent(v, contentPage{
		template: "galleries.html", title: "Galleries", purpose: "The sets that images hang in.",
		sort: "name", screen: "/galleries", nothing: "No galleries created yet.", columns: 4,
	}, a.photos.StoredGalleries)
}

// listImages answers GET images/?q=&sort=&page=: 200 with a page of the images.
func (a *Admin) listImages(v *visit) error {
	return showContent(v, contentPage{
		template: "images.html", title: "Images", purpose: "Every uploaded picture, where it hangs and what is kept of it.",
		sort: "-uploaded", screen: "/photos", nothing: "No images uploaded yet.", columns: 5,
	}, a.photos.StoredImages)
}
