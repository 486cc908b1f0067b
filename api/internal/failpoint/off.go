//go:build !failpoints

// Package failpoint marks the moments at which a crash would do most harm, so that tests can crash there. A server that
// is built without the tag failpoints has nothing of it.
package failpoint

// Reach does nothing in a build without the tag failpoints.
func Reach(string) {}
