package backendadmin

import (
	"context"
	"net/http"

	"portfolio/api/database"
)

// contentList is what the page of a list of the site's content shows.
type contentList[Row any] struct {
	list
	Rows []Row
	// Screen is where the site's staff change what is listed.
	Screen string
}

// source returns a part of a list's rows, and how many there are on all parts.
type source[Row any] func(ctx context.Context, part database.Part) ([]Row, int64, error)

// showContent answers GET with a page of a list in the order called sort, or the other way round.
func showContent[Row any](v *visit, p page, sort, screen string, read source[Row]) error {
	shown := contentList[Row]{list: readList(v.r.URL, []string{sort}), Screen: screen}
	var err error
	shown.Rows, shown.Total, err = read(v.r.Context(), database.Part{
		Search: shown.Search, Reverse: shown.Sort != sort, Limit: perPage, Offset: shown.Offset(),
	})
	if err != nil {
		return err
	}
	p.Data = shown
	return v.render(http.StatusOK, p)
}

// listDocuments answers GET documents/?q=&sort=&page=: 200 with a page of the documents.
func (a *Admin) listDocuments(v *visit) error {
	return showContent(v, page{
		Template: "documents.html", Title: "Documents", Purpose: "Every uploaded document, and who can find it.",
	}, "-uploaded", "/documents", a.documents.StoredDocuments)
}

// listCategories answers GET categories/?q=&sort=&page=: 200 with a page of the documents' categories.
func (a *Admin) listCategories(v *visit) error {
	return showContent(v, page{
		Template: "categories.html", Title: "Categories", Purpose: "What documents are sorted by, and which one of each is current.",
	}, "name", "/documents", a.documents.StoredCategories)
}

// listGalleries answers GET galleries/?q=&sort=&page=: 200 with a page of the galleries.
func (a *Admin) listGalleries(v *visit) error {
	return showContent(v, page{
		Template: "galleries.html", Title: "Galleries", Purpose: "The sets that images hang in.",
	}, "name", "/galleries", a.photos.StoredGalleries)
}

// listImages answers GET images/?q=&sort=&page=: 200 with a page of the images.
func (a *Admin) listImages(v *visit) error {
	return showContent(v, page{
		Template: "images.html", Title: "Images", Purpose: "Every uploaded picture, where it hangs and what is kept of it.",
	}, "-uploaded", "/photos", a.photos.StoredImages)
}
