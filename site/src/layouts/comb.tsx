const cell = 'M0-48 41.6-24V24L0 48-41.6 24V-24Z'
const rows = [
  { y: 52, from: 64, cells: [0, 1, 2, 3] },
  { y: 132, from: 110, cells: [0, 1, 2, 3] },
  { y: 212, from: 64, cells: [0, 1, 2, 3] },
]
const filled = new Set(['1.1', '2.2'])

/** A corner of honeycomb, two cells filled. Pure decoration. */
export function Comb({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 360 232" aria-hidden="true" className={className}>
      {rows.map(({ y, from, cells }, row) =>
        cells.map((column) => (
          <path
            key={`${row}.${column}`}
            d={cell}
            transform={`translate(${from + column * 93} ${y})`}
            data-filled={filled.has(`${row}.${column}`) || undefined}
          />
        )),
      )}
    </svg>
  )
}
