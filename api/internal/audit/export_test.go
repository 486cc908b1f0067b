package audit

// Statement is a query that List runs.
type Statement struct {
	Text string
	Args []any
}

// StatementsOf returns the queries that List runs for f.
func StatementsOf(f Filter) (statements []Statement) {
	for _, conditions := range f.either() {
		statements = append(statements, Statement{conditions.statement(), append(conditions.args, f.Limit+1)})
	}
	return statements
}
