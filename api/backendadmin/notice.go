package backendadmin

const noticeCookie = "backend_notice"

// noticeSeconds is how long a notice waits for the page that shows it.
const noticeSeconds = 60

// notices are the messages after a successful form, by the value of the cookie. Only these texts are shown, never the value
// that a browser sends.
var notices = map[string]string{
	"names":           "The names were saved.",
	"email":           "The address was changed, and the account signed out everywhere.",
	"email-requested": "A link is on its way to the new address, which changes when you open it.",
	"email-confirmed": "The address counts as confirmed.",
	"notes":           "The notes were saved.",
	"staff-given":     "The account may manage the site now.",
	"staff-taken":     "The account may no longer manage the site.",
	"activated":       "The account can sign in again.",
	"deactivated":     "The account was signed out everywhere and cannot sign in.",
	"reset":           "A mail with a link to a new password is on its way.",
	"sessions":        "The account was signed out everywhere.",
	"session":         "The device was signed out.",
	"user-deleted":    "The account was deleted. What it uploaded stays.",

	"mail-retried":       "The mail is tried again now.",
	"mail-discarded":     "The mail was forgotten.",
	"throttle-unblocked": "They may try again now.",
}

// redirectWithNotice redirects to path, where the notice is shown.
func (req *request) redirectWithNotice(notice, path string) error {
	req.setCookie(noticeCookie, notice, noticeSeconds)
	req.seeOther(path)
	return nil
}

// popNotice returns the notice and deletes its cookie; "" for none.
func (req *request) popNotice() string {
	cookie, err := req.r.Cookie(noticeCookie)
	if err != nil {
		return ""
	}
	req.setCookie(noticeCookie, "", 0)
	return notices[cookie.Value]
}
