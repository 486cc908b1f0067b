package documents

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"regexp"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// markup matches the starts of files that a browser or a shell would run under another name. The name of an element must end:
// Markdown may begin with <header>.
var markup = regexp.MustCompile(`(?i)^\x{feff}?\s*(<!doctype|<\?xml|<\?php|#!|<(html|head|body|script|iframe|svg)([\s/>]|$))`)

// isText recognises a text for people: in UTF-8, in UTF-16 or in an older code; without control
// characters, as programs have them, and not the beginning of a page or a script.
func isText(file *io.SectionReader, head []byte) (bool, error) {
	decode := transform.Transformer(transform.Nop)
	if wide, order := wideCharset(head); wide != "" {
		if file.Size()%2 != 0 {
			return false, nil
		}
		decode = unicode.UTF16(order, unicode.UseBOM).NewDecoder()
	}
	text := bufio.NewReaderSize(transform.NewReader(file, decode), 64<<10)
	start, err := text.Peek(headSize)
	if err != nil && err != io.EOF {
		return false, err
	}
	if markup.Match(start) {
		return false, nil
	}
	return hasNoControls(text)
}

// wideCharset returns the name of the UTF-16 that a text is in and the order of its bytes, or "" for a
// text that is not in UTF-16. Without a byte order mark, it is UTF-16 if most characters are of ASCII or
// Latin-1, whose upper byte is 0.
func wideCharset(head []byte) (name string, order unicode.Endianness) {
	var zeros [2]int
	for i, b := range head {
		if b == 0 {
			zeros[i%2]++
		}
	}
	switch most := len(head) / 4; {
	case bytes.HasPrefix(head, []byte("\xff\xfe")), bytes.HasPrefix(head, []byte("\xfe\xff")):
		return "utf-16", unicode.LittleEndian
	case zeros[1] > most && zeros[0] == 0:
		return "utf-16le", unicode.LittleEndian
	case zeros[0] > most && zeros[1] == 0:
		return "utf-16be", unicode.BigEndian
	}
	return "", unicode.LittleEndian
}

// hasNoControls reports whether a text has no control characters but white space, and 0x1A at its end,
// where DOS put it.
func hasNoControls(text *bufio.Reader) (bool, error) {
	ended := false
	for {
		b, err := text.ReadByte()
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		ended = ended || b == 0x1a
		if b < ' ' && !strings.ContainsRune("\t\n\v\f\r\x1a", rune(b)) || ended && b != 0x1a {
			return false, nil
		}
	}
}

// charsetOf returns the charset of a text. Charsets older than Unicode cannot be detected reliably:
// it returns the most common one, like browsers.
func charsetOf(file *io.SectionReader, head []byte) (string, error) {
	if wide, _ := wideCharset(head); wide != "" {
		return wide, nil
	}
	text := io.NewSectionReader(file, 0, file.Size())
	_, err := io.Copy(io.Discard, transform.NewReader(text, encoding.UTF8Validator))
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		return "windows-1252", nil
	}
	return "utf-8", err
}
