package httpx

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
)

// Page is a part of a list: Limit of 0 is all that follows Offset.
type Page struct {
	Limit, Offset int64
}

// ReadPage reads limit and offset, and records invalid ones.
func ReadPage(v *Validator, query url.Values) Page {
	return Page{Limit: number(v, query, "limit", 1), Offset: number(v, query, "offset", 0)}
}

// Size is the LIMIT of a statement.
func (p Page) Size() int64 {
	if p.Limit == 0 {
		return math.MaxInt64
	}
	return p.Limit
}

func number(v *Validator, query url.Values, name string, least int64) int64 {
	text := query.Get(name)
	if text == "" {
		return 0
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if v.Check(err == nil, name, NotAnInteger) {
		v.Check(n >= least, name, fmt.Sprintf(TooSmall, least))
	}
	return n
}
