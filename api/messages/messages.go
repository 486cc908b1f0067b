// Package messages keeps the messages of the contact form.
package messages
