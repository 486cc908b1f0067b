package servertest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"portfolio/api/internal/files"
)

// EnvS3 names the variable that holds the path of the versitygw binary, an S3 server on top of a folder.
const EnvS3 = "TEST_S3_SERVER"

const (
	accessKey = "test-access"
	secretKey = "test-secret-of-no-value"
)

// EachStore runs test on an empty folder and on an empty bucket as subtests of t. Without an S3 server the second is
// skipped aloud, and fails instead where CI is set: there a missing server is a fault.
func EachStore(t *testing.T, test func(t *testing.T, store files.Store)) {
	t.Helper()
	t.Run("files", func(t *testing.T) { test(t, openStore(t, "", t.TempDir())) })
	t.Run("s3", func(t *testing.T) { test(t, openStore(t, S3URL(t), "")) })
}

// Folder returns an empty store in a temporary folder.
func Folder(t testing.TB) files.Store { return openStore(t, "", t.TempDir()) }

// S3URL starts an S3 server that ends with t, makes an empty bucket there, puts the credentials into the environment
// and returns the bucket's STORAGE_URL.
func S3URL(t testing.TB) string {
	t.Helper()
	endpoint := startS3(t, serverBinary(t))
	t.Setenv("AWS_ACCESS_KEY_ID", accessKey)
	t.Setenv("AWS_SECRET_ACCESS_KEY", secretKey)
	makeBucket(t, endpoint, "")
	return bucketURL(endpoint)
}

func serverBinary(t testing.TB) string {
	t.Helper()
	if testing.Short() {
		t.Skip("S3: scripts/test all runs it")
	}
	binary := os.Getenv(EnvS3)
	if binary == "" {
		if os.Getenv("CI") != "" {
			t.Fatalf("%s is not set: run the tests with scripts/test all, which builds an S3 server", EnvS3)
		}
		t.Skipf("%s is not set: nothing was tested on S3; scripts/test all builds a server", EnvS3)
	}
	return binary
}

// S3URLWithPolicy is S3URL for credentials that may do what policy allows to everybody, a bucket policy of the bucket Bucket.
func S3URLWithPolicy(t testing.TB, policy string) string {
	t.Helper()
	const access, secret = "test-guest", "test-guest-of-no-value"
	accounts := t.TempDir()
	account := fmt.Sprintf(`{"accessAccounts": {%q: {"access": %q, "secret": %q, "role": "user"}}}`, access, access, secret)
	NoError(t, os.WriteFile(filepath.Join(accounts, "users.json"), []byte(account), 0o600))
	endpoint := startS3(t, serverBinary(t), "--iam-dir", accounts)
	t.Setenv("AWS_ACCESS_KEY_ID", access)
	t.Setenv("AWS_SECRET_ACCESS_KEY", secret)
	makeBucket(t, endpoint, policy)
	return bucketURL(endpoint)
}

// Bucket is the name of the bucket of each server.
const Bucket = "portfolio-test"

const region = "us-east-1"

func bucketURL(endpoint string) string {
	query := url.Values{"region": {region}, "endpoint": {"http://" + endpoint}}
	return fmt.Sprintf("s3://%s?%s", Bucket, query.Encode())
}

// makeBucket makes an empty bucket, with a policy if given.
func makeBucket(t testing.TB, endpoint, policy string) {
	t.Helper()
	sendS3(t, endpoint, "", "")
	if policy != "" {
		sendS3(t, endpoint, "?policy", policy)
	}
}

// sendS3 sends a PUT for the bucket as the server's root account.
func sendS3(t testing.TB, endpoint, query, body string) {
	t.Helper()
	address := "http://" + endpoint + "/" + Bucket + query
	request, err := http.NewRequestWithContext(context.Background(), http.MethodPut, address, strings.NewReader(body))
	NoError(t, err)
	hash := sha256.Sum256([]byte(body))
	files.SignAWS(request, files.AWSCredentials{KeyID: accessKey, Secret: secretKey}, region, hex.EncodeToString(hash[:]), time.Now())
	response, err := http.DefaultClient.Do(request)
	NoError(t, err)
	defer response.Body.Close()
	if answer, _ := io.ReadAll(response.Body); response.StatusCode >= http.StatusMultipleChoices {
		t.Fatalf("PUT %s: %d %s", address, response.StatusCode, answer)
	}
}

func openStore(t testing.TB, url, dataDir string) files.Store {
	t.Helper()
	store, err := files.OpenStore(context.Background(), url, dataDir)
	NoError(t, err)
	t.Cleanup(func() {
		NoError(t, store.Close())
	})
	return store
}

// startS3 runs the server with the flags on a free port of this machine and returns its host and port once it answers.
func startS3(t testing.TB, binary string, flags ...string) string {
	t.Helper()
	buckets, metadata := filepath.Join(t.TempDir(), "buckets"), filepath.Join(t.TempDir(), "metadata")
	for _, dir := range []string{buckets, metadata} {
		NoError(t, os.Mkdir(dir, 0o700))
	}
	endpoint := freePort(t)
	var output bytes.Buffer
	flags = append(flags, "--access", accessKey, "--secret", secretKey, "--port", endpoint, "--quiet", "posix", "--sidecar", metadata, buckets)
	server := exec.Command(binary, flags...)
	server.Stdout, server.Stderr = &output, &output
	if err := server.Start(); err != nil {
		t.Fatalf("start %s: %v", binary, err)
	}
	ended := make(chan struct{})
	go func() {
		_ = server.Wait()
		close(ended)
	}()
	t.Cleanup(func() {
		_ = server.Process.Kill()
		<-ended
	})
	awaitS3(t, endpoint, ended, &output)
	return endpoint
}

func freePort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	NoError(t, err)
	defer listener.Close()
	return listener.Addr().String()
}

// awaitS3 returns when the server answers; it fails the test when the server ends or is silent for 30 s.
func awaitS3(t testing.TB, endpoint string, ended <-chan struct{}, output *bytes.Buffer) {
	t.Helper()
	ticker, deadline := time.NewTicker(20*time.Millisecond), time.After(30*time.Second)
	defer ticker.Stop()
	for {
		select {
		case <-ended:
			t.Fatalf("the S3 server ended: %s", strings.TrimSpace(output.String()))
		case <-deadline:
			t.Fatal("the S3 server does not answer")
		case <-ticker.C:
			answer, err := http.Get("http://" + endpoint + "/")
			if err == nil {
				_ = answer.Body.Close()
				return
			}
		}
	}
}
