package documents

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"
)

// markup begins what a browser or a shell would run if somebody saved it under another name.
var markup = []string{"<!doctype", "<html", "<head", "<body", "<script", "<iframe", "<svg", "<?xml", "<?php", "#!"}

// isText recognises a text for people: in UTF-8, in UTF-16 with its mark, or in an older code; without control characters,
// as programs have them, and not the beginning of a page or a script.
func isText(file *io.SectionReader, head []byte) (bool, error) {
	wide := isUTF16(head)
	start := strings.TrimPrefix(string(head), "\xef\xbb\xbf")
	if wide {
		start = strings.ReplaceAll(start[2:], "\x00", "")
	}
	start = strings.ToLower(strings.TrimSpace(start))
	for _, beginning := range markup {
		if strings.HasPrefix(start, beginning) {
			return false, nil
		}
	}
	if wide {
		return file.Size()%2 == 0, nil
	}
	return hasNoControls(bufio.NewReaderSize(file, 64<<10))
}

// isUTF16 reports whether a text begins with the mark of UTF-16, in either order of its bytes.
func isUTF16(head []byte) bool {
	return bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff"))
}

func hasNoControls(text *bufio.Reader) (bool, error) {
	for {
		b, err := text.ReadByte()
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return false, err
		}
		if b < ' ' && !strings.ContainsRune("\t\n\v\f\r", rune(b)) {
			return false, nil
		}
	}
}

// charsetOf returns the name of the code in which a text is written. An older code than Unicode's cannot be detected for sure:
// it is called by the name of the most common one, as browsers do.
func charsetOf(file *io.SectionReader, head []byte) (string, error) {
	if isUTF16(head) {
		return "utf-16", nil
	}
	text := io.NewSectionReader(file, 0, file.Size())
	_, err := io.Copy(io.Discard, transform.NewReader(text, encoding.UTF8Validator))
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		return "windows-1252", nil
	}
	return "utf-8", err
}
