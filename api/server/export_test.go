package server

// AllowUpload is what a route does that takes a file.
var AllowUpload = allowUpload
