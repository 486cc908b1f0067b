package photos

import "portfolio/api/internal/database"

// sortKeyOf returns the key that a text is sorted by, nil if the text is not sent.
func sortKeyOf(text *string) *string {
	if text == nil {
		return nil
	}
	return new(database.SortKey(*text))
}

// searchKeyOf returns the key that a text is searched by, nil if the text is not sent.
func searchKeyOf(text *string) *string {
	if text == nil {
		return nil
	}
	return new(database.SearchKey(*text))
}
