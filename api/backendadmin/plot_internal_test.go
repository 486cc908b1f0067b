package backendadmin

import (
	"testing"
	"time"

	"portfolio/api/counters"
)

func TestTheEndOfAPlotsScale(t *testing.T) {
	for most, want := range map[int64]int64{
		0: 4, 1: 4, 4: 4, 5: 6, 9: 10, 11: 12, 13: 16, 21: 24, 31: 40, 99: 100, 101: 120, 1_129: 1_200, 9_999_999: 10_000_000, 1 << 62: 1 << 62,
	} {
		if got := ceiling(most); got != want {
			t.Errorf("for %d: %d, not %d", most, got, want)
		}
	}
}

func TestAPlot(t *testing.T) {
	var days []counters.Day
	for i, n := range []int64{0, 8, 2} {
		days = append(days, counters.Day{
			Date: time.Date(2026, 10, 30+i, 0, 0, 0, 0, time.UTC), Counts: map[string]int64{counters.Uploads: n},
		})
	}
	p := plotOf("uploads", "Uploads", counters.Uploads, days)
	want := "3 bars, one for each day from 30 Oct to 1 Nov. 10 altogether, 2 today, most on 31 Oct: 8."
	if got := p.Description(); got != want {
		t.Errorf("%q, not %q", got, want)
	}
	if p.Ceiling != 8 || p.Half() != 4 || p.Bars[0].Height != 0 || p.Bars[1] != (bar{1.15, 8, false}) || p.Bars[2] != (bar{2.15, 2, true}) {
		t.Errorf("%+v", p)
	}
	quiet := plotOf("uploads", "Uploads", counters.SignIns, days)
	if got := quiet.Description(); got != "3 bars, one for each day from 30 Oct to 1 Nov. 0 altogether, 0 today." {
		t.Errorf("%q", got)
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "0 minutes", 61 * time.Second: "1 minute", time.Hour: "1 hour, 0 minutes", 26*time.Hour + 3*time.Minute: "1 day, 2 hours",
		2000 * 24 * time.Hour: "2,000 days, 0 hours",
	} {
		if got := duration(d); got != want {
			t.Errorf("%v: %q, not %q", d, got, want)
		}
	}
}
