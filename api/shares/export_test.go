package shares

// Find is the statement that finds a share by a condition; its first argument is the time.
func Find(condition string) string { return selectRows + ` WHERE ` + condition }
