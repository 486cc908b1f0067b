package photos

import (
	"database/sql"
	"encoding/json"
	"fmt"

	"portfolio/api/internal/httpx"
)

// readFocalPoint returns the focal point that a client sent, {"x": 30, "y": 70} or, in a form, 30,70, in
// percent from the left and the top; null or "" is the centre, NULL. It records an invalid one.
func readFocalPoint(v *httpx.Validator, sent httpx.Value) (x, y sql.NullInt64) {
	if sent.IsNone() {
		return x, y
	}
	text, isText := sent.Text()
	var point struct{ X, Y *int64 }
	if !isText && json.Unmarshal([]byte(text), &point) == nil && point.X != nil && point.Y != nil {
		text = fmt.Sprintf("%d,%d", *point.X, *point.Y)
	}
	var rest string
	n, _ := fmt.Sscanf(text+" .", "%d,%d %s", &x.Int64, &y.Int64, &rest)
	x.Valid = v.Check(n == 3 && rest == "." && min(x.Int64, y.Int64) >= 0 && max(x.Int64, y.Int64) <= 100, "focal_point", httpx.NotAPoint)
	y.Valid = x.Valid
	return x, y
}
