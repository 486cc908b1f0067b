package apperror

// The words that callers read, each written once. They are those of Django REST framework where it has them,
// because its clients show them to people as they come.
const (
	FieldRequired = "This field is required."
	FieldBlank    = "This field may not be blank."
	NotAString    = "Not a valid string."
	EmailInvalid  = "Enter a valid email address."
	EmailTaken    = "user with this email already exists."

	PasswordTooShort = "This password is too short. It must contain at least %d characters."
	PasswordTooLong  = "This password is too long. It must contain at most %d characters."

	NoActiveAccount  = "No active account found with the given credentials"
	NotAuthenticated = "Authentication credentials were not provided."
	TokenNotValid    = "Given token not valid for any token type"
	PermissionDenied = "You do not have permission to perform this action."
	NotFoundText     = "Not found."
	MethodNotAllowed = "Method \"%s\" not allowed."
	CrossOrigin      = "Cross-origin request refused. Send the request from the site itself."

	JSONParse     = "JSON parse error - %s"
	NotAnObject   = "Invalid data. Expected a dictionary."
	MediaTypeJSON = "Unsupported media type \"%s\" in request. Send application/json."
	BodyTooLarge  = "The request body is larger than the %s that this call takes."
	BusyText      = "The server is busy. Please try again in a moment."
	ThrottledText = "Request was throttled. Expected available in %d seconds."
	InternalText  = "A server error occurred."
)
