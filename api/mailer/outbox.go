package mailer

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
)

// outbox puts each mail into a folder as an .eml file, which every mail program opens.
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

// Send writes the mail into the folder. The file appears whole: it gets its name when it is finished.
func (o *outbox) Send(_ context.Context, message Message) (err error) {
	composed, err := compose(o.from, message)
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(o.dir, "mail-*.part")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = os.Remove(file.Name())
		}
	}()
	_, err = composed.WriteTo(file)
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	name := file.Name()
	if err := os.Rename(name, name[:len(name)-len(filepath.Ext(name))]+".eml"); err != nil {
		return err
	}
	return syncFolder(o.dir)
}

// syncFolder makes a new name in a folder outlast a power cut: the mail leaves the queue on the strength of it.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}
