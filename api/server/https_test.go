package server_test

import (
	"net/http/httptest"
	"testing"

	"portfolio/api/server"
)

func TestHTTPIsRedirectedExceptCallsOfTheAPI(t *testing.T) {
	handler := server.RedirectToHTTPS("https://example.com")
	for _, test := range []struct {
		method, target string
		status         int
		location       string
	}{
		{"GET", "/", 308, "https://example.com/"},
		{"HEAD", "/cv/?a=1&b=%2F", 308, "https://example.com/cv/?a=1&b=%2F"},
		{"GET", "/a%2Fb", 308, "https://example.com/a%2Fb"},
		{"GET", "/cv-download", 308, "https://example.com/cv-download"},
		{"GET", "/media/ab/1.jpg", 308, "https://example.com/media/ab/1.jpg"},
		{"GET", "/api/documents/documents/1/download?token=a", 308, "https://example.com/api/documents/documents/1/download?token=a"},
		{"HEAD", "/api/documents/documents/1/versions/2/download/", 308, "https://example.com/api/documents/documents/1/versions/2/download/"},
		{"GET", "//elsewhere.example/", 308, "https://example.com//elsewhere.example/"},
		{"GET", "http://elsewhere.example/x", 308, "https://example.com/x"},
		{"GET", "/api/users/profile/", 403, ""},
		{"GET", "/login-with-token/", 403, ""},
		{"POST", "/", 403, ""},
	} {
		request := httptest.NewRequestWithContext(t.Context(), test.method, test.target, nil)
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, request)
		if got := answer.Header().Get("Location"); answer.Code != test.status || got != test.location {
			t.Errorf("%s %s: %d to %q", test.method, test.target, answer.Code, got)
		}
	}
}
