package audit

// What can happen, as the log says it.
const (
	SignIn          = "sign-in"
	SignInRefused   = "sign-in refused"
	SignOut         = "sign-out"
	SessionsEnded   = "sessions ended"
	RefreshReused   = "refresh reused"
	AppTokenIssued  = "app token issued"
	AppTokenUsed    = "app token used"
	ResetRequested  = "reset asked"
	ResetDone       = "reset done"
	PasswordChanged = "password changed"
	ReauthRefused   = "confirmation refused"
	FactorAdded     = "second factor added"
	FactorRemoved   = "second factor removed"

	EmailChangeRequested = "e-mail change asked"
	EmailChanged         = "e-mail changed"
	EmailConfirmed       = "e-mail confirmed"

	UserRegistered = "user registered"
	UserCreated    = "user created"
	UserChanged    = "user changed"
	NotesChanged   = "notes changed"
	StaffGiven     = "staff given"
	StaffTaken     = "staff taken"
	Activated      = "activated"
	Deactivated    = "deactivated"
	UserDeleted    = "user deleted"
	DataExported   = "data exported"

	DocumentUploaded = "document uploaded"
	DocumentChanged  = "document changed"
	DocumentReplaced = "document replaced"
	DocumentDeleted  = "document deleted"
	MarkedCurrent    = "marked current"
	CategoryCreated  = "category created"
	CategoryChanged  = "category changed"
	CategoryDeleted  = "category deleted"

	ImageUploaded  = "image uploaded"
	ImageChanged   = "image changed"
	ImageDeleted   = "image deleted"
	GalleryCreated = "gallery created"
	GalleryChanged = "gallery changed"
	GalleryDeleted = "gallery deleted"

	TextsPublished = "texts published"
	TextsScheduled = "texts scheduled"

	ScheduleCancelled = "schedule cancelled"

	Restored = "restored"
	Purged   = "deleted for good"

	UploadRefused = "upload refused"
	AccessRefused = "access refused"

	BuildRequested = "build asked"

	SettingsChanged  = "settings changed"
	BackupDownloaded = "backup downloaded"

	MailRetried    = "mail retried"
	MailForgotten  = "mail forgotten"
	ThrottleLifted = "throttle lifted"
)

// Actions is every action, in the order in which people look for them.
var Actions = []string{
	SignIn, SignInRefused, SignOut, SessionsEnded, RefreshReused, AppTokenIssued, AppTokenUsed,
	ResetRequested, ResetDone, PasswordChanged, ReauthRefused, FactorAdded, FactorRemoved, EmailChangeRequested, EmailChanged, EmailConfirmed,
	UserRegistered, UserCreated, UserChanged, NotesChanged, StaffGiven, StaffTaken, Activated, Deactivated, UserDeleted, DataExported,
	DocumentUploaded, DocumentChanged, DocumentReplaced, DocumentDeleted, MarkedCurrent, CategoryCreated, CategoryChanged, CategoryDeleted,
	ImageUploaded, ImageChanged, ImageDeleted, GalleryCreated, GalleryChanged, GalleryDeleted,
	TextsPublished, TextsScheduled, ScheduleCancelled, Restored, Purged,
	UploadRefused, AccessRefused, BuildRequested, SettingsChanged, BackupDownloaded,
	MailRetried, MailForgotten, ThrottleLifted,
}

// The kinds of what something is done to.
const (
	User      = "user"
	Document  = "document"
	Category  = "category"
	Image     = "image"
	Gallery   = "gallery"
	ImageFile = "image_file"
	Text      = "text"
	Mail      = "mail"
	Address   = "address"
	Setting   = "setting"
)

// Kinds is every kind.
var Kinds = []string{User, Document, Category, Image, Gallery, ImageFile, Text, Mail, Address, Setting}
