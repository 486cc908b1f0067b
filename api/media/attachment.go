package media

import (
	"net/url"
	"path"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxSaved is how long the name may be under which a browser saves a file, in bytes without its ending. File systems take
// 255, and browsers add to it.
const maxSaved = 180

// Attachment returns a Content-Disposition (RFC 6266) by which a browser saves the file under a name that is safe on every
// system: no folders, no control or invisible characters, nothing that a shell or a file system reserves.
func Attachment(fileName string) string {
	name := SavedName(fileName)
	plain := strings.Map(func(r rune) rune {
		// Some read %41 in a plain name as A (RFC 6266, appendix D).
		if r > unicode.MaxASCII || r == '%' {
			return '_'
		}
		return r
	}, name)
	value := `attachment; filename="` + plain + `"`
	if plain != name {
		// An ext-value, RFC 8187 section 3.2.1.
		value += "; filename*=UTF-8''" + strings.ReplaceAll(url.QueryEscape(name), "+", "%20")
	}
	return value
}

// SavedName makes a file's name safe and keeps its ending. It is "document" and the ending where nothing else is left.
func SavedName(fileName string) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		case unicode.IsSpace(r):
			return ' '
		case strings.ContainsRune("/\\:*?\"<>|;", r):
			return '_'
		}
		return r
	}, strings.ToValidUTF8(fileName, ""))
	ending := path.Ext(name)
	base := strings.Trim(strings.TrimSuffix(name, ending), " .")
	for len(base) > maxSaved {
		_, last := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-last]
	}
	if base == "" {
		base = "document"
	}
	if isDevice(base) {
		base = "_" + base
	}
	return base + strings.TrimRight(ending, " .")
}

// isDevice reports whether Windows takes the name for a device, whatever its ending.
func isDevice(base string) bool {
	first, _, _ := strings.Cut(strings.ToUpper(base), ".")
	switch first {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(first) == 4 && (strings.HasPrefix(first, "COM") || strings.HasPrefix(first, "LPT")) && first[3] >= '0' && first[3] <= '9'
}
