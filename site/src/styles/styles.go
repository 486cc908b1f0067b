// Package styles gives the site's tokens and base style to the pages that the server renders, so that both look alike.
package styles

import _ "embed"

var (
	//go:embed tokens.css
	tokens string
	//go:embed tokens-work.css
	tokensWork string
	//go:embed reset.css
	reset string
	//go:embed base.css
	base string
)

// CSS is the style that every screen to work on begins with.
func CSS() string { return tokens + tokensWork + reset + base }
