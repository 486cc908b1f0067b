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

// Attachment returns a Content-Disposition (RFC 6266) with a file name that is safe on every
// system: no folders, no control or invisible characters, no names reserved by shells or file
// systems.
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

// SavedName makes a file's name safe and keeps its extension. If nothing else is left, it is
// "document" with the extension.
func SavedName(fileName string) string {
	var safe strings.Builder
	runes := []rune(strings.ToValidUTF8(fileName, ""))
	for i, r := range runes {
		switch {
		case isJoiner(r) && i > 0 && i < len(runes)-1 && joins(runes[i-1]) && joins(runes[i+1]):
			safe.WriteRune(r)
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		case unicode.IsSpace(r):
			safe.WriteByte(' ')
		case strings.ContainsRune("/\\:*?\"<>|;", r):
			safe.WriteByte('_')
		default:
			safe.WriteRune(r)
		}
	}
	name := safe.String()
	ending := path.Ext(name)
	base := strings.Trim(strings.TrimSuffix(name, ending), " .")
	for len(base) > maxSaved {
		_, last := utf8.DecodeLastRuneInString(base)
		base = strings.TrimRightFunc(base[:len(base)-last], isJoiner)
	}
	if base == "" {
		base = "document"
	}
	if isDevice(base) {
		base = "_" + base
	}
	return base + strings.TrimRight(ending, " .")
}

// isJoiner reports whether r is the zero-width joiner or non-joiner. Both are part of the spelling in
// Persian, Hindi and emoji.
func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// joins reports whether a joiner beside r has a meaning: r is part of a letter or an emoji.
func joins(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.So, unicode.Sk) }

// isDevice reports whether Windows takes the name for a device, whatever its ending.
func isDevice(base string) bool {
	first, _, _ := strings.Cut(strings.ToUpper(base), ".")
	switch first {
	case "CON", "PRN", "AUX", "NUL":
		return true
	}
	return len(first) == 4 && (strings.HasPrefix(first, "COM") || strings.HasPrefix(first, "LPT")) && first[3] >= '0' && first[3] <= '9'
}
