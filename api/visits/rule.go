package visits

import (
	_ "embed"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// isVisitor reports whether a request was made for a person who accepts counting: not for a program, not
// in advance, and not for staff.
func (s *Service) isVisitor(r *http.Request) bool {
	if r.Header.Get("DNT") == "1" || r.Header.Get("Sec-GPC") == "1" || r.Header.Get("Authorization") != "" || isRobot(r.UserAgent()) {
		return false
	}
	for _, name := range []string{"Sec-Purpose", "Purpose", "X-Moz"} {
		if strings.Contains(r.Header.Get(name), "prefetch") {
			return false
		}
	}
	staff, err := s.IsStaff(r)
	return err == nil && !staff
}

// CountDownload calls count if a request downloads a whole file for a visitor, but not for the separate
// parts that a viewer requests, or for a copy that the browser has already.
func (s *Service) CountDownload(r *http.Request, count func()) {
	part := r.Header.Get("Range")
	if r.Method == http.MethodGet && (part == "" || part == "bytes=0-") && r.Header.Get("If-None-Match") == "" && s.isVisitor(r) {
		count()
	}
}

// crawlerList has a pattern of the user agents of each known crawler. Phones are in none of them.
//
//go:embed crawlers.txt
var crawlerList string

// programs matches the user agents of other programs. Many name a page about them, and browsers never do.
const programs = `^$|https?:|^[Jj]ava/|[Pp]rerender`

// crawlers returns crawlerList as parts of user agents, and a pattern for those that are not plain text.
var crawlers = sync.OnceValues(func() (parts []string, others *regexp.Regexp) {
	patterns := []string{programs}
	for line := range strings.Lines(crawlerList) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "#") {
			continue
		}
		if part, whole := regexp.MustCompile(line).LiteralPrefix(); whole {
			parts = append(parts, part)
		} else {
			patterns = append(patterns, line)
		}
	}
	return parts, regexp.MustCompile(strings.Join(patterns, "|"))
})

// maxAgent is the length of the part of a user agent that is compared.
const maxAgent = 1000

func isRobot(userAgent string) bool {
	userAgent = userAgent[:min(len(userAgent), maxAgent)]
	parts, others := crawlers()
	return others.MatchString(userAgent) || slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(userAgent, part) })
}
