package backendadmin

import (
	"fmt"
	"html/template"
	"time"

	"github.com/dustin/go-humanize"

	"portfolio/api/audit"
	"portfolio/api/database"
)

// functions are what templates call.
var functions = template.FuncMap{
	"icon": icon, "time": formatTime, "day": day, "size": size, "count": count, "number": humanize.Comma,
	"device": deviceName, "detail": detail, "options": options,
}

// detail is what an entry of the audit log says beside its action, as people read it.
func detail(one audit.Entry) string { return entryOf(one).Message }

// option is a line of a select.
type option struct{ Value, Label string }

// options makes options of pairs, each a value and its label.
func options(pairs ...string) (all []option) {
	for i := 0; i+1 < len(pairs); i += 2 {
		all = append(all, option{pairs[i], pairs[i+1]})
	}
	return all
}

// formatTime writes a time for people, in UTC, and for machines; nothing for none.
func formatTime(at any) template.HTML { return formatLayout(at, "2 Jan 2006, 15:04 UTC") }

// day is formatTime without the time of day.
func day(at any) template.HTML { return formatLayout(at, "2 Jan 2006") }

// formatLayout takes a database.Time, or a pointer to one that may be nil.
func formatLayout(at any, layout string) template.HTML {
	var t time.Time
	switch at := at.(type) {
	case database.Time:
		t = at.UTC()
	case *database.Time:
		if at != nil {
			t = at.UTC()
		}
	}
	if t.IsZero() {
		return ""
	}
	return template.HTML(`<time datetime="` + t.Format(time.RFC3339) + `">` + t.Format(layout) + `</time>`)
}

// size writes a number of bytes for people, to one decimal.
func size(bytes int64) string {
	switch {
	case bytes >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(bytes)/(1<<30))
	case bytes >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(bytes)/(1<<20))
	case bytes >= 1<<10:
		return fmt.Sprintf("%.1f KiB", float64(bytes)/(1<<10))
	}
	return count(bytes, "byte", "bytes")
}

// count writes a number with its noun: "1 image", "12,345 images".
func count(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return humanize.Comma(n) + " " + many
}
