package backendadmin

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
)

const (
	// perPage is how many rows a page of a list has.
	perPage = 50
	// maxSearch is how much of a search is read, in bytes.
	maxSearch = 100
)

// list is the part of a list that a page shows, as its query says, and the links to the other parts. Whatever the query
// holds, a list comes of it: what is not understood is ignored.
type list struct {
	// Search is what is looked for; "" for everything.
	Search string
	// Sort is one of the orders that the list has, such as "name" or "-name".
	Sort  string
	Page  int64
	Total int64

	path       string
	parameters url.Values
	first      string
}

// readList reads a list's query. sorts are the orders that it has, the first by default; each also comes the other
// way round, with "-" before it or without; parameters are those of its filters, which the links to other pages carry on.
func readList(u *url.URL, sorts []string, parameters ...string) list {
	query := u.Query()
	l := list{
		Search: strings.TrimSpace(strings.ToValidUTF8(query.Get("q"), "")), Sort: query.Get("sort"), Page: 1,
		path: strings.TrimSuffix(u.Path, "/") + "/", parameters: url.Values{}, first: sorts[0],
	}
	l.Search = strings.ReplaceAll(strings.ToValidUTF8(l.Search[:min(len(l.Search), maxSearch)], ""), "\x00", "")
	if !slices.ContainsFunc(sorts, func(sort string) bool { return column(sort) == column(l.Sort) }) {
		l.Sort = sorts[0]
	}
	if page, err := strconv.ParseInt(query.Get("page"), 10, 32); err == nil && page > 0 {
		l.Page = page
	}
	for _, name := range parameters {
		if value := query.Get(name); value != "" {
			l.parameters.Set(name, value)
		}
	}
	return l
}

// column is what an order sorts by, one way or the other.
func column(sort string) string { return strings.TrimPrefix(sort, "-") }

// Offset is how many rows come before the page.
func (l list) Offset() int64 { return (l.Page - 1) * perPage }

// Pages is how many pages there are, one at least.
func (l list) Pages() int64 { return max(1, (l.Total+perPage-1)/perPage) }

// From is the number of the page's first row, counted from 1.
func (l list) From() int64 { return min(l.Offset()+1, l.Total) }

// To is the number of the page's last row.
func (l list) To() int64 { return min(l.Offset()+perPage, l.Total) }

// Path is the list without any query.
func (l list) Path() string { return l.path }

// First is the order in which the list comes when none is asked for.
func (l list) First() string { return l.first }

// Filtered reports whether the list shows a part of what there is.
func (l list) Filtered() bool { return l.Search != "" || len(l.parameters) > 0 }

// Previous is the way to the page before this one; "" on the first.
func (l list) Previous() string {
	if l.Page <= 1 {
		return ""
	}
	return l.href(l.Sort, l.Page-1)
}

// Next is the way to the page after this one; "" on the last.
func (l list) Next() string {
	if l.Page >= l.Pages() {
		return ""
	}
	return l.href(l.Sort, l.Page+1)
}

// beyond reports whether the page comes after the last one, as when rows were deleted meanwhile.
func (l list) beyond() bool { return l.Page > l.Pages() }

// lastPage is the way to the last page.
func (l list) lastPage() string { return l.href(l.Sort, l.Pages()) }

// Sorted is the way to the list sorted by key, the other way round where it is sorted so already.
func (l list) Sorted(key string) string {
	if l.Sort == key {
		key = "-" + key
	}
	return l.href(key, 1)
}

// heading is the head of a column that sorts. Direction is what aria-sort says of it; "" where it is not sorted by.
type heading struct {
	Label, Href, Direction string
}

// Heading returns the head of the column that sorts by key.
func (l list) Heading(key, label string) heading {
	direction := map[string]string{key: "ascending", "-" + key: "descending"}[l.Sort]
	return heading{Label: label, Href: l.Sorted(key), Direction: direction}
}

// Parameter returns the value of a filter's parameter.
func (l list) Parameter(name string) string { return l.parameters.Get(name) }

func (l list) href(sort string, page int64) string {
	query := url.Values{}
	for name, values := range l.parameters {
		query[name] = values
	}
	if l.Search != "" {
		query.Set("q", l.Search)
	}
	if sort != l.first {
		query.Set("sort", sort)
	}
	if page > 1 {
		query.Set("page", strconv.FormatInt(page, 10))
	}
	if len(query) == 0 {
		return l.path
	}
	return l.path + "?" + query.Encode()
}
