// Package site gives the server the style sheets that its own pages share with the site, so that both look alike.
package site

import _ "embed"

var (
	//go:embed src/styles/tokens.css
	tokens string
	//go:embed src/styles/tokens-work.css
	tokensWork string
	//go:embed src/styles/reset.css
	reset string
	//go:embed src/styles/base.css
	base string
	//go:embed src/ui/alert.module.css
	alert string
	//go:embed src/ui/badge.module.css
	badge string
	//go:embed src/ui/button.module.css
	button string
	//go:embed src/ui/card.module.css
	card string
	//go:embed src/ui/field.module.css
	field string
	//go:embed src/ui/table.module.css
	table string
)

// CSS is the style that every page of the server begins with. Its classes are named as in the sheets of the site.
func CSS() string {
	return tokens + tokensWork + reset + base + alert + badge + button + card + field + table
}
