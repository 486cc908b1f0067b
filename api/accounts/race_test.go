//go:build race

package accounts_test

// The race detector makes the simulations eight times as slow; scripts/test runs them whole without
// it.
const (
	simulatedByDefault = 50
	simulatedThefts    = 40
)
