package files

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// clean clears the variables of AWS and sets those given, with an empty home folder.
func clean(t *testing.T, set map[string]string) (home string) {
	t.Helper()
	for _, line := range os.Environ() {
		if name, _, _ := strings.Cut(line, "="); strings.HasPrefix(name, "AWS_") {
			t.Setenv(name, "")
		}
	}
	home = t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	// Nothing listens on this port.
	t.Setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://127.0.0.1:1")
	for name, value := range set {
		t.Setenv(name, value)
	}
	return home
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

const profiles = `# comment
[default]
aws_access_key_id = file-key
aws_secret_access_key=file-secret=

[backup]
region = eu-west-1
aws_access_key_id = backup-key
aws_secret_access_key = backup-secret
aws_session_token = backup-token
`

func TestFindsCredentials(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "keys")
	writeFile(t, elsewhere, strings.ReplaceAll(profiles, "file-key", "elsewhere-key"))
	for name, test := range map[string]struct {
		set  map[string]string
		want AWSCredentials
		err  string
	}{
		"the variables before the file": {
			set:  map[string]string{"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_SESSION_TOKEN": "c"},
			want: AWSCredentials{KeyID: "a", Secret: "b", Token: "c"},
		},
		"the file":             {want: AWSCredentials{KeyID: "file-key", Secret: "file-secret="}},
		"a profile":            {set: map[string]string{"AWS_PROFILE": "backup"}, want: AWSCredentials{KeyID: "backup-key", Secret: "backup-secret", Token: "backup-token"}},
		"another file":         {set: map[string]string{"AWS_SHARED_CREDENTIALS_FILE": elsewhere}, want: AWSCredentials{KeyID: "elsewhere-key", Secret: "file-secret="}},
		"an unknown profile":   {set: map[string]string{"AWS_PROFILE": "none"}, err: `no aws_access_key_id and aws_secret_access_key for the profile "none"`},
		"a file that is gone":  {set: map[string]string{"AWS_SHARED_CREDENTIALS_FILE": elsewhere + "2"}, err: "there is no " + elsewhere + "2"},
		"half of the variable": {set: map[string]string{"AWS_ACCESS_KEY_ID": "a"}, want: AWSCredentials{KeyID: "file-key", Secret: "file-secret="}},
	} {
		t.Run(name, func(t *testing.T) {
			writeFile(t, filepath.Join(clean(t, test.set), ".aws", "credentials"), profiles)
			got, err := newAWSSource().Get(t.Context())
			if got != test.want || (test.err == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), test.err) {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

func TestNamesWhatIsMissingWithoutCredentials(t *testing.T) {
	clean(t, nil)
	if _, err := newAWSSource().Get(t.Context()); err == nil || !strings.Contains(err.Error(), "AWS_ACCESS_KEY_ID") {
		t.Errorf("%v", err)
	}
}

// roleServer answers like the services of Amazon for a role, whose credentials expire after lifetime. It counts
// the credentials that it gave.
func roleServer(t *testing.T, lifetime time.Duration) (url string, given *int) {
	t.Helper()
	given = new(int)
	credentials := func(format string) string {
		*given++
		return fmt.Sprintf(format, fmt.Sprintf("role-key-%d", *given), time.Now().Add(lifetime).UTC().Format(time.RFC3339))
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		const list, asJSON = "/latest/meta-data/iam/security-credentials/", `{"Code":"Success","AccessKeyId":%q,"SecretAccessKey":"s","Token":"t","Expiration":%q}`
		switch {
		case r.Method == http.MethodPut && r.URL.Path == "/latest/api/token" && r.Header.Get("X-aws-ec2-metadata-token-ttl-seconds") != "":
			fmt.Fprint(w, "session")
		case r.URL.Path == list && r.Header.Get("X-aws-ec2-metadata-token") == "session":
			fmt.Fprint(w, "web\n")
		case r.URL.Path == list+"web" && r.Header.Get("X-aws-ec2-metadata-token") == "session",
			r.URL.Path == "/container" && r.Header.Get("Authorization") == "pod":
			fmt.Fprint(w, credentials(asJSON))
		case r.Method == http.MethodPost && r.FormValue("Action") == "AssumeRoleWithWebIdentity" && r.FormValue("WebIdentityToken") == "pod" && r.FormValue("RoleArn") == "arn":
			fmt.Fprint(w, credentials(`<AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleWithWebIdentityResult><Credentials>
				<AccessKeyId>%s</AccessKeyId><SecretAccessKey>s</SecretAccessKey><SessionToken>t</SessionToken><Expiration>%s</Expiration></Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>`))
		default:
			http.Error(w, "refused", http.StatusUnauthorized)
		}
	}))
	t.Cleanup(server.Close)
	return server.URL, given
}

func TestFindsTheCredentialsOfARole(t *testing.T) {
	token := filepath.Join(t.TempDir(), "token")
	writeFile(t, token, "pod\n")
	url, _ := roleServer(t, time.Hour)
	for name, set := range map[string]map[string]string{
		"an EC2 machine":         {"AWS_EC2_METADATA_SERVICE_ENDPOINT": url},
		"a container":            {"AWS_CONTAINER_CREDENTIALS_FULL_URI": url + "/container", "AWS_CONTAINER_AUTHORIZATION_TOKEN": "pod"},
		"a pod":                  {"AWS_CONTAINER_CREDENTIALS_FULL_URI": url + "/container", "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": token},
		"a pod with an identity": {"AWS_WEB_IDENTITY_TOKEN_FILE": token, "AWS_ROLE_ARN": "arn", "AWS_ENDPOINT_URL_STS": url},
	} {
		t.Run(name, func(t *testing.T) {
			clean(t, set)
			got, err := newAWSSource().Get(t.Context())
			if err != nil || !strings.HasPrefix(got.KeyID, "role-key-") || got.Secret != "s" || got.Token != "t" || time.Until(got.Expires) < 59*time.Minute {
				t.Errorf("%+v, %v", got, err)
			}
		})
	}
}

func TestRenewsCredentialsBeforeTheyExpire(t *testing.T) {
	for lifetime, want := range map[time.Duration]int{time.Hour: 1, time.Minute: 2} {
		url, given := roleServer(t, lifetime)
		clean(t, map[string]string{"AWS_EC2_METADATA_SERVICE_ENDPOINT": url})
		source := newAWSSource()
		for range 2 {
			if _, err := source.Get(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		if *given != want {
			t.Errorf("credentials for %s were obtained %d times, want %d", lifetime, *given, want)
		}
		t.Setenv("AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://127.0.0.1:1")
		if got, err := source.Get(t.Context()); err != nil || got.KeyID == "" {
			t.Errorf("while the service is away: %+v, %v", got, err)
		}
	}
}
