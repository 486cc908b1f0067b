package backendadmin

import (
	"html/template"
	"strings"
)

// navEntry is a line of the navigation. Slug is the page's first name below Path.
type navEntry struct {
	Slug, Label, Icon string
	Current           bool
}

var navEntries = []navEntry{
	{Slug: "", Label: "Overview", Icon: "overview"},
	{Slug: "users", Label: "Users", Icon: "users"},
	{Slug: "audit", Label: "Audit log", Icon: "audit"},
	{Slug: "system", Label: "System", Icon: "system"},
}

// Href is where the entry leads.
func (e navEntry) Href() string {
	if e.Slug == "" {
		return Path
	}
	return Path + e.Slug + "/"
}

// navigation returns the entries for somebody who is at path.
func navigation(path string) []navEntry {
	slug, _, _ := strings.Cut(strings.TrimPrefix(path+"/", Path), "/")
	entries := make([]navEntry, len(navEntries))
	for i, entry := range navEntries {
		entry.Current = entry.Slug == slug
		entries[i] = entry
	}
	return entries
}

// glyphs are line drawings on a grid of 24, as on the site.
var glyphs = map[string]string{
	"overview": "M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h6v6h-6z",
	"users":    "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21v-1a5 5 0 0 1 5-5h4a5 5 0 0 1 5 5v1M16 3.4a4 4 0 0 1 0 7.2M19 15.4a5 5 0 0 1 3 4.6v1",
	"audit":    "M12 7.5V12l3 2M4.5 9.5A8 8 0 1 1 4 12M4 5v4.5h4.5",
	"system":   "M4 4h16v6.5H4zM4 13.5h16V20H4zM8 7.2h.01M8 16.8h.01",
	"site":     "M13 5h6v6M19 5l-8.5 8.5M10 6H5v13h13v-5",
	"light":    "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4",
	"dark":     "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
	"back":     "M19 12H5M11 6l-6 6 6 6",
	"lock":     "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
	"search":   "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM20 20l-4.8-4.8",
	"up":       "M12 19V6M6.5 11.5 12 6l5.5 5.5",
	"down":     "M12 5v13M6.5 12.5 12 18l5.5-5.5",
}

// icon draws a glyph. It is decoration: the words beside it say what it means.
func icon(name string) template.HTML {
	return template.HTML(`<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><path d="` + glyphs[name] + `"/></svg>`)
}
