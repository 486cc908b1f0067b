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

// hookLimit is how long the answer of a build hook is waited for.
const hookLimit = 30 * time.Second

// Hook asks a build service, such as a CDN's, to build the site. Its address is a secret: who has it can ask too.
type Hook struct {
	url    string
	token  string
	client *http.Client
}

// NewHook returns the publisher that posts to address, with token as the bearer's (RFC 6750) where it is not "".
func NewHook(address, token string) *Hook {
	return &Hook{url: address, token: token, client: &http.Client{
		Timeout: hookLimit,
		// A hook that moved is a mistake in the settings: the secret is not handed to where it points.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// hookBody names the event to GitHub, which starts the workflows that wait for it; other services take any object
// (https://docs.github.com/en/rest/repos/repos#create-a-repository-dispatch-event).
const hookBody = `{"event_type":"content-changed"}`

// Publish posts hookBody and returns nil for an answer of 2xx. No error holds the address or the token.
func (h *Hook) Publish(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, strings.NewReader(hookBody))
	if err != nil {
		return errors.New("BUILD_HOOK_URL is no address that can be asked")
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
		return fmt.Errorf("the build hook answered %d %s: check BUILD_HOOK_URL", response.StatusCode, http.StatusText(response.StatusCode))
	}
	return nil
}

// unreachable says why there was no answer, without the address that url.Error carries.
func unreachable(err error) error {
	var of *url.Error
	if errors.As(err, &of) {
		if of.Timeout() {
			return fmt.Errorf("the build hook did not answer within %d seconds", int(hookLimit.Seconds()))
		}
		err = of.Err
	}
	var name *net.DNSError
	if errors.As(err, &name) {
		return errors.New("the build hook's host was not found: check BUILD_HOOK_URL")
	}
	var connection *net.OpError
	if errors.As(err, &connection) {
		return fmt.Errorf("the build hook could not be reached: %w", connection.Err)
	}
	return errors.New("the build hook could not be asked: the connection failed")
}
