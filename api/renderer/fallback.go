package renderer

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// repairPage answers for all pages of a site whose content cannot be rendered.
const repairPage = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
	`<title>Under repair</title><p>This site is under repair. Please come back later.` + "\n"

// PublishScreens makes a site without pages, on which staff can correct the content. It renders the kit's own content.
func (p *Publisher) PublishScreens(ctx context.Context) error {
	limited, cancel := context.WithTimeout(ctx, renderLimit)
	defer cancel()
	site, err := p.Kit.run(limited, Input{Texts: p.Kit.Texts, Photos: []any{}})
	if err != nil {
		return fmt.Errorf("render staff's screens: %w", err)
	}
	if err := site.removePages(); err != nil {
		return err
	}
	return p.store(site)
}

// removePages leaves the screens of the app and their files. All other addresses are answered by repairPage and 503.
func (o *output) removePages() error {
	var routes []struct {
		Path    string          `json:"path"`
		File    string          `json:"file"`
		Status  int             `json:"status"`
		Headers json.RawMessage `json:"headers"`
	}
	if err := json.Unmarshal(o.Manifest["routes"], &routes); err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	kept := routes[:0]
	for _, route := range routes {
		if route.File == "app.html" || strings.HasPrefix(route.Path, "/assets/") {
			kept = append(kept, route)
		}
	}
	var notFound map[string]any
	if err := json.Unmarshal(o.Manifest["notFound"], &notFound); err != nil {
		return fmt.Errorf("read the manifest: %w", err)
	}
	notFound["status"] = 503
	for i := range o.Files {
		if o.Files[i].Name == notFound["file"] {
			page := repairPage
			o.Files[i].Text = &page
		}
	}
	var err error
	if o.Manifest["routes"], err = json.Marshal(kept); err == nil {
		o.Manifest["notFound"], err = json.Marshal(notFound)
	}
	return err
}
