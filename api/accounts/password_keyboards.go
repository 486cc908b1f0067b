package accounts

import (
	"strings"
	"unicode/utf8"
)

// keyboard is where the keys of a layout are.
type keyboard struct {
	// rows has the characters of each row of keys without and with Shift, letters in small only; a space keeps a place free.
	rows [][2]string
	// slanted is whether each row is half a key to the right of the one above, so that a key touches two of them and not three.
	slanted bool
	// keys is how many there are, and neighbours how many of them a path may go to from one of them.
	keys, neighbours float64
}

// Each key of a slanted keyboard touches 4.6 others (Wheeler). On a number pad it is 5 to 8, but people draw few shapes there.
const (
	slantedKeys, slantedNeighbours = 47, 4.6
	padKeys, padNeighbours         = 15, 2
)

var keyboards = []keyboard{
	{ // QWERTY, of the United States
		[][2]string{
			{"`1234567890-=", "~!@#$%^&*()_+"},
			{` qwertyuiop[]\`, `           {}|`},
			{" asdfghjkl;'", `          :"`},
			{" zxcvbnm,./", "        <>?"},
		}, true, slantedKeys, slantedNeighbours,
	},
	{ // QWERTZ, of Germany
		[][2]string{
			{"^1234567890ß´", "°!\"§$%&/()=?`"},
			{" qwertzuiopü+", "            *"},
			{" asdfghjklöä#", "            '"},
			{"<yxcvbnm,.-", ">       ;:_"},
		}, true, slantedKeys, slantedNeighbours,
	},
	{ // AZERTY, of France
		[][2]string{
			{"²&é\"'(-è_çà)=", " 1234567890°+"},
			{" azertyuiop^$", "           ¨£"},
			{" qsdfghjklmù*", "           %µ"},
			{"<wxcvbn,;:!", ">      ?./§"},
		}, true, slantedKeys, slantedNeighbours,
	},
	{ // Dvorak
		[][2]string{
			{"`1234567890[]", "~!@#$%^&*(){}"},
			{` ',.pyfgcrl/=\`, ` "<>       ?+|`},
			{" aoeuidhtns-", "           _"},
			{" ;qjkxbmwvz", " :"},
		}, true, slantedKeys, slantedNeighbours,
	},
	{ // the number pad
		[][2]string{{" /*-"}, {"789+"}, {"456"}, {"123"}, {" 0."}}, false, padKeys, padNeighbours,
	},
	{ // the number pad of Apple
		[][2]string{{" =/*"}, {"789-"}, {"456+"}, {"123"}, {" 0."}}, false, padKeys, padNeighbours,
	},
}

// key is the place of a key: its row, the uppermost being 1, and its column; or the way from one to another.
type key struct{ row, column int }

// find returns the key of a small letter, digit or symbol, or the zero key for what the keyboard does not have.
func (k keyboard) find(r rune) key {
	if r == ' ' {
		return key{}
	}
	for row, levels := range k.rows {
		for _, characters := range levels {
			if i := strings.IndexRune(characters, r); i >= 0 {
				return key{row + 1, utf8.RuneCountInString(characters[:i])}
			}
		}
	}
	return key{}
}

// direction returns the way from one key to another, and whether they touch each other.
func (k keyboard) direction(from, to key) (way key, touches bool) {
	way = key{to.row - from.row, to.column - from.column}
	if from == (key{}) || to == (key{}) || way == (key{}) || max(way.row, -way.row, way.column, -way.column) > 1 {
		return key{}, false
	}
	return way, !k.slanted || way.row != way.column
}
