package apitest_test

import (
	"database/sql"
	"errors"
	"fmt"
	"image/color"
	"maps"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"portfolio/api/apitest"
	"portfolio/api/internal/servertest"
)

// setDefaults gives a PostgreSQL database defaults for new connections that the site must not
// depend on.
func setDefaults(t *testing.T, databaseURL string, defaults ...string) {
	t.Helper()
	u, err := url.Parse(databaseURL)
	noError(t, err)
	admin, err := sql.Open("postgres", databaseURL)
	noError(t, err)
	defer func() { _ = admin.Close() }()
	for _, setting := range defaults {
		parameter, _, _ := strings.Cut(setting, " ")
		var known bool
		err := admin.QueryRowContext(t.Context(), `SELECT current_setting($1, true) IS NOT NULL`, parameter).Scan(&known)
		noError(t, err)
		if !known {
			continue // a parameter of a newer PostgreSQL
		}
		_, err = admin.ExecContext(t.Context(), "ALTER DATABASE "+strings.TrimPrefix(u.Path, "/")+" SET "+setting)
		noError(t, err)
	}
}

// unusualDefaults are settings that change what statements mean, how values are written, and when
// the server gives up.
var unusualDefaults = map[string][]string{
	"isolation":         {"default_transaction_isolation = serializable"},
	"string constants":  {"standard_conforming_strings = off"},
	"encoding of texts": {"client_encoding = LATIN1"},
	"formats":           {"timezone = 'Asia/Kolkata'", "datestyle = 'SQL, DMY'", "intervalstyle = iso_8601", "bytea_output = escape", "extra_float_digits = 0"},
	"timeouts":          {"statement_timeout = 200", "lock_timeout = 200", "idle_in_transaction_session_timeout = 200", "idle_session_timeout = 200"},
}

func TestTheDefaultsOfADatabaseDoNotMatter(t *testing.T) {
	for name, settings := range unusualDefaults {
		t.Run(name, func(t *testing.T) {
			databaseURL := servertest.PostgresURL(t)
			setDefaults(t, databaseURL, settings...)
			useEverything(t, databaseURL)
		})
	}
}

func TestPgBouncerInItsDefaultConfiguration(t *testing.T) {
	for name, settings := range map[string][][]string{
		"usual defaults": nil, "unusual defaults": slices.Collect(maps.Values(unusualDefaults)),
	} {
		t.Run(name, func(t *testing.T) {
			databaseURL := servertest.PostgresURL(t)
			setDefaults(t, databaseURL, slices.Concat(settings...)...)
			useEverything(t, servertest.PgBouncerURL(t, databaseURL))
		})
	}
}

// Parameters that an owner adds to the URL reach the session through PgBouncer too.
func TestTheOwnersParametersBehindPgBouncer(t *testing.T) {
	databaseURL := servertest.PostgresURL(t)
	admin, err := sql.Open("postgres", databaseURL)
	noError(t, err)
	defer func() { _ = admin.Close() }()
	_, err = admin.ExecContext(t.Context(), `CREATE SCHEMA other`)
	noError(t, err)
	apitest.StartOn(t, servertest.PgBouncerURL(t, databaseURL)+"&search_path=other&statement_timeout=20000", nil)
	var users int
	if err := admin.QueryRowContext(t.Context(), `SELECT COUNT(*) FROM other.users`).Scan(&users); err != nil || users != 2 {
		t.Errorf("%d users in the schema of the URL, %v", users, err)
	}
}

// useEverything starts a site on an empty database, uploads images to it at the same time, and
// searches, orders and pages them.
func useEverything(t *testing.T, databaseURL string) {
	t.Helper()
	const images = 12
	site := apitest.StartOn(t, databaseURL, nil)
	before := time.Now().UTC().Add(-time.Minute)
	answers := make([]apitest.Answer, images)
	var group sync.WaitGroup
	for i := range images {
		request := upload(map[string]string{"title": fmt.Sprintf("Image_%d", i)}, "a.jpg", jpegOf(t, 40+i, 30, color.White))
		group.Go(func() { answers[i] = site.Do(t, request) })
	}
	group.Wait()
	for i, answer := range answers {
		var image struct {
			UploadedAt time.Time `json:"uploaded_at"`
		}
		answer.Decode(t, &image)
		check(t, answer.Status == 201 && !image.UploadedAt.Before(before) && !image.UploadedAt.After(time.Now().Add(time.Minute)), "upload %d: %d %s", i, answer.Status, answer.Body)
	}
	for _, list := range []struct {
		query url.Values
		want  int
	}{
		{url.Values{"search": {"image_"}}, images},
		{url.Values{"search": {"Image_1"}}, 3},
		{url.Values{"search": {`\`}}, 0},
		{url.Values{"ordering": {"uploaded_at"}, "limit": {"5"}, "offset": {"5"}}, 5},
		{url.Values{"ordering": {"-title"}, "limit": {"5"}, "offset": {"10"}}, 2},
	} {
		answer := site.Do(t, apitest.Request{Path: imagesPath + "?" + list.query.Encode(), As: apitest.Staff})
		if answer.Status != 200 {
			t.Errorf("%v: %d %s", list.query, answer.Status, answer.Body)
			continue
		}
		var listed []struct{ ID int64 }
		answer.Decode(t, &listed)
		equal(t, len(listed), list.want, "images of %v", list.query)
	}
}

// The locale of a database orders punctuation, digits and letters in its own way.
func TestTheLocaleOfADatabaseDoesNotChangeTheOrderOfNames(t *testing.T) {
	u, err := url.Parse(servertest.PostgresURL(t))
	noError(t, err)
	admin, err := sql.Open("postgres", u.String())
	noError(t, err)
	t.Cleanup(func() { _ = admin.Close() })
	u.Path += "_icu"
	name := strings.TrimPrefix(u.Path, "/")
	create := "CREATE DATABASE " + name + " TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en'"
	_, err = admin.ExecContext(t.Context(), create)
	noError(t, err)
	t.Cleanup(func() {
		_, err := admin.Exec("DROP DATABASE " + name + " WITH (FORCE)")
		noError(t, err)
	})
	site := apitest.StartOn(t, u.String(), nil)
	names := []string{"a-b", "a.b", "a_b", "ab"}
	for _, name := range names {
		addGallery(t, site, name)
		addImage(t, site, map[string]string{"title": name}, color.White)
	}
	equal(t, listOf(t, site, "?ordering=title"), strings.Join(names, ","), "photos")
	var galleries []struct{ Name string }
	site.Do(t, get(galleriesPath, apitest.Staff)).Decode(t, &galleries)
	for i, gallery := range galleries {
		if gallery.Name != names[i] {
			t.Errorf("galleries: %v", galleries)
			break
		}
	}
}

func TestServersOfADatabaseShareTheirSecret(t *testing.T) {
	databaseURL := servertest.PostgresURL(t)
	first := newEmptyProcess(t, builtServer, databaseURL, "")
	first.start(t)
	output, err := newProcessWithoutTables(t, builtServer, databaseURL, "").fail("serve")
	var exit *exec.ExitError
	check(t, errors.As(err, &exit) && exit.ExitCode() == 78 && strings.Contains(output, "another SECRET_KEY: set theirs, which may be in their DATA_DIR/secret.key"), "%v: %s", err, output)
	first.kill()
	other := newProcessWithoutTables(t, builtServer, databaseURL, "")
	other.run(t, "", "migrate", "--new-secret")
	other.start(t)
}
