package backendadmin

import (
	"fmt"
	"math"
	"time"

	"github.com/dustin/go-humanize"

	"portfolio/api/counters"
)

// The grid on which a plot is drawn: it is stretched to whatever room there is.
const (
	plotDays   = 30
	plotStep   = 10
	plotBar    = 7
	plotHeight = 100
)

// plot is a drawing of what was counted on each day, and the same in words.
type plot struct {
	ID, Name    string
	Total       int64
	Today       int64
	Peak        int64
	PeakDay     string
	Ceiling     int64
	Bars        []bar
	Width       int
	Height      int
	First, Last string
}

// bar is one day. Its top lies at Y.
type bar struct {
	X, Y, Width, Height string
	Today               bool
}

// plotOf draws one counter.
func plotOf(id, name, counter string, days []counters.Day) plot {
	p := plot{ID: id, Name: name, Width: len(days) * plotStep, Height: plotHeight}
	for i, day := range days {
		n := day.Counts[counter]
		p.Total += n
		if n > p.Peak {
			p.Peak, p.PeakDay = n, shortDay(day.Date)
		}
		if i == len(days)-1 {
			p.Today = n
		}
	}
	p.First, p.Last = shortDay(days[0].Date), shortDay(days[len(days)-1].Date)
	p.Ceiling = ceiling(p.Peak)
	for i, day := range days {
		height := float64(day.Counts[counter]) / float64(p.Ceiling) * plotHeight
		p.Bars = append(p.Bars, bar{
			X: coordinate(float64(i*plotStep) + (plotStep-plotBar)/2.0), Y: coordinate(plotHeight - height),
			Width: coordinate(plotBar), Height: coordinate(height), Today: i == len(days)-1,
		})
	}
	return p
}

// Description says what the drawing shows, for those who do not see it.
func (p plot) Description() string {
	text := fmt.Sprintf("%d bars, one for each day from %s to %s. %s altogether, %s today", len(p.Bars), p.First, p.Last,
		humanize.Comma(p.Total), humanize.Comma(p.Today))
	if p.Peak > 0 {
		text += fmt.Sprintf(", most on %s: %s", p.PeakDay, humanize.Comma(p.Peak))
	}
	return text + "."
}

// ceiling returns the end of the scale: an even number with few digits, not far above the highest bar.
func ceiling(most int64) int64 {
	for power := int64(1); power < math.MaxInt64/1000; power *= 10 {
		for _, step := range []int64{4, 6, 8, 10, 12, 16, 20, 24, 30} {
			if end := step * power; end >= most {
				return end
			}
		}
	}
	return most
}

func coordinate(n float64) string { return fmt.Sprintf("%.4g", n) }

func shortDay(day time.Time) string { return day.Format("2 Jan") }

// dayRow is a day of the table that says the same as the plots.
type dayRow struct {
	Day                          string
	SignIns, Uploads, PageVisits int64
}

func dayRows(days []counters.Day) (rows []dayRow) {
	for i := len(days) - 1; i >= 0; i-- {
		counts := days[i].Counts
		rows = append(rows, dayRow{days[i].Date.Format("Mon 2 Jan 2006"), counts[counters.SignIns], counts[counters.Uploads], counts[counters.PageRequests]})
	}
	return rows
}
