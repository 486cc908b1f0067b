package files

import (
	"cmp"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

const (
	ec2Service       = "http://169.254.169.254"
	containerService = "http://169.254.170.2"
	// maxRoleAnswer is how many bytes of an answer are read.
	maxRoleAnswer = 64 << 10
)

// roleClient asks for credentials. The services of a machine are not reached through a proxy.
var roleClient = &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{
	DialContext: (&net.Dialer{Timeout: time.Second}).DialContext,
	Proxy: func(r *http.Request) (*url.URL, error) {
		if r.URL.Scheme == "http" {
			return nil, nil
		}
		return http.ProxyFromEnvironment(r)
	},
}}

// fromRole returns the credentials of the role of a pod, a container or an EC2 machine.
func fromRole(ctx context.Context) (AWSCredentials, error) {
	if file := os.Getenv("AWS_WEB_IDENTITY_TOKEN_FILE"); file != "" {
		return fromWebIdentity(ctx, file)
	}
	if path := os.Getenv("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI"); path != "" {
		return fromContainer(ctx, containerService+path)
	}
	if full := os.Getenv("AWS_CONTAINER_CREDENTIALS_FULL_URI"); full != "" {
		return fromContainer(ctx, full)
	}
	return fromEC2(ctx)
}

func fromContainer(ctx context.Context, service string) (AWSCredentials, error) {
	token := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN")
	if file := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return AWSCredentials{}, err
		}
		token = strings.TrimSpace(string(text))
	}
	text, err := askForKey(ctx, http.MethodGet, service, "Authorization", token, nil)
	if err != nil {
		return AWSCredentials{}, err
	}
	return decodeRole(text)
}

func fromEC2(ctx context.Context) (AWSCredentials, error) {
	service := cmp.Or(os.Getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT"), ec2Service) + "/latest/"
	session, err := askForKey(ctx, http.MethodPut, service+"api/token", "X-aws-ec2-metadata-token-ttl-seconds", "60", nil)
	if err != nil {
		return AWSCredentials{}, err
	}
	get := func(path string) ([]byte, error) {
		return askForKey(ctx, http.MethodGet, service+"meta-data/iam/security-credentials/"+path, "X-aws-ec2-metadata-token", string(session), nil)
	}
	roles, err := get("")
	if err != nil {
		return AWSCredentials{}, err
	}
	role, _, _ := strings.Cut(string(roles), "\n")
	text, err := get(strings.TrimSpace(role))
	if err != nil {
		return AWSCredentials{}, err
	}
	return decodeRole(text)
}

func decodeRole(text []byte) (AWSCredentials, error) {
	var answer struct {
		AccessKeyID, SecretAccessKey, Token string
		Expiration                          time.Time
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return AWSCredentials{}, fmt.Errorf("read the credentials of the role: %w", err)
	}
	return completeKey(AWSCredentials{answer.AccessKeyID, answer.SecretAccessKey, answer.Token, answer.Expiration})
}

// fromWebIdentity exchanges the token in a file for credentials of the role AWS_ROLE_ARN.
func fromWebIdentity(ctx context.Context, file string) (AWSCredentials, error) {
	token, err := os.ReadFile(file)
	if err != nil {
		return AWSCredentials{}, err
	}
	host := "sts.amazonaws.com"
	if region := os.Getenv("AWS_REGION"); region != "" {
		host = "sts." + awsDomain(region)
	}
	// In the body, since errors contain the URL.
	form := url.Values{
		"Action": {"AssumeRoleWithWebIdentity"}, "Version": {"2011-06-15"}, "RoleArn": {os.Getenv("AWS_ROLE_ARN")},
		"RoleSessionName": {cmp.Or(os.Getenv("AWS_ROLE_SESSION_NAME"), "portfolio")}, "WebIdentityToken": {strings.TrimSpace(string(token))},
	}
	text, err := askForKey(ctx, http.MethodPost, cmp.Or(os.Getenv("AWS_ENDPOINT_URL_STS"), "https://"+host),
		"Content-Type", "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
	if err != nil {
		return AWSCredentials{}, err
	}
	var answer struct {
		Result struct {
			AccessKeyID     string `xml:"AccessKeyId"`
			SecretAccessKey string
			SessionToken    string
			Expiration      time.Time
		} `xml:"AssumeRoleWithWebIdentityResult>Credentials"`
	}
	if err := xml.Unmarshal(text, &answer); err != nil {
		return AWSCredentials{}, fmt.Errorf("read the credentials of the role: %w", err)
	}
	return completeKey(AWSCredentials{answer.Result.AccessKeyID, answer.Result.SecretAccessKey, answer.Result.SessionToken, answer.Result.Expiration})
}

// awsDomain returns the domain of Amazon's services in a region, such as eu-west-1.amazonaws.com.
func awsDomain(region string) string {
	if strings.HasPrefix(region, "cn-") {
		return region + ".amazonaws.com.cn"
	}
	return region + ".amazonaws.com"
}

func completeKey(c AWSCredentials) (AWSCredentials, error) {
	if c.KeyID == "" || c.Secret == "" {
		return AWSCredentials{}, errors.New("the role has no credentials")
	}
	return c, nil
}

// askForKey sends a request with a header, unless it is empty, and returns the answer's body.
func askForKey(ctx context.Context, method, address, header, value string, body io.Reader) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	if value != "" {
		request.Header.Set(header, value)
	}
	response, err := roleClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", request.URL.Host, response.Status)
	}
	return io.ReadAll(io.LimitReader(response.Body, maxRoleAnswer))
}
