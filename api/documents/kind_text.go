package documents

import (
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
func isText(file io.ReaderAt, size int64) (bool, error) {
	head, err := headOf(file, size)
	if err != nil {
		return false, err
	}
	wide := bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff"))
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
		return size%2 == 0, nil
	}
	return hasNoControls(file, size)
}

func hasNoControls(file io.ReaderAt, size int64) (bool, error) {
	reader, buffer := io.NewSectionReader(file, 0, size), make([]byte, 64<<10)
	for {
		n, err := reader.Read(buffer)
		for _, b := range buffer[:n] {
			if b < ' ' && !strings.ContainsRune("\t\n\v\f\r", rune(b)) {
				return false, nil
			}
		}
		if err == io.EOF {
			return true, nil
		}
		if err != nil {
			return false, err
		}
	}
}

// charsetOf returns the name of the code in which a text is written. An older code than Unicode's cannot be detected for sure:
// it is called by the name of the most common one, as browsers do.
func charsetOf(file io.ReaderAt, size int64) (string, error) {
	head, err := headOf(file, size)
	if err != nil {
		return "", err
	}
	if bytes.HasPrefix(head, []byte("\xff\xfe")) || bytes.HasPrefix(head, []byte("\xfe\xff")) {
		return "utf-16", nil
	}
	_, err = io.Copy(io.Discard, transform.NewReader(io.NewSectionReader(file, 0, size), encoding.UTF8Validator))
	if errors.Is(err, encoding.ErrInvalidUTF8) {
		return "windows-1252", nil
	}
	return "utf-8", err
}
