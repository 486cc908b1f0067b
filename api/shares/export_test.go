package shares

// Find returns the statement for a share with a condition. Its first argument is the time.
func Find(condition string) string { return selectRows + ` WHERE ` + condition }
