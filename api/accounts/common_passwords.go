package accounts

import (
	"bytes"
	"compress/gzip"
	_ "embed" // the list
	"io"
	"strings"
	"sync"
)

// commonPasswordsGzip has the 100,000 most frequent of the ten million passwords that Mark Burnett
// released into the public domain in 2015: lowercase, sorted, one a line.
//
//go:embed common-passwords.txt.gz
var commonPasswordsGzip []byte

var commonPasswords = sync.OnceValue(func() string {
	reader, err := gzip.NewReader(bytes.NewReader(commonPasswordsGzip))
	if err != nil {
		panic(err) // the embedded file is damaged
	}
	list, err := io.ReadAll(reader)
	if err != nil {
		panic(err)
	}
	return "\n" + string(list)
})

// isCommon reports whether password is one of the most frequent ones, ignoring case and spaces
// around it.
func isCommon(password string) bool {
	return strings.Contains(commonPasswords(), "\n"+strings.ToLower(strings.TrimSpace(password))+"\n")
}
