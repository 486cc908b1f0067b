package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"portfolio/api/content"
	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/publishing"
	"portfolio/api/renderer"
	"portfolio/api/server"
)

// StaticDir returns the STATIC_DIR of the settings or its default, and the renderer of a release if that makes the pages.
func StaticDir(settings config.Config) (string, *renderer.Kit, error) {
	if settings.StaticDir != "" {
		return settings.StaticDir, nil, nil
	}
	kit, err := renderer.Embedded()
	if err != nil || kit != nil && settings.BuildCommand == "" && settings.BuildHookURL == "" {
		return "", kit, err
	}
	if _, err := os.Stat(config.BuiltSite); err != nil && kit != nil && settings.BuildHookURL != "" {
		return config.NoSite, nil, nil // the service with the hook has the pages
	}
	return config.BuiltSite, nil, nil
}

// choosePages makes the renderer of a release, unless the settings name a build.
func (a *App) choosePages() error {
	dir, kit, err := StaticDir(a.config)
	if err != nil || kit == nil {
		a.config.StaticDir = dir
		return err
	}
	a.renderer = &renderer.Publisher{
		Kit: kit, DB: a.db, Content: a.Content, Photos: a.Photos, Dir: filepath.Join(a.config.DataDir, "pages"),
		SiteURL: publishedAddress(a.config.PublicURL), Program: config.ReadBuild().String(),
	}
	a.config.StaticDir = a.renderer.SiteDir()
	return nil
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

// FirstOwner is the person of the content that a new site starts with.
func (a *App) FirstOwner() renderer.Owner { return a.renderer.Kit.Owner }

// OpenPages opens the pages, or returns nil for a server of the API alone. If this program renders the pages, it queues a
// rendering, since a restored database may have other content; until that is done, visitors get the last pages of an earlier
// program or address, or 503. Only a site with unedited content waits for its first pages.
func (a *App) OpenPages(ctx context.Context, log *slog.Logger) (*server.Site, error) {
	if a.config.StaticDir == config.NoSite {
		return nil, nil
	}
	if a.renderer == nil {
		site, err := server.OpenSite(a.config.StaticDir)
		return site, config.Wrong(err)
	}
	if err := a.renderer.AddContent(ctx); err != nil {
		return nil, err
	}
	if site, err := server.OpenSite(a.config.StaticDir); err == nil {
		return site, a.queueRendering(ctx)
	}
	if last := a.renderer.LastDir(); last != "" {
		site, err := server.OpenScreens(a.config.StaticDir, a.renderer.Kit.Files, last)
		if err == nil {
			return site, a.queueRendering(ctx)
		}
		log.Warn("the last pages cannot be served until pages are rendered", "error", err)
	}
	edits, err := content.CountPublished(ctx, a.db, a.clock())
	if err != nil {
		return nil, err
	}
	if edits == 0 {
		if err = a.renderer.Publish(ctx); err == nil {
			site, err := server.OpenSite(a.config.StaticDir)
			return site, errors.Join(err, a.pages.MarkPublished(ctx))
		}
		log.Error("the pages cannot be rendered", "error", err)
	}
	site, err := server.OpenScreens(a.config.StaticDir, a.renderer.Kit.Files, "")
	return site, errors.Join(err, a.queueRendering(ctx))
}

func (a *App) queueRendering(ctx context.Context) error {
	_, err := a.pages.BuildNow(ctx, publishing.ByCommand, func(context.Context, *database.Tx) error { return nil })
	return err
}
