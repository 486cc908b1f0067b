package server

import (
	"context"
	"net/http"
	"time"

	"github.com/go-chi/chi/v5"

	"portfolio/api/internal/httpx"
	"portfolio/api/photos"
	"portfolio/api/visits"
)

type route struct {
	method  string
	pattern string
	guard   Guard
	handler httpx.Handler
	// limit is shortCall, or uploadCall if a file is stored or sent, or a mail.
	limit time.Duration
}

// routes returns all calls with their guards. Patterns have no trailing slash, which clients may
// add.
func (s *Server) routes() []route {
	o := s.options
	users, confirmed, staff := o.Guards.User, o.Guards.Confirmed, o.Guards.Staff
	recent, recentConfirmed, recentStaff := s.recently(users), s.recently(confirmed), s.recently(staff)
	return []route{
		{"GET", "/api/setup", o.Setup.Require, o.Setup.Show, shortCall},
		{"POST", "/api/setup", o.Setup.Require, o.Setup.Finish, shortCall},
		{"POST", "/api/setup/sample", o.Setup.Require, o.Setup.LookAround, uploadCall},

		{"GET", "/api/users/register", everyone, o.Accounts.Registration, shortCall},
		{"POST", "/api/users/register", everyone, o.Accounts.Register, shortCall},
		{"POST", "/api/users/login", everyone, o.Accounts.Login, shortCall},
		{"POST", "/api/users/login/second-factor", everyone, o.Accounts.LoginSecondFactor, shortCall},
		{"POST", "/api/users/login/passkey/options", everyone, o.Accounts.LoginPasskeyOptions, shortCall},
		{"POST", "/api/users/login/passkey", everyone, o.Accounts.LoginPasskey, shortCall},
		{"POST", "/api/users/logout", everyone, o.Accounts.Logout, shortCall},
		{"GET", "/api/users/profile", users, o.Accounts.Profile, shortCall},
		{"PATCH", "/api/users/profile", users, o.Accounts.UpdateProfile, shortCall},
		{"POST", "/api/users/password", users, o.Accounts.ChangePassword, shortCall},
		{"POST", "/api/users/email", users, o.Accounts.RequestEmailChange, shortCall},
		{"POST", "/api/users/email/confirmation", users, o.Accounts.SendConfirmation, shortCall},
		// The link may be opened without a session: its token identifies the address.
		{"POST", "/api/users/email/confirm", everyone, o.Accounts.ConfirmEmailChange, shortCall},
		{"GET", "/api/users/data", confirmed, o.Admin.ShowOwnData, shortCall},
		{"POST", "/api/users/delete", users, o.Accounts.DeleteAccount, shortCall},
		{"GET", "/api/users/sessions", users, o.Accounts.Sessions, shortCall},
		{"DELETE", "/api/users/sessions", recent, o.Accounts.EndSessions, shortCall},
		{"DELETE", "/api/users/sessions/{id}", recent, o.Accounts.EndSession, shortCall},
		{"GET", "/api/users/factors", users, o.Accounts.Factors, shortCall},
		{"POST", "/api/users/factors/totp", recentConfirmed, o.Accounts.BeginTOTP, shortCall},
		{"POST", "/api/users/factors/totp/confirm", recentConfirmed, o.Accounts.ConfirmTOTP, shortCall},
		{"DELETE", "/api/users/factors/totp", recent, o.Accounts.RemoveTOTP, shortCall},
		{"POST", "/api/users/factors/recovery-codes", recentConfirmed, o.Accounts.NewRecoveryCodes, shortCall},
		{"POST", "/api/users/factors/passkeys/options", recentConfirmed, o.Accounts.BeginPasskey, shortCall},
		{"POST", "/api/users/factors/passkeys", recentConfirmed, o.Accounts.AddPasskey, shortCall},
		{"PATCH", "/api/users/factors/passkeys/{id}", users, o.Accounts.RenamePasskey, shortCall},
		{"DELETE", "/api/users/factors/passkeys/{id}", recent, o.Accounts.RemovePasskey, shortCall},
		{"POST", "/api/users/reauthentication/passkey", users, o.Accounts.ReauthenticateByPasskey, shortCall},
		{"POST", "/api/users/reauthentication", users, o.Accounts.Reauthenticate, shortCall},
		{"POST", "/api/users/app-token", confirmed, o.Accounts.IssueAppToken, shortCall},
		{"POST", "/login-with-token", everyone, o.Accounts.LoginWithToken, shortCall},
		{"POST", "/api/token/refresh", everyone, o.Accounts.Refresh, shortCall},
		{"POST", "/backend/api/token/refresh", everyone, o.Accounts.Refresh, shortCall},
		{"POST", "/backend/forgotpasswordreset", everyone, o.Accounts.ForgotPassword, shortCall},
		{"POST", "/backend/password-reset-confirm/{uidb64}/{token}", everyone, o.Accounts.ConfirmReset, shortCall},

		{"GET", "/api/photos/galleries", staff, o.Photos.ListGalleries, shortCall},
		{"GET", "/api/photos/galleries/shown", s.visitors, o.Photos.ListShownGalleries, shortCall},
		{"POST", "/api/photos/galleries", staff, o.Photos.CreateGallery, shortCall},
		{"PATCH", "/api/photos/galleries/update/{id}", staff, o.Photos.ChangeGallery, shortCall},
		{"DELETE", "/api/photos/galleries/{id}", staff, o.Photos.DeleteGallery, shortCall},
		{"GET", "/api/photos/images", s.galleryOr(staff), o.Photos.ListImages, shortCall},
		{"POST", "/api/photos/images", staff, o.Photos.UploadImage, uploadCall},
		{"PATCH", "/api/photos/images/{id}", staff, o.Photos.ChangeImage, uploadCall},
		{"DELETE", "/api/photos/images/{id}", staff, o.Photos.DeleteImage, shortCall},
		{"POST", "/api/photos/images/{id}/move", staff, o.Photos.MoveImage, shortCall},
		{"POST", "/api/photos/image-changes", staff, o.Photos.ChangeImages, shortCall},

		{"GET", "/api/documents/categories", staff, o.Documents.ListCategories, shortCall},
		{"POST", "/api/documents/categories", staff, o.Documents.CreateCategory, shortCall},
		{"PATCH", "/api/documents/categories/{id}", staff, o.Documents.ChangeCategory, shortCall},
		{"DELETE", "/api/documents/categories/{id}", staff, o.Documents.DeleteCategory, shortCall},
		{"GET", "/api/documents/documents", staff, o.Documents.ListDocuments, shortCall},
		{"POST", "/api/documents/documents", staff, o.Documents.Upload, uploadCall},
		{"GET", "/api/documents/documents/current_cv", s.visitors, o.Documents.CurrentCV, shortCall},
		{"GET", "/api/documents/documents/from_content", staff, o.Admin.ShowCVSources, shortCall},
		{"POST", "/api/documents/documents/from_content", staff, o.Documents.MakeFromContent, shortCall},
		{"PUT", "/api/documents/documents/from_content", o.Content.RequireBuild, o.Documents.ReportPDFs, shortCall},
		{"PATCH", "/api/documents/documents/{id}", staff, o.Documents.Change, uploadCall},
		{"DELETE", "/api/documents/documents/{id}", staff, o.Documents.Delete, shortCall},
		{"GET", "/api/documents/documents/{id}/versions", staff, o.Documents.ListVersions, shortCall},
		{"DELETE", "/api/documents/documents/{id}/versions/{number}", staff, o.Documents.DeleteVersion, shortCall},
		{"POST", "/api/documents/documents/{id}/versions/{number}/restore", staff, o.Documents.RestoreVersion, shortCall},
		{"GET", "/api/documents/documents/{id}/versions/{number}/download", everyone, o.Documents.DownloadVersion, shortCall},
		// A browser that follows a link sends no token: the document is current, or the link is signed.
		{"GET", "/api/documents/documents/{id}/download", everyone, o.Documents.Download, shortCall},
		{"GET", "/cv-download", s.visitors, o.Documents.DownloadCV, shortCall},

		{"GET", "/api/content/files", staff, o.Content.ListFiles, shortCall},
		{"PUT", "/api/content/drafts", staff, o.Content.SaveDraft, shortCall},
		{"POST", "/api/content/drafts/discard", staff, o.Content.DiscardDrafts, shortCall},
		{"GET", "/api/content/publications", staff, o.Content.ListPublications, shortCall},
		{"POST", "/api/content/publications", staff, o.Content.Publish, shortCall},
		{"DELETE", "/api/content/publications/{id}", staff, o.Content.Cancel, shortCall},
		{"GET", "/api/content/history", staff, o.Content.History, shortCall},
		{"POST", "/api/content/translations", staff, o.Content.MarkUpToDate, shortCall},
		{"GET", "/api/content/published", o.Content.RequireBuild, o.Content.Export, shortCall},
		{"GET", "/api/content/images/{id}", o.Content.RequireBuild, o.Photos.ServeFull, shortCall},
		{"PUT", "/api/content/source", o.Content.RequireBuild, o.Content.Import, shortCall},

		{"GET", "/api/shares", staff, o.Shares.List, shortCall},
		{"POST", "/api/shares", staff, o.Shares.Create, shortCall},
		{"GET", "/api/shares/counts", staff, o.Shares.Counts, shortCall},
		{"GET", "/api/shares/received", confirmed, o.Shares.Received, shortCall},
		{"POST", "/api/shares/open", confirmed, o.Shares.Open, shortCall},
		{"PATCH", "/api/shares/{id}", staff, o.Shares.Extend, shortCall},
		{"POST", "/api/shares/{id}/revoke", staff, o.Shares.Revoke, shortCall},
		{"POST", "/api/shares/{id}/invitation", staff, o.Shares.Invite, shortCall},
		// The link is the right, or the cookie that POST /api/shares/open/ sets.
		{"GET", "/s/{ref}", everyone, o.Shares.Show, shortCall},
		{"GET", "/s/{ref}/download", everyone, o.Shares.Download, shortCall},
		{"GET", "/s/{ref}/file", everyone, o.Shares.File, shortCall},
		{"GET", "/s/{ref}/photos/{id}/{width}", everyone, o.Shares.Photo, shortCall},

		{"POST", "/api/visits", s.visitors, o.Visits.Count, shortCall},

		{"GET", "/api/messages", staff, o.Messages.List, shortCall},
		{"POST", "/api/messages", s.visitors, o.Messages.Send, shortCall},
		{"GET", "/api/messages/time", s.visitors, o.Messages.IssueTime, shortCall},
		{"POST", "/api/messages/form", s.visitors, o.Messages.SendForm, shortCall},
		{"GET", "/api/messages/unread", staff, o.Messages.CountUnread, shortCall},
		{"PATCH", "/api/messages/{id}", staff, o.Messages.Mark, shortCall},
		{"DELETE", "/api/messages/{id}", staff, o.Messages.Delete, shortCall},

		{"GET", "/api/trash", staff, o.Admin.ListTrash, shortCall},
		{"DELETE", "/api/trash", staff, o.Admin.EmptyTrash, shortCall},
		{"DELETE", "/api/trash/{id}", staff, o.Admin.PurgeItem, shortCall},
		{"POST", "/api/trash/{id}/restore", staff, o.Admin.RestoreItem, shortCall},
		{"POST", "/api/trash/restorations", staff, o.Admin.RestoreItems, shortCall},
		// A browser that shows an image sends no token: the address is signed.
		{"GET", "/api/trash/{id}/thumbnail", everyone, o.Admin.ShowThumbnail, shortCall},

		{"GET", "/api/dashboard", staff, o.Admin.Dashboard, shortCall},

		{"GET", "/api/admin/overview", staff, o.Admin.Overview, shortCall},
		{"GET", "/api/admin/users", staff, o.Admin.ListUsers, shortCall},
		{"GET", "/api/admin/users/{id}", staff, o.Admin.ShowUser, shortCall},
		{"PATCH", "/api/admin/users/{id}", staff, o.Admin.RenameUser, shortCall},
		{"DELETE", "/api/admin/users/{id}", recentStaff, o.Admin.DeleteUser, shortCall},
		{"PUT", "/api/admin/users/{id}/notes", staff, o.Admin.WriteNotes, shortCall},
		{"PUT", "/api/admin/users/{id}/email", recentStaff, o.Admin.ChangeEmail, shortCall},
		{"POST", "/api/admin/users/{id}/email/confirm", recentStaff, o.Admin.ConfirmEmail, shortCall},
		{"PUT", "/api/admin/users/{id}/staff", recentStaff, o.Admin.SetStaff, shortCall},
		{"PUT", "/api/admin/users/{id}/active", recentStaff, o.Admin.SetActive, shortCall},
		{"POST", "/api/admin/users/{id}/reset", staff, o.Admin.SendReset, shortCall},
		{"DELETE", "/api/admin/users/{id}/sessions", recentStaff, o.Admin.EndSessions, shortCall},
		{"DELETE", "/api/admin/users/{id}/sessions/{session}", recentStaff, o.Admin.EndSession, shortCall},
		{"GET", "/api/admin/users/{id}/data", staff, o.Admin.ExportUser, shortCall},
		{"GET", "/api/admin/audit", staff, o.Admin.AuditLog, shortCall},
		{"GET", "/api/admin/system", staff, o.Admin.ShowSystem, shortCall},
		{"POST", "/api/admin/mails/{id}/retry", staff, o.Admin.RetryMail, shortCall},
		{"DELETE", "/api/admin/mails/{id}", staff, o.Admin.DiscardMail, shortCall},
		{"DELETE", "/api/admin/throttled/{key}", staff, o.Admin.Unblock, shortCall},

		{"GET", "/api/admin/settings", staff, o.Settings.Show, shortCall},
		{"PUT", "/api/admin/settings/visibility", recentStaff, o.Settings.SetVisibility, shortCall},
		{"PUT", "/api/admin/settings/registration", staff, o.Settings.SetRegistration, shortCall},
		{"PUT", "/api/admin/settings/time-zone", staff, o.Settings.SetTimeZone, shortCall},
		{"PUT", "/api/admin/settings/mail", recentStaff, o.Settings.SetMail, shortCall},
		{"POST", "/api/admin/settings/mail/test", recentStaff, o.Settings.TryMail, uploadCall},
		{"PUT", "/api/admin/settings/backups", recentStaff, o.Settings.SetBackups, shortCall},
		{"POST", "/api/admin/backup", recentStaff, o.Admin.AskForBackup, shortCall},
		// A form that a browser loads sends no bearer token: its token is of AskForBackup.
		{"POST", "/api/admin/backup/download", everyone, o.Admin.DownloadBackup, uploadCall},

		{"GET", "/api/publishing", staff, o.Publishing.Show, shortCall},
		{"POST", "/api/publishing", staff, o.Publishing.Build, shortCall},
		{"POST", "/api/publishing/report", o.Content.RequireBuild, o.Publishing.Report, shortCall},

		{"GET", "/api/health", everyone, s.ready, shortCall},
		{"GET", "/api/health/live", everyone, s.alive, shortCall},
		{"GET", "/api/openapi.yaml", everyone, s.describe, shortCall},
		{"GET", "/api/docs", everyone, s.docs.servePage, shortCall},
		{"GET", "/api/docs/{file}", everyone, s.docs.serveFile, shortCall},
	}
}

type strangerKey struct{}

// everyone is the guard that lets every request pass. Other guards know who sends it, and give its body more time.
func everyone(r *http.Request) (context.Context, error) {
	return context.WithValue(r.Context(), strangerKey{}, true), nil
}

// recently is the guard that refuses whom guard refuses, and who has not authenticated recently.
func (s *Server) recently(guard Guard) Guard {
	return func(r *http.Request) (context.Context, error) { return s.options.Guards.Recent(r, guard) }
}

// galleryOr is the guard that lets visitors see the images of one gallery, and whom guard lets pass all of them.
func (s *Server) galleryOr(guard Guard) Guard {
	return func(r *http.Request) (context.Context, error) {
		ctx, err := guard(r)
		if err != nil && photos.IsGalleryRequest(r) {
			return s.visitors(r)
		}
		return ctx, err
	}
}

func (s *Server) mount(router chi.Router) {
	for _, route := range s.routes() {
		s.uploads[route.method+" "+route.pattern] = route.limit == uploadCall
		s.addFixed(route)
		router.Method(route.method, route.pattern, s.withGuard(route, s.counted(route)))
	}
	router.Method(http.MethodGet, "/media/*", s.forVisitors(s.options.Media))
}

// forVisitors returns next behind the guard of the pages and their data.
func (s *Server) forVisitors(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, err := s.visitors(r); err != nil {
			s.answerError(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// withGuard returns the handler of a route for the requests that pass its guard.
func (s *Server) withGuard(route route, h httpx.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		ctx, err := route.guard(r)
		r = r.WithContext(ctx) // it knows who sent the request, even if that is refused
		if err == nil {
			setLimit(r, route.limit)
			if ctx.Value(strangerKey{}) == nil {
				allowPauses(r)
			}
			err = h(w, r)
		}
		if err != nil {
			s.answerError(w, r, err)
		}
	}
}

// counts says which calls are counted, once they succeed, and as what.
var counts = map[string]string{
	"POST /api/users/login":               visits.CountSignIns,
	"POST /api/users/login/second-factor": visits.CountSignIns,
	"POST /api/users/login/passkey":       visits.CountSignIns,
	"POST /login-with-token":              visits.CountSignIns,
	"POST /api/setup":                     visits.CountSignIns,
	"POST /api/photos/images":             visits.CountUploads,
	"POST /api/documents/documents":       visits.CountUploads,
}

func (s *Server) counted(route route) httpx.Handler {
	name, ok := counts[route.method+" "+route.pattern]
	if !ok {
		return route.handler
	}
	return func(w http.ResponseWriter, r *http.Request) error {
		err := route.handler(w, r)
		if err == nil {
			s.options.Counters.Add(name)
		}
		return err
	}
}

// Routes returns the method and the pattern of every call, as in "GET /api/health".
func (s *Server) Routes() []string {
	calls := []string{"GET /media/*"}
	for _, route := range s.routes() {
		calls = append(calls, route.method+" "+route.pattern)
	}
	return calls
}

// describe answers GET /api/openapi.yaml: 200 with the description of the API.
func (s *Server) describe(w http.ResponseWriter, r *http.Request) error {
	s.description().Serve(w, r, http.StatusOK)
	return nil
}
