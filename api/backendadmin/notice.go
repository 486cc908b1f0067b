package backendadmin

const noticeCookie = "backend_notice"

// noticeSeconds is how long a notice waits for the page that shows it.
const noticeSeconds = 60

// notices are the messages after a form has done its work, by a key that fits into a cookie. What the browser sends
// back is looked up here and never shown.
var notices = map[string]string{
	"names":        "The names were saved.",
	"email":        "The address was changed, and the account signed out everywhere.",
	"email-asked":  "A link is on its way to the new address, which changes when you open it.",
	"notes":        "The notes were saved.",
	"staff-given":  "The account may manage the site now.",
	"staff-taken":  "The account may no longer manage the site.",
	"activated":    "The account can sign in again.",
	"deactivated":  "The account was signed out everywhere and cannot sign in.",
	"reset":        "A mail with a link to a new password is on its way.",
	"sessions":     "The account was signed out everywhere.",
	"session":      "The device was signed out.",
	"user-deleted": "The account was deleted. What it uploaded stays.",

	"mail-retried":    "The mail is tried again now.",
	"mail-forgotten":  "The mail was forgotten.",
	"throttle-lifted": "They may try again now.",
}

// done sends the browser to a page of ours, which says what was done.
func (req *request) done(notice, path string) error {
	req.setCookie(noticeCookie, notice, noticeSeconds)
	req.seeOther(path)
	return nil
}

// popNotice returns the message that is waiting, once; "" for none.
func (req *request) popNotice() string {
	cookie, err := req.r.Cookie(noticeCookie)
	if err != nil {
		return ""
	}
	req.setCookie(noticeCookie, "", 0)
	return notices[cookie.Value]
}
