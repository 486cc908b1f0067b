package config

import "os"

// WithoutLinks makes hard links fail with err until restore is called.
func WithoutLinks(err error) (restore func()) {
	before := link
	link = func(*os.Root, string, string) error { return err }
	return func() { link = before }
}
