package audit

// What can happen, as the log says it.
const (
	SignIn                  = "sign-in"
	SignInRefused           = "sign-in refused"
	SignOut                 = "sign-out"
	SessionsEnded           = "sessions ended"
	RefreshReused           = "refresh reused"
	AppTokenIssued          = "app token issued"
	AppTokenUsed            = "app token used"
	ResetRequested          = "reset requested"
	ResetDone               = "reset done"
	PasswordChanged         = "password changed"
	ReauthenticationRefused = "reauthentication refused"
	SecondFactorAdded       = "second factor added"
	SecondFactorRemoved     = "second factor removed"

	EmailChangeRequested = "e-mail change requested"
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

	MessageDeleted = "message deleted"

	ShareCreated  = "share created"
	ShareExtended = "share extended"
	ShareRevoked  = "share revoked"
	ShareInvited  = "share invited"

	TextsPublished = "texts published"
	TextsScheduled = "texts scheduled"

	ScheduleCancelled = "schedule cancelled"

	Restored = "restored"
	Purged   = "purged"

	UploadRefused = "upload refused"
	AccessRefused = "access refused"

	BuildRequested = "build requested"

	SettingsChanged  = "settings changed"
	BackupDownloaded = "backup downloaded"

	MailRetried    = "mail retried"
	MailForgotten  = "mail forgotten"
	ThrottleLifted = "throttle lifted"
)

// Actions is every action, in the order in which people look for them.
var Actions = []string{
	SignIn, SignInRefused, SignOut, SessionsEnded, RefreshReused, AppTokenIssued, AppTokenUsed,
	ResetRequested, ResetDone, PasswordChanged, ReauthenticationRefused, SecondFactorAdded, SecondFactorRemoved, EmailChangeRequested, EmailChanged, EmailConfirmed,
	UserRegistered, UserCreated, UserChanged, NotesChanged, StaffGiven, StaffTaken, Activated, Deactivated, UserDeleted, DataExported,
	DocumentUploaded, DocumentChanged, DocumentReplaced, DocumentDeleted, MarkedCurrent, CategoryCreated, CategoryChanged, CategoryDeleted,
	ImageUploaded, ImageChanged, ImageDeleted, GalleryCreated, GalleryChanged, GalleryDeleted,
	ShareCreated, ShareExtended, ShareRevoked, ShareInvited,
	MessageDeleted, TextsPublished, TextsScheduled, ScheduleCancelled, Restored, Purged,
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
	Share     = "share"
	Text      = "text"
	Message   = "message"
	Mail      = "mail"
	Address   = "address"
	Setting   = "setting"
)

// Kinds is every kind.
var Kinds = []string{User, Document, Category, Image, Gallery, ImageFile, Share, Text, Message, Mail, Address, Setting}
