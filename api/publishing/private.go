package publishing

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"

	"portfolio/api/internal/httpx"
)

const (
	// privateFolder begins the names of private pages in an archive. No address leads there.
	privateFolder = "_private/"
	// privateCached is how many private pages the memory keeps.
	privateCached = 100
)

// errUnrendered is returned for a private page that cannot be rendered from the published content.
var errUnrendered = errors.New("a private page cannot be rendered")

// ErrNoContent is returned while the site has no content from which a page could be rendered.
var ErrNoContent = errors.New("the site has no content yet")

// privatePage is the data of a private page: PrivatePage in ssg/model/private-page.ts. Equal data have equal names.
type privatePage struct {
	Name string          `json:"name"`
	Page json.RawMessage `json:"page"`
}

func namePrivate(page any) (privatePage, error) {
	data, err := json.Marshal(page)
	sum := sha256.Sum256(data)
	return privatePage{privateFolder + hex.EncodeToString(sum[:16]) + ".html", data}, err
}

// listPrivate returns the private pages of all services.
func (r *Renderer) listPrivate(ctx context.Context) ([]privatePage, error) {
	all := []privatePage{}
	for _, list := range r.PrivatePages {
		pages, err := list(ctx)
		if err != nil {
			return nil, fmt.Errorf("list the private pages: %w", err)
		}
		for _, page := range pages {
			named, err := namePrivate(page)
			if err != nil {
				return nil, err
			}
			all = append(all, named)
		}
	}
	slices.SortFunc(all, func(a, b privatePage) int { return strings.Compare(a.Name, b.Name) })
	return slices.CompactFunc(all, func(a, b privatePage) bool { return a.Name == b.Name }), nil
}

// PrivatePage returns the document of a private page, with its headers. Those of the served pages and those rendered lately
// take no time; another one is rendered from the published content. It returns ErrNoContent if there is none.
func (r *Renderer) PrivatePage(ctx context.Context, page any) (*httpx.Content, error) {
	named, err := namePrivate(page)
	if err != nil {
		return nil, err
	}
	if r.Served != nil {
		if document := r.Served(named.Name); document != nil {
			return privateContent(document), nil
		}
	}
	version, err := r.privateVersion(ctx)
	if err != nil {
		return nil, err
	}
	return r.private.get(version, named.Name, func() (*httpx.Content, error) {
		// Others may wait for the same page.
		limited, cancel := context.WithTimeout(context.WithoutCancel(ctx), renderLimit)
		defer cancel()
		content, err := r.renderPrivate(limited, named)
		if err != nil && !errors.Is(err, ErrNoContent) {
			httpx.Logger(ctx).Warn("a private page is not rendered", "error", err)
		}
		return content, err
	})
}

// privateVersion changes with the pages and with their content.
func (r *Renderer) privateVersion(ctx context.Context) (string, error) {
	pages, err := r.current(ctx)
	if err != nil {
		return "", err
	}
	publications, err := r.Content.CountPublished(ctx)
	return fmt.Sprint(pages.Name, " ", publications), err
}

func (r *Renderer) renderPrivate(ctx context.Context, page privatePage) (*httpx.Content, error) {
	in, _, err := r.readInput(ctx)
	if err != nil {
		return nil, err
	}
	if len(in.Content) == 0 {
		return nil, ErrNoContent
	}
	in.PrivatePages, in.OnlyPrivate = []privatePage{page}, true
	document, err := r.Kit.renderPrivate(ctx, in)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errUnrendered, err)
	}
	content := privateContent(document)
	if r.Served == nil {
		content = NameAssetsBelowShares(content)
	}
	return content, nil
}

// asset begins the addresses of scripts, styles and fonts.
var asset = regexp.MustCompile(`(="|url\(["']?)/assets/`)

// NameAssetsBelowShares returns a document that names its scripts, styles and fonts below /s/assets/, where this server serves them,
// because a CDN with the public pages may have others below /assets/. Its policy allows its changed style.
func NameAssetsBelowShares(content *httpx.Content) *httpx.Content {
	document := content.Encodings[len(content.Encodings)-1].Bytes
	changed := asset.ReplaceAll(document, []byte("${1}/s/assets/"))
	header := content.Header.Clone()
	const policy = "Content-Security-Policy"
	header.Set(policy, strings.Replace(header.Get(policy), hashOf(document, "style"), hashOf(changed, "style"), 1))
	return &httpx.Content{Header: header, Encodings: []httpx.Encoded{httpx.NewEncoded("", changed)}}
}

// renderPrivate returns the only document.
func (k *Kit) renderPrivate(ctx context.Context, in Input) (document []byte, err error) {
	defer recoverFault(&err)
	out, err := k.run(ctx, in)
	if err != nil {
		return nil, err
	}
	if len(out.Files) != 1 {
		return nil, fmt.Errorf("the renderer answers with %d pages", len(out.Files))
	}
	return out.Files[0].content()
}

// privateCache has private pages that were rendered lately, of one version.
type privateCache struct {
	turn sync.Mutex // held while a page is rendered

	mu      sync.Mutex // guards what follows
	version string
	pages   map[string]privateResult
}

type privateResult struct {
	content *httpx.Content
	err     error
}

// get returns the page, or the error of its rendering. It renders one page at a time, and each once for a version.
func (c *privateCache) get(version, name string, render func() (*httpx.Content, error)) (*httpx.Content, error) {
	if found, ok := c.find(version, name); ok {
		return found.content, found.err
	}
	c.turn.Lock()
	defer c.turn.Unlock()
	if found, ok := c.find(version, name); ok {
		return found.content, found.err
	}
	var result privateResult
	result.content, result.err = render()
	c.add(version, name, result)
	return result.content, result.err
}

func (c *privateCache) find(version, name string) (privateResult, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version != version {
		c.version, c.pages = version, map[string]privateResult{}
	}
	found, ok := c.pages[name]
	return found, ok
}

func (c *privateCache) add(version, name string, result privateResult) {
	lasting := result.err == nil || errors.Is(result.err, errUnrendered)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.version != version || !lasting {
		return
	}
	for other := range c.pages {
		if len(c.pages) < privateCached {
			break
		}
		delete(c.pages, other)
	}
	c.pages[name] = result
}

// privateContent returns the answer with a private page: no cache keeps it, no search engine lists it, and links from it do
// not tell its address.
func privateContent(document []byte) *httpx.Content {
	return &httpx.Content{
		Header: http.Header{
			"Content-Type": {"text/html; charset=utf-8"}, "Cache-Control": {"private, no-store"}, "X-Robots-Tag": {"noindex"},
			"Referrer-Policy": {"no-referrer"},
			"Content-Security-Policy": {"default-src 'none'; style-src 'self' " + hashOf(document, "style") +
				"; script-src 'self' " + hashOf(document, "script") + "; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
				"form-action 'self'; base-uri 'none'; frame-ancestors 'none'"},
		},
		Encodings: []httpx.Encoded{httpx.NewEncoded("", document)},
	}
}

// hashOf returns the source expression of a policy for the first inline style or script of a document.
func hashOf(document []byte, element string) string {
	_, rest, _ := bytes.Cut(document, []byte("<"+element+">"))
	text, _, _ := bytes.Cut(rest, []byte("</"+element+">"))
	sum := sha256.Sum256(text)
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}
