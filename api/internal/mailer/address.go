package mailer

import (
	"net/mail"
	"strings"
	"unicode"

	"portfolio/api/internal/httpx"
)

// Address returns a mail address without the space around it, its domain in the form of httpx.Host:
// browsers send an address that was typed in Unicode in either form. A problem is a message for the
// person who typed the address, "" for none.
func Address(text string) (address, problem string) {
	address, problem = anyAddress(text)
	_, domain, _ := strings.Cut(address, "@")
	if problem == "" && !strings.Contains(domain, ".") && domain != "localhost" {
		return "", httpx.EmailInvalid
	}
	return address, problem
}

// anyAddress is Address, but allows names of a local network, such as root@mailhost.
func anyAddress(text string) (address, problem string) {
	text = strings.TrimSpace(text)
	if strings.ContainsFunc(text, isInvisible) {
		return "", httpx.EmailInvisible
	}
	at := strings.LastIndexByte(text, '@')
	domain, err := httpx.Host(text[at+1:])
	address = text[:at+1] + domain
	parsed, parseErr := mail.ParseAddress(address)
	if err != nil || parseErr != nil || parsed.Address != address {
		return "", httpx.EmailInvalid
	}
	return address, ""
}

// isInvisible reports whether no screen shows r, such as a zero-width space or a soft hyphen: two
// addresses that look the same would be two accounts.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
