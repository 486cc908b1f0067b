package backendadmin

import (
	"fmt"
	"math"
	"time"

	"github.com/dustin/go-humanize"

	"portfolio/api/counters"
)

// plotDays is how many days a plot shows.
const plotDays = 30

// plot is a bar chart of what was counted on each day, and the same in words. It is drawn on a grid of one unit for each day
// and for each thing that was counted, up to Ceiling, which the browser stretches to whatever room there is.
type plot struct {
	ID, Name, Counter string
	Total             int64
	Today             int64
	Peak              int64
	PeakDay           string
	Ceiling           int64
	Bars              []bar
	First, Last       string
}

// bar is one day.
type bar struct {
	X      float64
	Height int64
	Today  bool
}

// plotOf draws one counter.
func plotOf(id, name, counter string, days []counters.Day) plot {
	p := plot{ID: id, Name: name, Counter: counter, First: shortDay(days[0].Date), Last: shortDay(days[len(days)-1].Date)}
	for i, day := range days {
		n := day.Counts[counter]
		p.Total += n
		if n > p.Peak {
			p.Peak, p.PeakDay = n, shortDay(day.Date)
		}
		p.Today = n
		p.Bars = append(p.Bars, bar{X: float64(i) + 0.15, Height: n, Today: i == len(days)-1})
	}
	p.Ceiling = ceiling(p.Peak)
	return p
}

// Half is the middle of the scale.
func (p plot) Half() int64 { return p.Ceiling / 2 }

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

func shortDay(day time.Time) string { return day.Format("2 Jan") }
