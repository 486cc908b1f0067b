package accounts

import "regexp"

type namePattern struct {
	pattern *regexp.Regexp
	name    string
}

// Most browsers also claim to be those further down, so the first match counts.
var browserNames = []namePattern{
	{regexp.MustCompile(`\bEdg(e|A|iOS)?/`), "Edge"},
	{regexp.MustCompile(`\b(OPR|OPT|OPiOS)/`), "Opera"},
	{regexp.MustCompile(`\bSamsungBrowser/`), "Samsung Internet"},
	{regexp.MustCompile(`\b(Firefox|FxiOS)/`), "Firefox"},
	{regexp.MustCompile(`\b(HeadlessChrome|Chrome|CriOS)/`), "Chrome"},
	{regexp.MustCompile(`\bVersion/.*Safari/`), "Safari"},
}

var systemNames = []namePattern{
	{regexp.MustCompile(`\biPhone\b`), "iPhone"},
	{regexp.MustCompile(`\biPad\b`), "iPad"},
	{regexp.MustCompile(`\bAndroid\b`), "Android"},
	{regexp.MustCompile(`\bWindows\b`), "Windows"},
	{regexp.MustCompile(`\bCrOS\b`), "ChromeOS"},
	{regexp.MustCompile(`\bMacintosh\b`), "Mac"},
	{regexp.MustCompile(`\bLinux\b`), "Linux"},
}

// deviceName returns a short name of the device that sent userAgent, such as "Firefox on Windows".
func deviceName(userAgent string) string {
	browser, system := firstName(browserNames, userAgent), firstName(systemNames, userAgent)
	switch {
	case browser != "" && system != "":
		return browser + " on " + system
	case system != "":
		return "App on " + system
	case browser != "":
		return browser
	}
	return "Unknown device"
}

func firstName(names []namePattern, userAgent string) string {
	for _, n := range names {
		if n.pattern.MatchString(userAgent) {
			return n.name
		}
	}
	return ""
}
