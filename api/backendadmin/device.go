package backendadmin

import "strings"

// mark is a word by which a user agent tells what it is.
type mark struct{ word, name string }

// The first that is found counts: most browsers also claim to be those that stand further down.
var (
	browserMarks = []mark{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Vivaldi/", "Vivaldi"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
		{"curl/", "curl"},
	}
	systemMarks = []mark{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Macintosh", "Mac"}, {"Linux", "Linux"},
	}
)

// deviceName is what to call a device: "Firefox on Windows", or as much of it as can be told.
func deviceName(userAgent string) string {
	browser, system := find(browserMarks, userAgent), find(systemMarks, userAgent)
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

func find(marks []mark, userAgent string) string {
	for _, mark := range marks {
		if strings.Contains(userAgent, mark.word) {
			return mark.name
		}
	}
	return ""
}
