package backendadmin

import (
	"fmt"
	"html/template"
	"time"

	"portfolio/api/database"
)

// functions are what templates call.
var functions = template.FuncMap{
	"icon":   icon,
	"moment": moment,
	"size":   size,
	"count":  count,
	"number": grouped,
}

// moment writes a time for people, in UTC, and for machines; nothing for none.
func moment(at any) template.HTML {
	var t time.Time
	switch at := at.(type) {
	case database.Time:
		t = at.Time
	case *database.Time:
		if at != nil {
			t = at.Time
		}
	case time.Time:
		t = at
	}
	if t.IsZero() {
		return ""
	}
	t = t.UTC()
	return template.HTML(fmt.Sprintf(`<time datetime="%s">%s UTC</time>`, t.Format(time.RFC3339), t.Format("2 Jan 2006, 15:04")))
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
	return grouped(n) + " " + many
}

// grouped writes a number with a comma before each three digits.
func grouped(n int64) string {
	text := fmt.Sprint(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
