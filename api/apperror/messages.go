package apperror

// The words that callers read, each written once. They are those of Django REST framework where it has them,
// because its clients show them to people as they come.
const (
	FieldRequired = "This field is required."
	FieldBlank    = "This field may not be blank."
	FieldNull     = "This field may not be null."
	NotAString    = "Not a valid string."
	EmailInvalid  = "Enter a valid email address."
	EmailTaken    = "user with this email already exists."

	PasswordTooShort = "This password is too short. It must contain at least %d characters."
	PasswordTooLong  = "This password is too long. It must contain at most %d characters."
	PasswordSimilar  = "The password is too similar to the %s."
	PasswordCommon   = "This password is too common."
	PasswordNumeric  = "This password is entirely numeric."
	PasswordMismatch = "The two password fields didn't match."
	PasswordWrong    = "Your old password was entered incorrectly. Please enter it again."

	SecondFactorText    = "Enter a code from your authenticator app, or a recovery code."
	SecondFactorWrong   = "This code is wrong, or was used before. Wait for the next one and enter that."
	SecondFactorExpired = "This sign-in took too long. Please sign in again."
	AuthenticatorSetUp  = "An authenticator app is set up already. Remove it first."
	StaffFactorMissing  = "Staff sign in with a second factor here. Set one up on your profile first, at /profile."

	FreshProofText = "Please confirm that it is you before this is done."

	OwnPasswordWrong = "Your password was entered incorrectly. Please enter it again."

	EmailChangeRequested = "A link has been sent to the new address. Your address changes when you open it."
	EmailChanged         = "Your e-mail address has been changed."
	EmailConfirmed       = "Your e-mail address is confirmed."
	EmailSame            = "This is the address of the account already."
	EmailLinkInvalid     = "The link is invalid or has expired. Ask for another one on your profile."
	EmailTakenSince      = "This address belongs to another account by now. Ask for a different one on your profile."

	EmailUnconfirmed      = "Confirm your e-mail address first: open the link that was mailed to you. Your profile sends another one."
	EmailConfirmedAlready = "This e-mail address is confirmed already."
	ConfirmationSent      = "A link has been sent to your address. Open it to confirm the address."
	StaffUnconfirmed      = "The e-mail address of this account is not confirmed. Its owner opens the mailed link first, or you run 'portfolio user confirm-email'."
	RegistrationClosed    = "Registration is closed on this site."

	ResetRequested = "If there is an account with this e-mail address, a link to reset its password is on its way."
	ResetDone      = "Your password has been reset."
	ResetInactive  = "A deactivated account gets no mail. Activate it first."
	ResetInvalid   = "The reset link is invalid or has expired. Please try again."

	NullCharacters = "Null characters are not allowed."

	ControlCharacters = "Control characters, and marks that change the direction of a text, are not allowed."

	NoFile         = "No file was submitted."
	NotAFile       = "The submitted data was not a file. Check the encoding type on the form."
	NoSuchPK       = "Invalid pk \"%s\" - object does not exist."
	NotAPK         = "Incorrect type. Expected pk value, received str."
	NotABoolean    = "Must be a valid boolean."
	NotAnInteger   = "A valid integer is required."
	TooSmall       = "Ensure this value is greater than or equal to %d."
	NotAChoice     = "\"%s\" is not a valid choice."
	CategoryTaken  = "document category with this name already exists."
	CurrentNowhere = "A document can be current only in a category."
	LinkExpired    = "This link has expired. Load the page again to get a new one."

	NothingPublishes = "Nothing builds the pages: set BUILD_HOOK_URL or BUILD_COMMAND."
	SignatureWrong   = "The signature is wrong: check BUILD_REPORT_SECRET."

	NoActiveAccount  = "No active account found with the given credentials"
	NotStaff         = "This account may not enter the backend admin."
	LastStaff        = "This is the last active staff account. Make another account staff first, or nobody could manage the site."
	NotAuthenticated = "Authentication credentials were not provided."
	TokenNotValid    = "Given token not valid for any token type"
	PermissionDenied = "You do not have permission to perform this action."
	NotFoundText     = "Not found."
	MethodNotAllowed = "Method \"%s\" not allowed."
	CSRFMismatch     = "CSRF Failed: CSRF token from the 'X-Csrftoken' HTTP header incorrect."
	CrossOrigin      = "Cross-origin request refused. Send the request from the site itself."

	MethodNotOfPage = "There is nothing to be seen or done here in this way. Go back to the page that you came from."
	NoSuchPage      = "There is no such page, or what it showed is gone."
	FormExpired     = "This form is no longer valid. Go back, load the page again and repeat what you did."
	FormUnreadable  = "The form could not be read."
	JSONParse       = "JSON parse error - %s"
	NotAnObject     = "Invalid data. Expected a dictionary."
	MediaTypeJSON   = "Unsupported media type \"%s\" in request. Send application/json."
	MultipartParse  = "Multipart form parse error - %s"
	MediaTypeForm   = "Unsupported media type \"%s\" in request. Send multipart/form-data."
	BodyTooLarge    = "The request body is larger than the %s that this call takes."
	TimeoutText     = "The request did not arrive in time. Please try again."
	BusyText        = "The server is busy. Please try again in a moment."
	ThrottledText   = "Request was throttled. Expected available in %d seconds."
	InternalText    = "A server error occurred."
)
