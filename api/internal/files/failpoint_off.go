//go:build !failpoints

package files

// Failpoint marks a moment at which a crash would do most harm, so that tests can crash there. It does
// nothing in builds without the tag failpoints.
func Failpoint(string) {}
