package files

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// AWSCredentials are a key of AWS. A permanent one has no Token and does not expire.
type AWSCredentials struct {
	KeyID, Secret, Token string
	Expires              time.Time
}

// keyRenewal is how long before they expire credentials are renewed. AWS has new ones at that time.
const keyRenewal = 5 * time.Minute

// awsSource finds credentials: in the AWS variables, in the shared credentials file, or those of the role of
// the container or machine. It renews credentials that expire. newAWSSource creates it.
type awsSource struct {
	busy  chan struct{} // held while credentials are looked for
	found AWSCredentials
}

// newAWSSource returns a awsSource that has not looked for credentials yet.
func newAWSSource() *awsSource { return &awsSource{busy: make(chan struct{}, 1)} }

// Get returns valid credentials. If new ones cannot be obtained, it returns the previous ones until they
// expire.
func (s *awsSource) Get(ctx context.Context) (AWSCredentials, error) {
	select {
	case s.busy <- struct{}{}:
		defer func() { <-s.busy }()
	case <-ctx.Done():
		return AWSCredentials{}, ctx.Err()
	}
	left := time.Until(s.found.Expires)
	if s.found.KeyID != "" && (s.found.Expires.IsZero() || left > keyRenewal) {
		return s.found, nil
	}
	found, err := findKey(ctx)
	if err != nil && s.found.KeyID != "" && left > 0 {
		return s.found, nil
	}
	if err != nil {
		return AWSCredentials{}, fmt.Errorf("find AWS credentials: %w", err)
	}
	s.found = found
	return found, nil
}

func findKey(ctx context.Context) (AWSCredentials, error) {
	c := AWSCredentials{KeyID: os.Getenv("AWS_ACCESS_KEY_ID"), Secret: os.Getenv("AWS_SECRET_ACCESS_KEY"), Token: os.Getenv("AWS_SESSION_TOKEN")}
	if c.KeyID != "" && c.Secret != "" {
		return c, nil
	}
	path, profile := os.Getenv("AWS_SHARED_CREDENTIALS_FILE"), os.Getenv("AWS_PROFILE")
	c, err := fromFile(path, cmp.Or(profile, "default"))
	if err == nil || path != "" || profile != "" {
		return c, err
	}
	c, err = fromRole(ctx)
	if err != nil {
		err = fmt.Errorf("neither AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY nor a credentials file; ask for the role of the machine: %w", err)
	}
	return c, err
}

// fromFile reads a profile of a shared credentials file, by default ~/.aws/credentials.
func fromFile(path, profile string) (AWSCredentials, error) {
	if path == "" {
		home, err := os.UserHomeDir()
		if err != nil {
			return AWSCredentials{}, err
		}
		path = filepath.Join(home, ".aws", "credentials")
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return AWSCredentials{}, fmt.Errorf("there is no %s", path)
	}
	if err != nil {
		return AWSCredentials{}, err
	}
	values := map[string]string{}
	section := ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.TrimSpace(strings.Trim(line, "[]"))
		} else if key, value, found := strings.Cut(line, "="); found && section == profile {
			values[strings.TrimSpace(key)] = strings.TrimSpace(value)
		}
	}
	c := AWSCredentials{KeyID: values["aws_access_key_id"], Secret: values["aws_secret_access_key"], Token: values["aws_session_token"]}
	if c.KeyID == "" || c.Secret == "" {
		return AWSCredentials{}, fmt.Errorf("%s has no aws_access_key_id and aws_secret_access_key for the profile %q", path, profile)
	}
	return c, nil
}
