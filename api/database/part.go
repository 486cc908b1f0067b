package database

import "strings"

// Part says which part of a list is wanted: the rows that contain Search, if anything is looked for, in the list's order
// or the other way round.
type Part struct {
	Search        string
	Reverse       bool
	Limit, Offset int64
}

// Where is the condition that one of the columns contains what is looked for, whatever the case of its letters. SQLite
// knows the case of Latin letters without accents only; others are found as they are written.
func (p Part) Where(columns ...string) (clause string, args []any) {
	if p.Search == "" {
		return "", nil
	}
	var either []string
	for _, column := range columns {
		either = append(either, `LOWER(`+column+`) LIKE ? ESCAPE '\' OR `+column+` LIKE ? ESCAPE '\'`)
		args = append(args, Containing(strings.ToLower(p.Search)), Containing(p.Search))
	}
	return " WHERE (" + strings.Join(either, " OR ") + ")", args
}

// Order returns forth, or back where the list is wanted the other way round.
func (p Part) Order(forth, back string) string {
	if p.Reverse {
		return back
	}
	return forth
}

// likeEscaper makes a text stand for itself in a LIKE with ESCAPE '\'.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing returns the pattern of a LIKE with ESCAPE '\' that matches whatever contains text.
func Containing(text string) string { return "%" + likeEscaper.Replace(text) + "%" }
