package publishing

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// hookLimit is how long a build hook may take to answer.
const hookLimit = 30 * time.Second

// Hook asks a build service, such as a CDN's, to build the site. Its address is a secret.
type Hook struct {
	url      string
	token    string
	client   *http.Client
	accepted func(ctx context.Context) error
}

// NewHook returns the publisher that posts to address. The password of the address, if it has one,
// is removed from it and sent as the bearer token. accepted is called after each answer of 2xx.
func NewHook(address string, accepted func(ctx context.Context) error) *Hook {
	hook := &Hook{url: address, accepted: accepted, client: &http.Client{
		Timeout: hookLimit,
		// The token must not be sent to another address.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if u, err := url.Parse(address); err == nil && u.User != nil {
		hook.token, _ = u.User.Password()
		u.User = nil
		hook.url = u.String()
	}
	return hook
}

// hookBody names the event that starts workflows on GitHub; other services accept any object
// (https://docs.github.com/en/rest/repos/repos#create-a-repository-dispatch-event).
const hookBody = `{"event_type":"content-changed"}`

// Publish posts hookBody and returns nil for an answer of 2xx. Errors do not contain the address or
// the token.
func (h *Hook) Publish(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, strings.NewReader(hookBody))
	if err != nil {
		return errors.New("the address of the build service is not a valid URL")
	}
	request.Header.Set("Content-Type", "application/json")
	if h.token != "" {
		request.Header.Set("Authorization", "Bearer "+h.token)
	}
	response, err := h.client.Do(request)
	if err != nil {
		return unreachable(err)
	}
	defer func() { _ = response.Body.Close() }()
	_, _ = io.Copy(io.Discard, io.LimitReader(response.Body, 64<<10))
	if response.StatusCode/100 != 2 {
		return fmt.Errorf("the build service answered %d %s", response.StatusCode, http.StatusText(response.StatusCode))
	}
	// Even if the server is stopping: the build has begun.
	return h.accepted(context.WithoutCancel(ctx))
}

// unreachable returns the reason of a failed request, without the address that url.Error contains.
func unreachable(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		if of.Timeout() {
			return fmt.Errorf("the build service did not answer within %d seconds", int(hookLimit.Seconds()))
		}
		err = of.Err
	}
	var name *net.DNSError
	var connection *net.OpError
	switch {
	case errors.As(err, &name):
		return errors.New("the host of the build service was not found")
	case errors.As(err, &connection):
		return fmt.Errorf("the build service could not be reached: %w", connection.Err)
	}
	return errors.New("the connection to the build service failed")
}
