package publishing

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"portfolio/api/internal/database"
)

// The states of a reported build.
const (
	Ready = "ready"
	Error = "error"
)

// Report is a build service's report about a build. Message is the reason of a failure.
type Report struct {
	State   string        `json:"state"`
	Message string        `json:"message"`
	At      database.Time `json:"at"`
}

// maxMessage is the length limit of a stored message about a build, in characters.
const maxMessage = 2000

// errSignature is returned for a report with a wrong signature.
var errSignature = errors.New("the report's signature is wrong")

// ReportSecret returns the secret that signs reports: the HMAC-SHA256 of "build report" with the
// build token, in hexadecimal. It does not give access to content.
func ReportSecret(buildToken string) string {
	mac := hmac.New(sha256.New, []byte(buildToken))
	mac.Write([]byte("build report"))
	return hex.EncodeToString(mac.Sum(nil))
}

// readReport checks the signature of a deploy notification and reads it. The format is Netlify's
// (https://docs.netlify.com/site-deploys/deploy-notifications/): a JWT signed by HS256 with the
// issuer netlify, whose claim sha256 is the SHA-256 of the body in hexadecimal. ok is false for a
// notification that does not end a build of the production site.
func readReport(secret, signature string, body []byte) (report Report, ok bool, err error) {
	if strings.ContainsAny(signature, "\r\n") {
		return Report{}, false, errSignature // base64 skips line breaks, even if it is strict
	}
	claims := jwt.MapClaims{}
	_, err = jwt.ParseWithClaims(signature, claims, func(*jwt.Token) (any, error) { return []byte(secret), nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithIssuer("netlify"), jwt.WithStrictDecoding())
	if err != nil {
		return Report{}, false, errSignature
	}
	sum := sha256.Sum256(body)
	claimed, _ := claims["sha256"].(string)
	if subtle.ConstantTimeCompare([]byte(claimed), []byte(hex.EncodeToString(sum[:]))) != 1 {
		return Report{}, false, errSignature
	}
	var deploy struct {
		State        string    `json:"state"`
		Context      string    `json:"context"`
		ErrorMessage *string   `json:"error_message"`
		UpdatedAt    time.Time `json:"updated_at"`
	}
	if err := json.Unmarshal(body, &deploy); err != nil {
		return Report{}, false, err
	}
	ended := deploy.State == Ready || deploy.State == Error
	if !ended || deploy.UpdatedAt.IsZero() || deploy.Context != "" && deploy.Context != "production" {
		return Report{}, false, nil
	}
	report = Report{State: deploy.State, At: database.At(deploy.UpdatedAt)}
	if deploy.ErrorMessage != nil && deploy.State == Error {
		report.Message = firstCharacters(plain(*deploy.ErrorMessage), maxMessage)
	}
	return report, true, nil
}

// storeReport stores a report unless a later one is stored: notifications may come twice and in any
// order.
func (q *Queue) storeReport(ctx context.Context, report Report) error {
	return q.db.InTx(ctx, func(tx *database.Tx) error {
		var before *database.Time
		if err := tx.Get(ctx, &before, `SELECT report_at FROM publishing WHERE id = 1`); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `
			UPDATE publishing SET report_at = ?, report_state = ?, report_message = ?
			 WHERE report_at IS NULL OR report_at < ?`, report.At, report.State, report.Message, report.At)
		if err != nil || n == 0 || report.State != Error {
			return err
		}
		return q.notifyOfScheduled(ctx, tx, before)
	})
}
