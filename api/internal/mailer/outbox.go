package mailer

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"strings"

	gomail "github.com/wneessen/go-mail"

	"portfolio/api/internal/files"
)

// outbox writes each mail to a folder as an .eml file.
type outbox struct {
	dir  string
	from *mail.Address
}

func openOutbox(dir string, from *mail.Address) (*outbox, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder for mails: %w", err)
	}
	return &outbox{dir: dir, from: from}, nil
}

// Send writes the mail to the folder.
func (o *outbox) Send(_ context.Context, message Message) error {
	composed, err := o.compose(message)
	if err != nil {
		return err
	}
	return files.WriteFile(filepath.Join(o.dir, "mail-"+rand.Text()+".eml"), (*os.Root).Rename, func(file *os.File) error {
		_, err := composed.WriteTo(file)
		return err
	})
}

// maxLine is the length limit of a line without an encoding, in bytes (RFC 5322, 2.1.1).
const maxLine = 998

// compose does not encode the lines, so that links can be copied from the file in an editor. A mail
// with a line over maxLine is encoded like mails sent over SMTP.
func (o *outbox) compose(message Message) (*gomail.Msg, error) {
	for line := range strings.Lines(message.Text + "\n" + message.HTML) {
		if len(line) > maxLine {
			return compose(o.from, message)
		}
	}
	// Without an encoding, go-mail does not convert line ends.
	network := strings.NewReplacer("\r\n", "\r\n", "\n", "\r\n")
	message.Text, message.HTML = network.Replace(message.Text), network.Replace(message.HTML)
	return compose(o.from, message, gomail.WithEncoding(gomail.NoEncoding))
}
