package files_test

import (
	"strings"
	"testing"

	"portfolio/api/internal/files"
	"portfolio/api/internal/servertest"
)

func TestOpenRefusesAWrongURL(t *testing.T) {
	for url, want := range map[string]string{
		"file:///tmp":                  "want s3://bucket",
		"s3:":                          "want s3://bucket",
		"s3://":                        "want s3://bucket",
		"s3://bucket/folder":           "nothing but parameters",
		"s3://key:hunter2@bucket":      "nothing but parameters",
		"://hunter2":                   "want s3://bucket",
		"s3://bucket?regoin=x":         `"regoin" is no parameter`,
		"s3://bucket?endpoint=ftp://x": "endpoint is not like",
		"s3://bucket?endpoint=http://": "endpoint is not like",
	} {
		_, err := files.OpenStore(t.Context(), url, t.TempDir())
		if err == nil || !strings.HasPrefix(err.Error(), "STORAGE_URL: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want a sentence with %q", url, err, want)
		} else if strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%s: the error repeats a password: %v", url, err)
		}
	}
}

func TestOpenNamesWrongCredentials(t *testing.T) {
	url := servertest.S3URL(t)
	t.Setenv("AWS_SECRET_ACCESS_KEY", "not-the-secret")
	_, err := files.OpenStore(t.Context(), url, "")
	if err == nil || !strings.Contains(err.Error(), "does not answer") {
		t.Errorf("got %v", err)
	}
}

func TestOpenNamesASilentEndpoint(t *testing.T) {
	t.Setenv("AWS_ACCESS_KEY_ID", "a")
	t.Setenv("AWS_SECRET_ACCESS_KEY", "b")
	_, err := files.OpenStore(t.Context(), "s3://bucket?region=eu-west-1&endpoint=http://127.0.0.1:1", "")
	if err == nil || !strings.HasPrefix(err.Error(), "STORAGE_URL: ") || !strings.Contains(err.Error(), "127.0.0.1:1") {
		t.Errorf("got %v", err)
	}
}

func TestOpenNeedsBothVariablesOfAKey(t *testing.T) {
	for _, set := range []string{"", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"} {
		t.Setenv("AWS_ACCESS_KEY_ID", "")
		t.Setenv("AWS_SECRET_ACCESS_KEY", "")
		if set != "" {
			t.Setenv(set, "a")
		}
		store, err := files.OpenStore(t.Context(), "s3://bucket?endpoint=http://127.0.0.1:1", "")
		if store != nil || err == nil || !strings.HasPrefix(err.Error(), "STORAGE_URL: ") || !strings.Contains(err.Error(), "AWS_SECRET_ACCESS_KEY") {
			t.Errorf("with only %q: %v, %v", set, store, err)
		}
	}
}
