package files

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

// AWSCredentials are a key of AWS. A permanent one has no Token.
type AWSCredentials struct {
	KeyID, Secret, Token string
}

// credentialsFromEnv returns the credentials in the environment.
func credentialsFromEnv() (AWSCredentials, error) {
	c := AWSCredentials{os.Getenv("AWS_ACCESS_KEY_ID"), os.Getenv("AWS_SECRET_ACCESS_KEY"), os.Getenv("AWS_SESSION_TOKEN")}
	if c.KeyID == "" || c.Secret == "" {
		return AWSCredentials{}, errors.New("a bucket needs the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	}
	return c, nil
}

// SignAWS adds the headers of AWS Signature Version 4 for S3 to a request whose other headers are complete.
// payload is the SHA-256 of the body in hexadecimal. The path must contain only characters that need no
// escaping.
func SignAWS(r *http.Request, c AWSCredentials, region, payload string, now time.Time) {
	stamp := now.UTC().Format("20060102T150405Z")
	r.Header.Set("X-Amz-Date", stamp)
	r.Header.Set("X-Amz-Content-Sha256", payload)
	if c.Token != "" {
		r.Header.Set("X-Amz-Security-Token", c.Token)
	}
	headers, signed := canonicalHeaders(r)
	// The server decodes and encodes the query again; it writes spaces as %20.
	query := strings.ReplaceAll(r.URL.Query().Encode(), "+", "%20")
	request := strings.Join([]string{r.Method, r.URL.EscapedPath(), query, headers, signed, payload}, "\n")
	day := stamp[:len("20060102")]
	scope := strings.Join([]string{day, region, "s3", "aws4_request"}, "/")
	text := strings.Join([]string{"AWS4-HMAC-SHA256", stamp, scope, hexHash(request)}, "\n")
	key := []byte("AWS4" + c.Secret)
	for part := range strings.SplitSeq(scope, "/") {
		key = hmacSum(key, part)
	}
	r.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+c.KeyID+"/"+scope+
		", SignedHeaders="+signed+", Signature="+hex.EncodeToString(hmacSum(key, text)))
}

// canonicalHeaders returns the lines of the host and the headers of r in order, and their names.
func canonicalHeaders(r *http.Request) (lines, names string) {
	values := map[string]string{"host": r.URL.Host}
	if r.Host != "" {
		values["host"] = r.Host
	}
	order := []string{"host"}
	for name := range r.Header {
		lower := strings.ToLower(name)
		values[lower] = r.Header.Get(name)
		order = append(order, lower)
	}
	slices.Sort(order)
	var text strings.Builder
	for _, name := range order {
		text.WriteString(name + ":" + values[name] + "\n")
	}
	return text.String(), strings.Join(order, ";")
}

func hexHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

func hmacSum(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}
