package api

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"strings"
	"time"

	"portfolio/api/content"
	"portfolio/api/internal/audit"
	"portfolio/api/internal/config"
	"portfolio/api/publishing"
	"portfolio/api/server"
	"portfolio/api/site"
)

// pagesInterval is how often the first pages are looked for.
const pagesInterval = 100 * time.Millisecond

// errNoRenderer is for a program that was compiled without the renderer.
var errNoRenderer = errors.New("this program cannot render the pages: build it with scripts/build, or set STATIC_DIR")

// FindPages returns the folder of the pages, NoSite if they are served elsewhere, or "" and the renderer if this program
// makes them.
func FindPages(settings config.Config) (string, *publishing.Kit, error) {
	switch {
	case settings.StaticDir != "":
		return settings.StaticDir, nil, nil
	case settings.BuildHookURL != "":
		return config.NoSite, nil, nil // the service with the hook has the pages
	}
	kit, err := publishing.EmbeddedKit()
	if err == nil && kit == nil {
		err = config.Wrong(errNoRenderer)
	}
	return "", kit, err
}

// bundled has the parts of a site that come with a program that renders the pages. They are nil in other programs.
type bundled struct {
	// images are those of the program's content, and sample is that content if it is the sample's.
	images fs.FS
	sample map[string]string
	// check returns the errors for which a rendering would refuse texts.
	check func(ctx context.Context, texts map[string]string) ([]string, error)
}

// bundledIn returns the parts in a kit, for the site at an address.
func bundledIn(kit *publishing.Kit, address string) bundled {
	if kit == nil {
		return bundled{}
	}
	check := func(ctx context.Context, texts map[string]string) ([]string, error) {
		return kit.Check(ctx, address, texts)
	}
	if !kit.IsSample {
		return bundled{images: kit.Images, check: check}
	}
	return bundled{images: kit.Images, sample: kit.Content, check: check}
}

// publishedAddress returns the address that pages name, or "" while the site has no https.
func publishedAddress(publicURL string) string {
	if strings.HasPrefix(publicURL, "https://") {
		return publicURL
	}
	return ""
}

// RendersPages reports whether this program renders the pages.
func (a *App) RendersPages() bool { return a.renderer != nil }

// OpenPages opens the pages, or returns nil for a server of the API alone. If this program renders the pages, it queues a
// rendering unless they are current. Until that is done, visitors get the last pages, or 503 if there are none.
func (a *App) OpenPages(ctx context.Context, log *slog.Logger) (*server.Site, error) {
	switch {
	case a.pagesDir == config.NoSite:
		return nil, nil
	case a.served == nil:
		return nil, config.Wrong(errNoRenderer)
	case a.renderer == nil:
		return a.served, config.Wrong(a.served.Open(ctx))
	}
	if err := a.takeContent(audit.ByServer(ctx), log); err != nil {
		return nil, err
	}
	current, err := a.renderer.IsCurrent(ctx)
	if err == nil && !current {
		err = a.pages.Hurry(ctx)
	}
	if err != nil {
		return nil, err
	}
	return a.served, a.served.Open(ctx)
}

// AwaitPages waits for the first rendering of a site that has content and no pages yet: until it is served, has failed, or ctx
// ends. It calls waiting before.
func (a *App) AwaitPages(ctx context.Context, waiting func()) error {
	if a.renderer == nil || a.served.HasPage("/") {
		return nil
	}
	hasContent, err := content.Exists(ctx, a.db)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil || !hasContent {
		return err
	}
	waiting()
	for tick := time.Tick(pagesInterval); !a.served.HasPage("/"); {
		status, err := a.pages.Status(ctx, publishing.ByServer)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		// After an earlier failure, the attempt of this start is due at once.
		again := status.State == publishing.Failed && status.DueAt != nil && !status.DueAt.After(a.clock())
		if status.State != publishing.Waiting && status.State != publishing.Running && !again {
			_ = a.served.Refresh(ctx) // Watch logs why it cannot
			return nil
		}
		select {
		case <-ctx.Done():
			return nil
		case <-tick:
		}
	}
	return nil
}

// PageWrites returns a number that grows with each write after which there may be other pages; nil if the database does not know.
func (a *App) PageWrites() func() uint64 {
	if a.renderer == nil {
		return nil
	}
	return a.db.Writes
}

// takeContent imports the content of the source tree. The sample's is taken only by a site that has the
// sample but no content yet: a later start would remove what was imported into it.
func (a *App) takeContent(ctx context.Context, log *slog.Logger) error {
	if a.renderer.Kit.IsSample {
		if state, err := a.Setup.State(ctx); err != nil || state != site.StateSample {
			return err
		}
		if hasContent, err := content.Exists(ctx, a.db); err != nil || hasContent {
			return err
		}
	}
	done, err := a.Content.Import(ctx, a.renderer.Kit.Content)
	if len(done.Conflicts) > 0 {
		log.Warn("content changed here and in the program: compare the versions at /content", "paths", done.Conflicts)
	}
	return err
}
