package backendadmin

import "strings"

// userAgentPattern is a text in a user agent, and the name of what sends it.
type userAgentPattern struct{ text, name string }

// The first that is found counts: most browsers also claim to be those further down.
var (
	browserPatterns = []userAgentPattern{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Vivaldi/", "Vivaldi"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
		{"curl/", "curl"},
	}
	systemPatterns = []userAgentPattern{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
)

// deviceName is what to call a device: "Firefox on Windows", or as much of it as is known.
func deviceName(userAgent string) string {
	browser, system := find(browserPatterns, userAgent), find(systemPatterns, userAgent)
	switch {
	case browser != "" && system != "":
		return browser + " on " + system
	case browser != "":
		return browser
	case system != "":
		return "App on " + system
	}
	return "Unknown device"
}

func find(marks []userAgentPattern, userAgent string) string {
	for _, mark := range marks {
		if strings.Contains(userAgent, mark.text) {
			return mark.name
		}
	}
	return ""
}
