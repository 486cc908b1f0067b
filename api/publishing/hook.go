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
	client *http.Client
}

// NewHook returns the publisher that posts to address.
func NewHook(address string) *Hook {
	return &Hook{url: address, client: &http.Client{
		Timeout: hookLimit,
		// A hook that moved is a mistake in the settings: the secret is not handed to where it points.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Publish posts an empty object and returns nil for an answer of 2xx. No error holds the address.
func (h *Hook) Publish(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, h.url, strings.NewReader("{}"))
	if err != nil {
		return errors.New("BUILD_HOOK_URL is no address that can be asked")
	}
	request.Header.Set("Content-Type", "application/json")
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
