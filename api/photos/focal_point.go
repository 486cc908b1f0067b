package photos

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"portfolio/api/apperror"
	"portfolio/api/validate"
)

// FocalPoint is the point of a picture that stays in sight where it is cropped, as a client sent it: as {"x": 30, "y": 70} or, in a
// form, as 30,70, in percent from the left and the upper edge; null or "" for the centre. The zero value says that nothing was sent.
type FocalPoint struct {
	Sent bool
	text string
}

// focalPointOf returns the focal point in a form's field; nil where it was not sent.
func focalPointOf(field *string) FocalPoint {
	if field == nil {
		return FocalPoint{}
	}
	return FocalPoint{Sent: true, text: *field}
}

// UnmarshalJSON takes every JSON value; what is no focal point is reported by read, together with other faults.
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

// read returns the point, NULL for the centre, and records what is wrong with it.
func (p FocalPoint) read(v *validate.Validator) (x, y sql.NullInt64) {
	if p.text == "" {
		return x, y
	}
	var rest string
	n, _ := fmt.Sscanf(p.text+" .", "%d,%d %s", &x.Int64, &y.Int64, &rest)
	x.Valid = v.Check(n == 3 && rest == "." && min(x.Int64, y.Int64) >= 0 && max(x.Int64, y.Int64) <= 100, "focal_point", apperror.NotAPoint)
	y.Valid = x.Valid
	return x, y
}
