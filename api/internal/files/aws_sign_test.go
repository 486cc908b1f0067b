package files

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// The examples of Amazon's documentation of Signature Version 4 for S3.
func TestSignsLikeAmazonsExamples(t *testing.T) {
	key := AWSCredentials{KeyID: "AKIAIOSFODNN7EXAMPLE", Secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}
	const (
		host      = "https://examplebucket.s3.amazonaws.com"
		noContent = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	)
	for _, example := range []struct {
		url, header, value, signed, signature string
	}{
		{"/test.txt", "Range", "bytes=0-9", "host;range;x-amz-content-sha256;x-amz-date", "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"},
		{"/?lifecycle", "", "", "host;x-amz-content-sha256;x-amz-date", "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"},
		{"/?max-keys=2&prefix=J", "", "", "host;x-amz-content-sha256;x-amz-date", "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"},
	} {
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, host+example.url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if example.header != "" {
			request.Header.Set(example.header, example.value)
		}
		SignAWS(request, key, "us-east-1", noContent, time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC))
		want := "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, SignedHeaders=" + example.signed +
			", Signature=" + example.signature
		if got := request.Header.Get("Authorization"); got != want {
			t.Errorf("%s:\n got %s\nwant %s", example.url, got, want)
		}
	}
}

func TestSignsTheTokenOfTemporaryCredentials(t *testing.T) {
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://s3.example.com/bucket/a.jpg", nil)
	if err != nil {
		t.Fatal(err)
	}
	SignAWS(request, AWSCredentials{KeyID: "a", Secret: "b", Token: "c"}, "eu-west-1", "hash", time.Now())
	if request.Header.Get("X-Amz-Security-Token") != "c" || !strings.Contains(request.Header.Get("Authorization"), ";x-amz-security-token") {
		t.Errorf("%v", request.Header)
	}
}
