package backendadmin

// cell is a cell of the honeycomb that decorates the sign-in page, as the site's account screens have it.
type cell struct {
	X, Y int
	Full bool
}

// Honeycomb is the cells of a corner of honeycomb, two of them full.
func (frame) Honeycomb() []cell {
	var cells []cell
	for row, from := range []int{64, 110, 64} {
		for column := range 4 {
			full := row == 1 && column == 1 || row == 2 && column == 2
			cells = append(cells, cell{X: from + column*93, Y: 52 + row*80, Full: full})
		}
	}
	return cells
}
