package tokens

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
)

// No cookie of a device but one that was signed here is taken, and no link to a file but one for that file that has not run out.
func FuzzDeviceAndDownload(f *testing.F) {
	device, download := NewDevice(fuzzSecret), NewDownload(fuzzSecret)
	genuine := device.Sign("AAAAAAAAAAAAAAAAAAAAAA")
	link, _ := url.ParseQuery(strings.TrimPrefix(download.Link("", "a.pdf", fuzzNow), "?"))
	expires, signature := link.Get("expires"), link.Get("signature")
	check := func(until, signature string) error {
		return download.Check(url.Values{"expires": {until}, "signature": {signature}}, "a.pdf", fuzzNow)
	}
	for _, seed := range []string{genuine, genuine + ".", genuine[1:], "." + device.key.mac(""), "", ".", "a.b.c", signature} {
		f.Add(seed, expires)
	}
	f.Add(signature, "+"+expires)
	f.Add(signature, "99999999999999999999")
	f.Fuzz(func(t *testing.T, text, until string) {
		if id, err := device.Parse(text); err == nil && text != device.Sign(id) {
			t.Errorf("%q was read as the device %q", text, id)
		}
		if err := check(until, text); err == nil && (text != signature || until != expires) {
			t.Errorf("taken: %q until %q", text, until)
		}
		if check(until, download.key.mac(until+"\na.pdf")) == nil {
			if last, err := strconv.ParseInt(until, 10, 64); err != nil || last < fuzzNow.Unix() {
				t.Errorf("taken until %q", until)
			}
		}
	})
}
