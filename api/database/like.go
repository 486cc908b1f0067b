package database

import "strings"

// likeEscaper makes a text match only itself in a LIKE with ESCAPE '\'.
var likeEscaper = strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`)

// Containing returns the pattern of a LIKE with ESCAPE '\' that matches whatever contains text.
func Containing(text string) string { return "%" + likeEscaper.Replace(text) + "%" }
