//go:build !race

package accounts_test

const (
	simulatedByDefault = 1000
	simulatedThefts    = 300
)
