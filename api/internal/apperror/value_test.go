package apperror_test

import (
	"encoding/json"
	"testing"

	"portfolio/api/internal/apperror"
)

func TestID(t *testing.T) {
	for _, scenario := range []struct {
		sent string
		id   int64
		none bool
		want string
	}{
		{`7`, 7, false, ""},
		{`"7"`, 7, false, ""},
		{`null`, 0, true, ""},
		{`""`, 0, true, ""},
		{`"x"`, 0, false, "field: Incorrect type. Expected pk value, received str."},
		{`true`, 0, false, "field: Incorrect type. Expected pk value, received str."},
		{`{"id":7}`, 0, false, "field: Incorrect type. Expected pk value, received str."},
		{`1.5`, 0, false, "field: Incorrect type. Expected pk value, received str."},
		{`99999999999999999999`, 0, false, `field: Invalid pk "99999999999999999999" - object does not exist.`},
	} {
		var in struct{ Field apperror.Value }
		if err := json.Unmarshal([]byte(`{"field":`+scenario.sent+`}`), &in); err != nil {
			t.Fatal(err)
		}
		v := apperror.NewValidator()
		id := v.ID(in.Field, "field")
		if id != scenario.id || in.Field.IsNone() != scenario.none || !in.Field.Sent || text(v) != scenario.want {
			t.Errorf("%s: got %d, %+v, %s", scenario.sent, id, in.Field, text(v))
		}
	}
	if absent := apperror.ValueOf(nil); absent.Sent || !absent.IsNone() {
		t.Errorf("nothing: %+v", absent)
	}
}

func TestFlag(t *testing.T) {
	for _, scenario := range []struct {
		sent string
		want bool
		text string
	}{
		{`true`, true, ""}, {`"true"`, true, ""}, {`"True"`, true, ""}, {`1`, true, ""}, {`"on"`, true, ""},
		{`false`, false, ""}, {`"false"`, false, ""}, {`0`, false, ""}, {`""`, false, ""},
		{`"maybe"`, false, "field: Must be a valid boolean."}, {`null`, false, "field: Must be a valid boolean."},
		{`[true]`, false, "field: Must be a valid boolean."},
	} {
		var in struct{ Field apperror.Value }
		if err := json.Unmarshal([]byte(`{"field":`+scenario.sent+`}`), &in); err != nil {
			t.Fatal(err)
		}
		v := apperror.NewValidator()
		if got := v.Flag(in.Field, true, "field"); got != scenario.want || text(v) != scenario.text {
			t.Errorf("%s: got %v, %s", scenario.sent, got, text(v))
		}
	}
	if !apperror.NewValidator().Flag(apperror.ValueOf(nil), true, "field") {
		t.Error("what was not sent has changed something")
	}
}

func text(v *apperror.Validator) string {
	if err := v.Err(); err != nil {
		return err.Error()
	}
	return ""
}
