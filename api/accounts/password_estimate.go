package accounts

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"portfolio/api/leakedpasswords"
)

// shortestRun is the least number of characters that make a sequence or a path over a keyboard.
const shortestRun = 3

// bitsOfYear are those of one of a hundred years, bitsOfDay those of a day of the year, and bitsOfSeparator of what stands in it.
var (
	bitsOfYear      = math.Log2(100)
	bitsOfDay       = math.Log2(366)
	bitsOfSeparator = math.Log2(4)
)

var (
	year = regexp.MustCompile(`^(?:19|20)\d\d$`)
	day  = regexp.MustCompile(`^(?:(?:0[1-9]|[12]\d|3[01])([-./ ]?)(?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])([-./ ]?)(?:0[1-9]|[12]\d|3[01]))$`)
)

// estimate is what is known of a password while the fewest guesses are sought.
type estimate struct {
	// text is the password in small letters, and folded the same as the lists of words have it, both by characters.
	text, folded []rune
	// capitals tells which characters were capitals.
	capitals []bool
	// bits are the fewest that are known for each part of the text, by where it begins and by where it ends.
	bits [][]float64
}

// guessBits estimates how many times the number of guesses doubles that it takes to find password: the fewest bits of all ways
// to split it into words, paths over a keyboard, sequences, dates, repetitions, and characters without a rule (Wheeler, "zxcvbn:
// Low-Budget Password Strength Estimation", USENIX Security 2016). The work is bounded by the third power of the length.
func guessBits(password string, siteWords []string) float64 {
	e := newEstimate(password)
	e.addWords(siteWords)
	e.addSequences()
	for _, k := range keyboards {
		e.addPaths(k)
	}
	e.addDates()
	return e.fewest()
}

func newEstimate(password string) *estimate {
	e := &estimate{text: []rune(leakedpasswords.Lower(password)), folded: []rune(leakedpasswords.Fold(password))}
	n := len(e.text)
	e.capitals = make([]bool, n)
	if spelled := []rune(password); len(spelled) == n { // else marks stand apart from their letters
		for i, r := range spelled {
			e.capitals[i] = unicode.IsUpper(r)
		}
	}
	e.bits = make([][]float64, n+1)
	for i := range e.bits {
		e.bits[i] = slices.Repeat([]float64{math.Inf(1)}, n+1)
	}
	all := math.Log2(alphabets(password))
	for i := range n {
		e.bits[i][i+1] = all
	}
	return e
}

// add notes that the part of the text from start to end is found with so many bits. It takes one more to say that it has capitals.
func (e *estimate) add(start, end int, bits float64) {
	if slices.Contains(e.capitals[start:end], true) {
		bits++
	}
	e.bits[start][end] = min(e.bits[start][end], bits)
}

func (e *estimate) addWords(siteWords []string) {
	folded := make([]string, len(siteWords))
	for i, word := range siteWords {
		folded[i] = leakedpasswords.Fold(word)
	}
	for start := range e.folded {
		for end := start + 1; end <= len(e.folded); end++ {
			word := string(e.folded[start:end])
			if end == start+1 {
				word = string(e.text[start]) // "1" alone is no letter
			}
			if bits, found := leakedpasswords.Bits(word); found {
				e.add(start, end, bits)
			}
			if i := slices.Index(folded, word); i >= 0 {
				e.add(start, end, math.Log2(float64(i+1)))
			}
		}
	}
}

// addSequences looks for characters that follow each other in steps of the same size, such as "abc", "97531" and "где".
func (e *estimate) addSequences() {
	for start := range e.text {
		for end := start + 1; end < len(e.text); end++ {
			step := e.text[end] - e.text[end-1]
			if step == 0 || step != e.text[start+1]-e.text[start] {
				break
			}
			if length := end + 1 - start; length >= shortestRun {
				e.add(start, end+1, math.Log2(firstOf(e.text[start]))+math.Log2(order(step))+math.Log2(float64(length)))
			}
		}
	}
}

// firstOf returns among how many first characters of a sequence first is.
func firstOf(first rune) float64 {
	if first == 'a' || first == '0' || first == '1' {
		return 1
	}
	return alphabet(first)
}

// order returns the place of a step among all steps, when small ones are tried first: 1, -1, 2, -2, 3 …
func order(step rune) float64 {
	if step < 0 {
		return -2 * float64(step)
	}
	return 2*float64(step) - 1
}

// addPaths looks for characters whose keys touch each other. The first direction and each turn take as many bits as it
// takes to say which key is next; after how many characters a turn comes is not counted.
func (e *estimate) addPaths(k keyboard) {
	keys := make([]key, len(e.text))
	for i, r := range e.text {
		keys[i] = k.find(r)
	}
	for start := range keys {
		turns, direction := 0.0, key{}
		for end := start + 1; end < len(keys); end++ {
			next, touches := k.direction(keys[end-1], keys[end])
			if !touches {
				break
			}
			if next != direction {
				turns, direction = turns+1, next
			}
			if end+1-start >= shortestRun {
				e.add(start, end+1, math.Log2(k.keys)+turns*math.Log2(k.neighbours))
			}
		}
	}
}

// addDates looks for years, and for days of a year, which are dates together.
func (e *estimate) addDates() {
	for start := range e.text {
		for end := start + 4; end <= min(start+5, len(e.text)); end++ {
			part := string(e.text[start:end])
			if year.MatchString(part) {
				e.add(start, end, bitsOfYear)
			}
			if found := day.FindStringSubmatch(part); found != nil {
				e.add(start, end, bitsOfDay+float64(len(found[1]+found[2]))*bitsOfSeparator)
			}
		}
	}
}

// fewest returns the bits of the cheapest way to split the whole text, where a part that repeats another one takes what that one
// takes, and how often it stands there.
func (e *estimate) fewest() float64 {
	n := len(e.text)
	for length := 1; length <= n; length++ {
		for start := range n - length + 1 {
			end := start + length
			bits := e.bits[start][end]
			for middle := start + 1; middle < end; middle++ {
				bits = min(bits, e.bits[start][middle]+e.bits[middle][end])
			}
			for unit := 1; unit <= length/2; unit++ {
				if length%unit == 0 && slices.Equal(e.text[start:end-unit], e.text[start+unit:end]) {
					once := e.bits[start][start+unit]
					if unit == 1 {
						once = min(once, math.Log2(alphabet(e.text[start])))
					}
					bits = min(bits, once+math.Log2(float64(length/unit)))
				}
			}
			e.bits[start][end] = bits
		}
	}
	return e.bits[0][n]
}

// alphabets returns of how many characters a text is that has some of each kind that password has.
func alphabets(password string) float64 {
	digits, small, capitals, others := 0.0, 0.0, 0.0, 0.0
	for _, r := range password {
		switch {
		case unicode.IsDigit(r):
			digits = alphabet(r)
		case unicode.IsLower(r):
			small = alphabet(r)
		case unicode.IsUpper(r):
			capitals = alphabet(r)
		default:
			others = alphabet(r)
		}
	}
	return digits + small + capitals + others
}

// alphabet returns how many characters of r's kind there are: those of ASCII, to be on the safe side.
func alphabet(r rune) float64 {
	switch {
	case unicode.IsDigit(r):
		return 10
	case unicode.IsLower(r), unicode.IsUpper(r):
		return 26
	}
	return 33
}

// leet has the letters that people write as digits and symbols.
var leet = strings.NewReplacer("@", "a", "4", "a", "3", "e", "1", "i", "!", "i", "0", "o", "$", "s", "5", "s", "7", "t")
