package media_test

import (
	"mime"
	"strings"
	"testing"

	"portfolio/api/internal/media"
)

func TestAttachment(t *testing.T) {
	for sent, want := range map[string]string{
		"cv.pdf":                          `attachment; filename="cv.pdf"`,
		"a\r\nSet-Cookie: x=1.pdf":        `attachment; filename="aSet-Cookie_ x=1.pdf"`,
		"a\x00\x07\x1b[31m\u0085.pdf":     `attachment; filename="a[31m.pdf"`,
		"a\tb\u00a0c.pdf":                 `attachment; filename="ab c.pdf"`,
		"\xff\xfe.pdf":                    `attachment; filename="document.pdf"`,
		`"; filename="x.exe.pdf`:          `attachment; filename="__ filename=_x.exe.pdf"`,
		`a\".pdf`:                         `attachment; filename="a__.pdf"`,
		" . . .pdf":                       `attachment; filename="document.pdf"`,
		"LPT1.tar.pdf":                    `attachment; filename="_LPT1.tar.pdf"`,
		"a\u200d\u200db\u200c.pdf":        `attachment; filename="ab.pdf"`,
		"می\u200cخواهم.pdf":               `attachment; filename="________.pdf"; filename*=UTF-8''%D9%85%DB%8C%E2%80%8C%D8%AE%D9%88%D8%A7%D9%87%D9%85.pdf`,
		"invoice\u202efdp.exe.pdf":        `attachment; filename="invoicefdp.exe.pdf"`,
		`..\..\autoexec.pdf`:              `attachment; filename="_.._autoexec.pdf"`,
		"क्\u200dष.pdf":                   `attachment; filename="____.pdf"; filename*=UTF-8''%E0%A4%95%E0%A5%8D%E2%80%8D%E0%A4%B7.pdf`,
		"👩\u200d💻.pdf":                    `attachment; filename="___.pdf"; filename*=UTF-8''%F0%9F%91%A9%E2%80%8D%F0%9F%92%BB.pdf`,
		"\u200dhidden\u200d \u200cx.pdf":  `attachment; filename="hidden x.pdf"`,
		"con.pdf":                         `attachment; filename="_con.pdf"`,
		".pdf":                            `attachment; filename="document.pdf"`,
		"a;b=c*?<d>|e.pdf":                `attachment; filename="a_b=c___d__e.pdf"`,
		strings.Repeat("é", 250) + ".pdf": `attachment; filename="` + strings.Repeat("_", 90) + `.pdf"; filename*=UTF-8''` + strings.Repeat("%C3%A9", 90) + `.pdf`,
		"😀.pdf":                           `attachment; filename="_.pdf"; filename*=UTF-8''%F0%9F%98%80.pdf`,
	} {
		got := media.Attachment(sent)
		if got != want {
			t.Errorf("%q:\ngot  %s\nwant %s", sent, got, want)
		}
		if disposition, parameters, err := mime.ParseMediaType(got); err != nil || disposition != "attachment" || !strings.HasSuffix(parameters["filename"], ".pdf") {
			t.Errorf("%q: %s, %v, %v", sent, disposition, parameters, err)
		}
	}
}
