package photos

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"portfolio/api/internal/apperror"
)

// FocalPoint is the focal point as a client sent it: {"x": 30, "y": 70} or, in a form, 30,70, in
// percent from the left and the top; null or "" for the centre. The zero value means that none was
// sent.
type FocalPoint struct {
	Sent bool
	text string
}

// focalPointOf returns the focal point of a form's field, nil for a missing field.
func focalPointOf(field *string) FocalPoint {
	if field == nil {
		return FocalPoint{}
	}
	return FocalPoint{Sent: true, text: *field}
}

// UnmarshalJSON accepts every JSON value; read reports invalid ones with the other fields.
func (p *FocalPoint) UnmarshalJSON(text []byte) error {
	*p = FocalPoint{Sent: true}
	if string(text) == "null" {
		return nil
	}
	var point struct{ X, Y *int64 }
	if p.text = "?"; json.Unmarshal(text, &point) == nil && point.X != nil && point.Y != nil {
		p.text = fmt.Sprintf("%d,%d", *point.X, *point.Y)
	}
	return nil
}

// read returns the point, NULL for the centre, and records an invalid one.
func (p FocalPoint) read(v *apperror.Validator) (x, y sql.NullInt64) {
	if p.text == "" {
		return x, y
	}
	var rest string
	n, _ := fmt.Sscanf(p.text+" .", "%d,%d %s", &x.Int64, &y.Int64, &rest)
	x.Valid = v.Check(n == 3 && rest == "." && min(x.Int64, y.Int64) >= 0 && max(x.Int64, y.Int64) <= 100, "focal_point", apperror.NotAPoint)
	y.Valid = x.Valid
	return x, y
}
