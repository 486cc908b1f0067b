package config

import (
	"cmp"
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"unicode"

	"filippo.io/age"

	"portfolio/api/internal/files"
)

// Backup is where backups are sent every night, and for which keys they are encrypted.
type Backup struct {
	URL string `env:"BACKUP_URL"`
	// Recipient has the public keys with commas between.
	Recipient string `env:"BACKUP_RECIPIENT"`

	// Recipients is Recipient, parsed.
	Recipients []age.Recipient `env:"-"`
}

// NewBackup returns the backups to a place for keys that staff chose, and the faults of each, nil for none. A folder must be in
// DataDir: the environment alone may name others.
func (c Config) NewBackup(place, recipient string) (b Backup, placeFault, keyFault error) {
	c.Backup = Backup{URL: place, Recipient: recipient}
	placeFault, keyFault = cmp.Or(c.checkPlace(), files.CheckInside(c.DataDir, place)), c.Backup.readRecipients()
	return c.Backup, placeFault, keyFault
}

func (c *Config) checkBackup() error {
	faults := []error{c.checkPlace()}
	if c.Backup.Recipient != "" && c.Backup.URL == "" {
		faults = append(faults, errors.New("BACKUP_RECIPIENT is set but BACKUP_URL is not, so no backup would be sent"))
	}
	return errors.Join(append(faults, c.Backup.readRecipients())...)
}

// checkPlace returns why backups cannot go to the place.
func (c *Config) checkPlace() error {
	b := &c.Backup
	faults := []error{files.CheckApart(c.StorageURL, c.DataDir, b.URL)}
	if b.URL != "" && !strings.HasPrefix(b.URL, "s3://") && !filepath.IsAbs(strings.TrimPrefix(b.URL, "file://")) {
		faults = append(faults, errors.New("BACKUP_URL must be s3://bucket?region=…&endpoint=…, or the absolute path of a folder"))
	}
	return errors.Join(faults...)
}

// keyNotes matches what age-keygen prints around a public key.
var keyNotes = regexp.MustCompile(`(?im)#?[ \t]*public key:|^[ \t]*# created:.*$`)

// readRecipients parses the keys, and leaves them in Recipient without anything else. Errors do not contain the
// text, which may be a private key.
func (b *Backup) readRecipients() error {
	if strings.Contains(strings.ToUpper(b.Recipient), "AGE-SECRET-KEY") {
		return errors.New("BACKUP_RECIPIENT is a private key, which must not be on this machine: create a new pair and set its public key, age1…")
	}
	keys := strings.FieldsFunc(strings.ToLower(keyNotes.ReplaceAllString(b.Recipient, "")), func(r rune) bool { return r == ',' || unicode.IsSpace(r) })
	for _, key := range keys {
		recipient, err := parseRecipient(key)
		if err != nil {
			return err
		}
		b.Recipients = append(b.Recipients, recipient)
	}
	if len(keys) > 1 {
		if _, err := age.Encrypt(io.Discard, b.Recipients...); err != nil {
			return errors.New("BACKUP_RECIPIENT mixes age1… and age1pq1… keys, which cannot read the same file: use one kind")
		}
	}
	if len(keys) == 0 && b.Recipient != "" {
		return errNoKey
	}
	b.Recipient = strings.Join(keys, ",")
	return nil
}

var errNoKey = errors.New("BACKUP_RECIPIENT is not an age public key (age1…); age-keygen creates one")

func parseRecipient(text string) (age.Recipient, error) {
	if recipient, err := age.ParseX25519Recipient(text); err == nil {
		return recipient, nil
	}
	if recipient, err := age.ParseHybridRecipient(text); err == nil {
		return recipient, nil
	}
	return nil, errNoKey
}

// CheckSending returns a Fault if there is a place for backups and no recipient.
func (b *Backup) CheckSending() error {
	if b.URL != "" && len(b.Recipients) == 0 {
		return Wrong(errors.New("BACKUP_URL needs BACKUP_RECIPIENT, the age public key that encrypts backups"))
	}
	return nil
}

// Place says where BACKUP_URL leads, without what may be secret.
func (b *Backup) Place() string {
	if bucket, ok := strings.CutPrefix(b.URL, "s3://"); ok {
		bucket, _, _ = strings.Cut(bucket, "?")
		return "the S3 bucket " + bucket
	}
	return "the folder " + strings.TrimPrefix(b.URL, "file://")
}
