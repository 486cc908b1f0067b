//go:build !race

package apitest_test

import (
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/jmoiron/sqlx"

	"portfolio/api/database"
	"portfolio/api/database/databasetest"
)

// mostForPage is how long a page of a list may take, by the clock.
const mostForPage = 50 * time.Millisecond

// TestServerMemory measures on both engines how the server grows with the number of pictures, while staff look at the first, the
// middle and the last of them in every order that their screen offers. scripts/bench server runs it.
func TestServerMemory(t *testing.T) {
	if os.Getenv("SERVER_BENCH") == "" {
		t.Skip("scripts/bench server runs it")
	}
	databasetest.EachURL(t, func(t *testing.T, url string) {
		fmt.Printf("%s, the fastest of %d, ms\n%-54s %8s %8s %8s\n", t.Name(), benchRounds, "", "first", "middle", "last")
		p := newProcess(t, url)
		for _, pictures := range []int{100, 10_000, 1_000_000} {
			fillPictures(t, url, pictures)
			p.start(t)
			started, token := p.peakMemory(t)>>20, p.signIn(t)
			for _, query := range []struct {
				path string
				rows int // 0 for what is no list in pages
			}{
				{"images/?ordering=-uploaded_at", pictures},
				{"images/?ordering=uploaded_at", pictures},
				{"images/?ordering=title", pictures},
				{"images/?ordering=gallery", pictures},
				{"images/?gallery=3&ordering=-uploaded_at", pictures / 11},
				{"images/?gallery=3&ordering=title", pictures / 11},
				{"images/?gallery=none&ordering=uploaded_at", pictures / 11},
				{"images/?gallery=none&ordering=title", pictures / 11},
				{"galleries/?", 0},
				{"dashboard", 0},
			} {
				line := fmt.Sprintf("%9d %-44s", pictures, query.path)
				for _, offset := range []int{0, query.rows / 2, query.rows - 50} {
					path := fmt.Sprintf("/api/photos/%s&limit=50&offset=%d", query.path, max(0, offset))
					if query.path == "dashboard" {
						path = dashboardPath
					}
					took := p.fastest(t, path, token)
					line += fmt.Sprintf(" %8.1f", took.Seconds()*1000)
					if took > mostForPage {
						line += " MISSED"
						t.Fail()
					}
					if query.rows == 0 {
						break
					}
				}
				fmt.Println(line)
			}
			search := p.fastest(t, "/api/photos/images/?search=9999&limit=50", token)
			fmt.Printf("%9d %-44s %8.1f, which reads every picture\n%9d memory: %d MB at the start, %d MB at most\n",
				pictures, "images/?search=9999", search.Seconds()*1000, pictures, started, p.peakMemory(t)>>20)
			p.kill()
		}
	})
}

// fillPictures brings the database to that many pictures.
func fillPictures(t *testing.T, url string, pictures int) {
	db := openToFill(t, url)
	defer db.Close()
	var there int
	if err := db.Get(t.Context(), &there, `SELECT COUNT(*) FROM images`); err != nil {
		t.Fatal(err)
	}
	if there == 0 {
		databasetest.Fill(t, db, 10, databasetest.ManyGalleries(db))
	}
	databasetest.Fill(t, db, pictures-there, databasetest.ManyImages(db))
	if db.Engine() == database.SQLite {
		return
	}
	// What PostgreSQL does by itself some time after so many changes.
	pool, err := sqlx.Open("pgx", withoutTimeout(url))
	if err == nil {
		defer pool.Close()
		_, err = pool.Exec(`VACUUM ANALYZE images`)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// openToFill opens a database for statements that take longer than those of any request.
func openToFill(t *testing.T, url string) *database.DB {
	t.Helper()
	db, err := database.Open(t.Context(), withoutTimeout(url))
	if err != nil {
		t.Fatal(err)
	}
	return db
}

func withoutTimeout(url string) string {
	if url[0] == 'p' {
		url += "&statement_timeout=0"
	}
	return url
}

// fastest returns how long a call takes, the fastest of several.
func (p *process) fastest(t *testing.T, path, token string) (fastest time.Duration) {
	for round := range benchRounds {
		start := time.Now()
		p.get(t, path, token)
		if took := time.Since(start); round == 0 || took < fastest {
			fastest = took
		}
	}
	return fastest
}
