package app

import (
	"context"
	"path/filepath"
	"strings"

	"portfolio/api/internal/config"
	"portfolio/api/renderer"
	"portfolio/api/server"
)

// choosePages makes the renderer of a release, unless the settings name a build.
func (a *App) choosePages() error {
	if a.config.StaticDir != "" {
		return nil
	}
	kit, err := renderer.Embedded()
	if err != nil {
		return err
	}
	if kit == nil || a.config.BuildCommand != "" || a.config.BuildHookURL != "" {
		a.config.StaticDir = config.BuiltSite
		return nil
	}
	a.renderer = &renderer.Publisher{
		Kit: kit, DB: a.db, Content: a.Content, Photos: a.Photos, Dir: filepath.Join(a.config.DataDir, "pages"), SiteURL: publishedAddress(a.config.PublicURL),
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

// PreparePages renders the pages unless this release already did.
func (a *App) PreparePages(ctx context.Context) error { return a.renderer.Prepare(ctx) }

// FirstOwner is the person of the content that a new site starts with.
func (a *App) FirstOwner() renderer.Owner { return a.renderer.Kit.Owner }

// OpenPages opens the pages, or returns nil for a server of the API alone.
func (a *App) OpenPages() (*server.Site, error) {
	if a.config.StaticDir == config.NoSite {
		return nil, nil
	}
	if a.renderer != nil {
		return server.OpenSite(a.config.StaticDir, a.renderer.Kit.Files)
	}
	site, err := server.OpenSite(a.config.StaticDir, nil)
	return site, config.Wrong(err)
}
