// Package visits counts how often public pages are opened, by page, day and referring site, and has the daily
// counts of sign-ins, uploads and downloads. It stores and logs nothing that identifies a visitor.
package visits

import (
	"context"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"
)

const (
	// maxSites is how many further referring sites each process distinguishes in a day, besides as many that
	// brought the most visitors in the usualDays before: anybody can make them up.
	maxSites  = 50
	usualDays = 30
	// otherSites counts the further ones.
	otherSites = "other sites"
	// maxVisits is how many visits a client network may make in a minute, and maxNetworks from how many visits count then.
	maxVisits   = 60
	maxNetworks = 10_000
	// listed is how many pages and sites the figures have.
	listed = 5
)

// Service counts visits. Networks and the day's sites are in memory only. Callers set the exported
// fields.
type Service struct {
	Counters *Counters
	Clock    func() time.Time
	// HasPage reports whether the site has a public page at a path.
	HasPage func(ctx context.Context, path string) (bool, error)
	// IsStaff reports whether a request comes from the browser of staff.
	IsStaff func(r *http.Request) (bool, error)

	mu       sync.Mutex
	minute   time.Time
	networks map[string]int
	day      time.Time
	sites    map[string]bool
	newSites int
}

// Visit is a page that was opened. Origin is that of the site, Referrer the address of the page that
// linked to it.
type Visit struct {
	Network, Origin, Path, Referrer string
}

// Count counts a visit, unless it leads to no page of the site or its network has made too many.
func (s *Service) Count(ctx context.Context, v Visit) error {
	if !s.withinLimit(v.Network) {
		return nil
	}
	path := strings.TrimSuffix(v.Path, "/")
	if path == "" {
		path = "/"
	}
	if exists, err := s.HasPage(ctx, path); err != nil || !exists {
		return err
	}
	s.Counters.Add(CountVisits)
	s.Counters.Add(CountVisitsOf + path)
	site := siteOf(v.Referrer)
	if site == "" || site == siteOf(v.Origin) {
		return nil
	}
	name, err := s.orOther(ctx, nameOf(v.Referrer))
	s.Counters.Add(CountVisitsFrom + name)
	return err
}

// withinLimit counts a visit of a network and reports whether it may be counted.
func (s *Service) withinLimit(network string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if minute := s.Clock().Truncate(time.Minute); !minute.Equal(s.minute) {
		s.minute, s.networks = minute, map[string]int{}
	}
	if s.networks[network] >= maxVisits || s.networks[network] == 0 && len(s.networks) >= maxNetworks {
		return false
	}
	s.networks[network]++
	return true
}

// orOther returns site, or otherSites if today has enough others, or on an error.
func (s *Service) orOther(ctx context.Context, site string) (string, error) {
	if err := s.beginDay(ctx, s.Clock().Truncate(24*time.Hour)); err != nil {
		return otherSites, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sites[site] {
		return site, nil
	}
	if s.newSites >= maxSites {
		return otherSites, nil
	}
	s.newSites++
	s.sites[site] = true
	return site, nil
}

// beginDay starts a day with the usual sites, unless it has begun.
func (s *Service) beginDay(ctx context.Context, day time.Time) error {
	s.mu.Lock()
	hasBegun := day.Equal(s.day)
	s.mu.Unlock()
	if hasBegun {
		return nil
	}
	// Without the lock, so that a slow database holds up these visits alone.
	usual, err := s.Counters.Largest(ctx, CountVisitsFrom, usualDays, maxSites)
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if day.Equal(s.day) {
		return nil
	}
	s.day, s.sites, s.newSites = day, map[string]bool{}, 0
	for _, known := range usual {
		if known.Name != otherSites {
			s.sites[known.Name] = true
		}
	}
	return nil
}

var hostName = regexp.MustCompile(`^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63}){1,10}$`)

// siteNames maps the domain of a well-known site, or the package of its app, to its name.
var siteNames = map[string]string{
	"com.google.android.gm": "Gmail", "mail.google.com": "Gmail", "google.com": "Google",
	"docs.google.com": "Google Docs", "sites.google.com": "Google Sites",
	"com.microsoft.office.outlook": "Outlook", "outlook.live.com": "Outlook", "outlook.office.com": "Outlook", "outlook.office365.com": "Outlook",
	"com.microsoft.teams": "Microsoft Teams", "teams.microsoft.com": "Microsoft Teams",
	"linkedin.com": "LinkedIn", "lnkd.in": "LinkedIn", "xing.com": "XING",
	"com.twitter.android": "X", "x.com": "X", "twitter.com": "X", "t.co": "X",
	"facebook.com": "Facebook", "instagram.com": "Instagram", "threads.net": "Threads", "threads.com": "Threads", "bsky.app": "Bluesky",
	"whatsapp.com": "WhatsApp", "telegram.org": "Telegram", "t.me": "Telegram", "slack.com": "Slack", "discord.com": "Discord",
	"github.com": "GitHub", "reddit.com": "Reddit", "youtube.com": "YouTube", "news.ycombinator.com": "Hacker News",
	"mail.yahoo.com": "Yahoo Mail", "mail.proton.me": "Proton Mail",
	"bing.com": "Bing", "duckduckgo.com": "DuckDuckGo", "ecosia.org": "Ecosia",
}

// siteOf returns the host of an address, without www, or "" if it is not a public host name. For an
// Android app it returns the package.
func siteOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	host := strings.ToLower(parsed.Hostname())
	if _, err := netip.ParseAddr(host); err == nil || !hostName.MatchString(host) {
		return ""
	}
	return strings.TrimPrefix(host, "www.")
}

// nameOf returns the name of the site that linked to a page, its host if it is not well known, or ""
// for none. Packages of Android apps begin with the domain of their site in reverse.
func nameOf(referrer string) string {
	site := siteOf(referrer)
	if name, ok := siteNames[site]; ok {
		return name
	}
	labels := strings.Split(site, ".")
	if strings.HasPrefix(referrer, "android-app:") && len(labels) > 1 && len(labels[0]) <= 4 {
		site = labels[1] + "." + labels[0]
	}
	for domain, isPart := site, true; isPart; _, domain, isPart = strings.Cut(domain, ".") {
		if name, ok := siteNames[domain]; ok {
			return name
		}
	}
	return site
}

// Figures are the visits of some days. Daily is the count of each, oldest first. Pages and Sites have
// the largest counts, without those of the last seconds.
type Figures struct {
	Daily []int64 `json:"daily"`
	Pages []Count `json:"pages"`
	Sites []Count `json:"sites"`
}

// Figures returns the visits over the given number of days, including today.
func (s *Service) Figures(ctx context.Context, days int) (f Figures, err error) {
	if f.Daily, err = s.Counters.Daily(ctx, CountVisits, days); err != nil {
		return f, err
	}
	if f.Pages, err = s.Counters.Largest(ctx, CountVisitsOf, days, listed); err != nil {
		return f, err
	}
	f.Sites, err = s.Counters.Largest(ctx, CountVisitsFrom, days, listed)
	return f, err
}
