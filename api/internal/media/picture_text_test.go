package media

import (
	"reflect"
	"testing"
)

func TestAPictureIsReadAsItWasWritten(t *testing.T) {
	for _, picture := range []Picture{
		{{Name: "a/b.jpg", Width: 64, Height: 48}},
		{{Name: "a/b.jpg", Width: 320, Height: 240}, {Name: "with a space.png", Width: 1600, Height: 1200}},
	} {
		if got, err := ParsePicture(picture.String()); err != nil || !reflect.DeepEqual(got, picture) {
			t.Errorf("%q: %+v, %v", picture, got, err)
		}
	}
	for _, text := range []string{"", "1 2", "1 2 ", "x 2 a", "1 x a", "1 2 a\n"} {
		if got, err := ParsePicture(text); err == nil {
			t.Errorf("%q: %+v", text, got)
		}
	}
}
