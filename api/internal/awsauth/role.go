package awsauth

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
	// maxAnswer is how many bytes of an answer are read.
	maxAnswer = 64 << 10
)

// client asks for credentials. The services of a machine are not reached through a proxy.
var client = &http.Client{Timeout: 5 * time.Second, Transport: &http.Transport{
	DialContext: (&net.Dialer{Timeout: time.Second}).DialContext,
	Proxy: func(r *http.Request) (*url.URL, error) {
		if r.URL.Scheme == "http" {
			return nil, nil
		}
		return http.ProxyFromEnvironment(r)
	},
}}

// fromRole returns the credentials of the role of a pod, a container or an EC2 machine.
func fromRole(ctx context.Context) (Credentials, error) {
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

func fromContainer(ctx context.Context, service string) (Credentials, error) {
	token := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN")
	if file := os.Getenv("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"); file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return Credentials{}, err
		}
		token = strings.TrimSpace(string(text))
	}
	text, err := ask(ctx, http.MethodGet, service, "Authorization", token, nil)
	if err != nil {
		return Credentials{}, err
	}
	return decode(text)
}

func fromEC2(ctx context.Context) (Credentials, error) {
	service := cmp.Or(os.Getenv("AWS_EC2_METADATA_SERVICE_ENDPOINT"), ec2Service) + "/latest/"
	session, err := ask(ctx, http.MethodPut, service+"api/token", "X-aws-ec2-metadata-token-ttl-seconds", "60", nil)
	if err != nil {
		return Credentials{}, err
	}
	get := func(path string) ([]byte, error) {
		return ask(ctx, http.MethodGet, service+"meta-data/iam/security-credentials/"+path, "X-aws-ec2-metadata-token", string(session), nil)
	}
	roles, err := get("")
	if err != nil {
		return Credentials{}, err
	}
	role, _, _ := strings.Cut(string(roles), "\n")
	text, err := get(strings.TrimSpace(role))
	if err != nil {
		return Credentials{}, err
	}
	return decode(text)
}

func decode(text []byte) (Credentials, error) {
	var answer struct {
		AccessKeyID, SecretAccessKey, Token string
		Expiration                          time.Time
	}
	if err := json.Unmarshal(text, &answer); err != nil {
		return Credentials{}, fmt.Errorf("read the credentials of the role: %w", err)
	}
	return complete(Credentials{answer.AccessKeyID, answer.SecretAccessKey, answer.Token, answer.Expiration})
}

// fromWebIdentity exchanges the token in a file for credentials of the role AWS_ROLE_ARN.
func fromWebIdentity(ctx context.Context, file string) (Credentials, error) {
	token, err := os.ReadFile(file)
	if err != nil {
		return Credentials{}, err
	}
	host := "sts.amazonaws.com"
	if region := os.Getenv("AWS_REGION"); region != "" {
		host = "sts." + Domain(region)
	}
	// In the body, since errors contain the URL.
	form := url.Values{
		"Action": {"AssumeRoleWithWebIdentity"}, "Version": {"2011-06-15"}, "RoleArn": {os.Getenv("AWS_ROLE_ARN")},
		"RoleSessionName": {cmp.Or(os.Getenv("AWS_ROLE_SESSION_NAME"), "portfolio")}, "WebIdentityToken": {strings.TrimSpace(string(token))},
	}
	text, err := ask(ctx, http.MethodPost, cmp.Or(os.Getenv("AWS_ENDPOINT_URL_STS"), "https://"+host),
		"Content-Type", "application/x-www-form-urlencoded", strings.NewReader(form.Encode()))
	if err != nil {
		return Credentials{}, err
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
		return Credentials{}, fmt.Errorf("read the credentials of the role: %w", err)
	}
	return complete(Credentials{answer.Result.AccessKeyID, answer.Result.SecretAccessKey, answer.Result.SessionToken, answer.Result.Expiration})
}

// Domain returns the domain of Amazon's services in a region, such as eu-west-1.amazonaws.com.
func Domain(region string) string {
	if strings.HasPrefix(region, "cn-") {
		return region + ".amazonaws.com.cn"
	}
	return region + ".amazonaws.com"
}

func complete(c Credentials) (Credentials, error) {
	if c.KeyID == "" || c.Secret == "" {
		return Credentials{}, errors.New("the role has no credentials")
	}
	return c, nil
}

// ask sends a request with a header, unless it is empty, and returns the answer's body.
func ask(ctx context.Context, method, address, header, value string, body io.Reader) ([]byte, error) {
	request, err := http.NewRequestWithContext(ctx, method, address, body)
	if err != nil {
		return nil, err
	}
	if value != "" {
		request.Header.Set(header, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil, err
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answered %s", request.URL.Host, response.Status)
	}
	return io.ReadAll(io.LimitReader(response.Body, maxAnswer))
}
