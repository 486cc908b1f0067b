package mailer

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"

	"portfolio/api/apperror"
	"portfolio/api/httpx"
)

// Address returns a mail address without the space around it and with its domain as httpx.Host returns it, in which
// browsers send an address that was typed in Unicode. The error's text is one for the person who typed the address.
func Address(text string) (string, error) {
	text = strings.TrimSpace(text)
	if strings.ContainsFunc(text, isInvisible) {
		return "", errors.New(apperror.EmailInvisible)
	}
	at := strings.LastIndexByte(text, '@')
	domain, err := httpx.Host(text[at+1:])
	address := text[:at+1] + domain
	parsed, parseErr := mail.ParseAddress(address)
	if err != nil || parseErr != nil || parsed.Address != address || !strings.Contains(domain, ".") && domain != "localhost" {
		return "", errors.New(apperror.EmailInvalid)
	}
	return address, nil
}

// isInvisible reports whether no screen shows r, such as a zero-width space or a soft hyphen: two addresses that look the
// same would be two accounts.
func isInvisible(r rune) bool {
	return unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
