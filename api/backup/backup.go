// Package backup writes the whole site into one file, checks such a file, and makes a site of it again, on either
// database and either kind of storage.
package backup
