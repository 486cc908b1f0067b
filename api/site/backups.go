package site

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"portfolio/api/internal/config"
	"portfolio/api/internal/database"
	"portfolio/api/internal/files"
	"portfolio/api/internal/httpx"
)

const backupsVariable = "BACKUP_URL"

// placeTimeout is how long a place for backups may take to answer while staff wait.
const placeTimeout = 20 * time.Second

// BackupsForm is where off-site backups go, and the public keys that encrypt them, with commas between. An empty URL stops them.
type BackupsForm struct {
	URL       string `json:"url"`
	Recipient string `json:"recipient"`
}

// BackupsState is the stored form. Place describes the setting of the environment, whose URL is not shown. Fault
// says why backups can no longer be sent with these settings, "" if they can.
type BackupsState struct {
	BackupsForm
	Place string `json:"place"`
	SetBy string `json:"set_by"`
	Fault string `json:"fault"`
}

// InvalidBackups is the error of stored settings that have become invalid, as by another setting of the environment.
type InvalidBackups struct{ reason string }

// Error says why, and what to do.
func (e *InvalidBackups) Error() string { return fmt.Sprintf(httpx.BackupsInvalid, e.reason) }

// Backup returns where off-site backups go. Its URL is "" if they go nowhere. It returns InvalidBackups for stored settings
// that cannot be used.
func (s *Settings) Backup(ctx context.Context) (config.Backup, error) {
	if s.Config.Backup.URL != "" {
		return s.Config.Backup, nil
	}
	form, err := s.storedBackups(ctx)
	if err != nil || form.URL == "" {
		return config.Backup{}, err
	}
	found, placeFault, keyFault := s.Config.NewBackup(form.URL, form.Recipient)
	if placeFault == nil {
		placeFault = keyFault
	}
	if placeFault != nil {
		return config.Backup{}, &InvalidBackups{sentence(placeFault)}
	}
	return found, nil
}

func (s *Settings) storedBackups(ctx context.Context) (form BackupsForm, err error) {
	stored, err := findSetting(ctx, s.DB, backups)
	if err != nil || stored == "" {
		return form, err
	}
	if err := json.Unmarshal([]byte(stored), &form); err != nil {
		return form, fmt.Errorf("read the setting %s: %w", backups, err)
	}
	return form, nil
}

// Backups returns the settings of off-site backups. Place is "" if they are off.
func (s *Settings) Backups(ctx context.Context) (BackupsState, error) {
	if s.Config.Backup.URL != "" {
		return BackupsState{Place: s.Config.Backup.Place(), SetBy: backupsVariable}, nil
	}
	form, err := s.storedBackups(ctx)
	if err != nil || form.URL == "" {
		return BackupsState{}, err
	}
	state := BackupsState{BackupsForm: form, Place: (&config.Backup{URL: form.URL}).Place()}
	_, err = s.Backup(ctx)
	if invalid := (*InvalidBackups)(nil); errors.As(err, &invalid) {
		state.Fault, err = invalid.Error(), nil
	}
	return state, err
}

// SetBackups stores where off-site backups go, and has the first one made. It returns Conflict if the environment sets it, and
// an httpx.Error that names the wrong fields, such as a place that does not answer.
func (s *Settings) SetBackups(ctx context.Context, form BackupsForm) error {
	if err := checkFree(backupsVariable, s.Config.Backup.URL); err != nil {
		return err
	}
	form.URL, form.Recipient = strings.TrimSpace(form.URL), strings.TrimSpace(form.Recipient)
	if form.URL == "" {
		return s.storeBackups(ctx, "", "off")
	}
	v := httpx.NewValidator()
	v.Length(form.URL, maxPlace, "url")
	v.Check(form.Recipient != "", "recipient", httpx.FieldBlank)
	target, placeFault, keyFault := s.Config.NewBackup(form.URL, form.Recipient)
	if placeFault == nil {
		placeFault = files.CheckFolder(form.URL)
	}
	if placeFault != nil {
		v.Check(false, "url", sentence(placeFault))
	}
	if keyFault != nil && form.Recipient != "" {
		v.Check(false, "recipient", sentence(keyFault))
	}
	if v.Err() == nil { // opening a folder leaves files in it
		if placeFault := checkPlace(ctx, form.URL); placeFault != nil {
			v.Check(false, "url", sentence(placeFault))
		}
	}
	if err := v.Err(); err != nil {
		return err
	}
	form.Recipient = target.Recipient
	stored, err := json.Marshal(form)
	if err != nil {
		return err
	}
	return s.storeBackups(ctx, string(stored), target.Place())
}

const maxPlace = 1000

// onScreen replaces the names of variables, which faults of the environment name, by those of the fields.
var onScreen = strings.NewReplacer(
	"BACKUP_URL: ", "", "BACKUP_URL and STORAGE_URL name the same bucket", "This is the bucket of the site's own files",
	"BACKUP_URL in the environment", "BACKUP_URL in the environment",
	"BACKUP_URL ", "The place ", "BACKUP_RECIPIENT ", "The key ",
)

// sentence returns a fault as staff read it.
func sentence(fault error) string {
	text := onScreen.Replace(fault.Error())
	first, size := utf8.DecodeRuneInString(text)
	return string(unicode.ToUpper(first)) + text[size:] + "."
}

// checkPlace returns why backups cannot be stored at a place, nil if they can.
func checkPlace(ctx context.Context, place string) error {
	ctx, cancel := context.WithTimeout(ctx, placeTimeout)
	defer cancel()
	opened, err := files.OpenBackups(ctx, place)
	if err != nil {
		return err
	}
	return opened.Close()
}

func (s *Settings) storeBackups(ctx context.Context, value, detail string) error {
	return s.DB.InTx(ctx, func(tx *database.Tx) error {
		if err := s.store(ctx, tx, backups, value, detail); err != nil {
			return err
		}
		return s.BackupsChanged(ctx, tx, value != "")
	})
}
