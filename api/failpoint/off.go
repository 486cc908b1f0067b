//go:build !failpoints

// Package failpoint marks the moments at which a crash would do most harm, so that tests can crash there. A server that
// is built without the tag failpoints has nothing of it.
package failpoint

// Reach says that the moment of that name has come.
func Reach(string) {}
