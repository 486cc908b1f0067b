//go:build !race

package apitest_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/golang-jwt/jwt/v5"
	"github.com/jmoiron/sqlx"
)

// TestFloor is the smallest server of the measured calls with the same router, database and tokens: no middleware, no log, one
// table; the lists are files with the same content as ours, kept in memory. It runs in a process of its own, which TestServerBench
// starts, and prints a token and its address.
func TestFloor(t *testing.T) {
	dist, galleries := os.Getenv("SERVER_BENCH_SITE"), os.Getenv("SERVER_BENCH_GALLERIES")
	if dist == "" {
		t.Skip("it is a part of TestServerBench")
	}
	db, err := sqlx.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "floor.db")+"?_pragma=journal_mode(WAL)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.MustExec(`CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT, first_name TEXT, last_name TEXT, is_staff BOOLEAN)`)
	db.MustExec(`INSERT INTO users VALUES (1, 'ada@example.test', 'Ada', 'Staff', 1)`)
	db.MustExec(`CREATE TABLE categories (id INTEGER PRIMARY KEY, name TEXT)`)
	db.MustExec(`CREATE TABLE documents (id INTEGER PRIMARY KEY, name TEXT, category_id INTEGER, is_current BOOLEAN)`)
	db.MustExec(`CREATE INDEX documents_current ON documents (category_id, is_current)`)
	db.MustExec(`INSERT INTO categories VALUES (1, 'CV')`)
	db.MustExec(`INSERT INTO documents VALUES (1, 'CV', 1, 1)`)
	currentCV, err := db.Preparex(`
		SELECT d.id, d.name FROM documents d JOIN categories c ON c.id = d.category_id
		 WHERE c.name = 'CV' AND d.is_current ORDER BY d.id DESC LIMIT 1`)
	if err != nil {
		t.Fatal(err)
	}
	byID, err := db.Preparex(`SELECT id, email, first_name, last_name, is_staff FROM users WHERE id = ?`)
	if err != nil {
		t.Fatal(err)
	}
	key := []byte("0123456789abcdef0123456789abcdef")
	sign := func() string {
		claims := jwt.RegisteredClaims{Subject: "1", ExpiresAt: jwt.NewNumericDate(time.Now().Add(time.Hour))}
		token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(key)
		if err != nil {
			t.Error(err)
		}
		return token
	}
	type user struct {
		ID        int64  `json:"id"`
		Email     string `json:"email"`
		FirstName string `json:"first_name" db:"first_name"`
		LastName  string `json:"last_name" db:"last_name"`
		IsStaff   bool   `json:"is_staff" db:"is_staff"`
	}
	verify := func(w http.ResponseWriter, r *http.Request, token string, answer func(user) any) {
		_, err := jwt.Parse(token, func(*jwt.Token) (any, error) { return key, nil }, jwt.WithValidMethods([]string{"HS256"}))
		var found user
		if err == nil {
			err = byID.GetContext(r.Context(), &found, 1)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusUnauthorized)
			return
		}
		body, _ := json.Marshal(answer(found))
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}
	router := chi.NewRouter()
	router.Get("/api/users/profile/", func(w http.ResponseWriter, r *http.Request) {
		verify(w, r, strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), func(u user) any { return u })
	})
	router.Post("/api/token/refresh/", func(w http.ResponseWriter, r *http.Request) {
		var in struct{ Refresh string }
		_ = json.NewDecoder(r.Body).Decode(&in)
		verify(w, r, in.Refresh, func(user) any { return map[string]string{"access": sign(), "refresh": in.Refresh} })
	})
	lists := map[string][]byte{}
	for _, slug := range benchGalleries {
		if lists[slug], err = os.ReadFile(filepath.Join(galleries, slug)); err != nil {
			t.Fatal(err)
		}
	}
	router.Get("/api/photos/images/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(lists[r.URL.Query().Get("gallery_slug")])
	})
	router.Get("/api/documents/documents/current_cv/", func(w http.ResponseWriter, r *http.Request) {
		var found struct {
			ID   int64  `json:"id"`
			Name string `json:"name"`
		}
		if err := currentCV.GetContext(r.Context(), &found); err != nil {
			http.Error(w, err.Error(), http.StatusNotFound)
			return
		}
		body, _ := json.Marshal(map[string]string{
			"name": found.Name, "download_url": fmt.Sprintf("http://%s/api/documents/documents/%d/download/", r.Host, found.ID),
		})
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	})
	memory := map[string][]byte{}
	scripts, _ := filepath.Glob(filepath.Join(dist, "assets", "*.js"))
	for _, name := range scripts {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		memory["/assets/"+filepath.Base(name)] = content
	}
	files := http.FileServer(http.Dir(dist))
	router.NotFound(func(w http.ResponseWriter, r *http.Request) {
		if content, ok := memory[r.URL.Path]; ok {
			w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
			w.Header().Set("Content-Length", fmt.Sprint(len(content)))
			_, _ = w.Write(content)
			return
		}
		files.ServeHTTP(w, r)
	})
	tcp, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Printf("%s http://%s\n", sign(), tcp.Addr())
	t.Fatal((&http.Server{Handler: router, ReadHeaderTimeout: time.Minute}).Serve(tcp))
}
