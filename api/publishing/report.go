package publishing

import (
	"context"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"portfolio/api/database"
)

// The states of a build that a service reports.
const (
	Ready = "ready"
	Error = "error"
)

// Report is what a build service says of a build. Message says why one failed.
type Report struct {
	State   string        `json:"state"`
	Message string        `json:"message"`
	At      database.Time `json:"at"`
}

// maxMessage is how much of a message about a build is stored, in characters.
const maxMessage = 2000

// errSignature is returned for a report that the service did not sign.
var errSignature = errors.New("the report's signature is wrong")

// readReport checks the signature of a deploy notification and reads it. The signature is Netlify's: a JWT by HS256 of
// the issuer netlify, whose claim sha256 is the body's SHA-256 in hexadecimal
// (https://docs.netlify.com/site-deploys/deploy-notifications/). ok is false for a notification that ends no build of
// the published site.
func readReport(secret, signature string, body []byte) (report Report, ok bool, err error) {
	claims := jwt.MapClaims{}
	_, err = jwt.ParseWithClaims(signature, claims, func(*jwt.Token) (any, error) { return []byte(secret), nil },
		jwt.WithValidMethods([]string{"HS256"}), jwt.WithIssuer("netlify"))
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

// storeReport stores a report, unless a later one is there: notifications may come twice, and in any order.
func (q *Queue) storeReport(ctx context.Context, report Report) error {
	_, err := q.db.Exec(ctx, `
		UPDATE publishing SET report_at = ?, report_state = ?, report_message = ?
		 WHERE report_at IS NULL OR report_at < ?`, report.At, report.State, report.Message, report.At)
	return err
}
