import { useEffect, useRef, useState, type ReactNode } from 'react'
import { RecordRows } from './record-table'

const size = 20
/** What a row takes before it has been seen, in pixels. */
const guess = 68
/** How far beyond the window rows are rendered already. */
const margin = '1200px 0px'

interface WindowedRowsProps<Item> {
  items: readonly Item[]
  columns: number
  children: (item: Item, index: number) => ReactNode
}

/** Groups of rows, of which the first and those near the window are rendered; the others keep their place. */
export function WindowedRows<Item>({ items, columns, children }: WindowedRowsProps<Item>) {
  const groups = Math.ceil(items.length / size)
  return Array.from({ length: groups }, (_, group) => {
    const from = group * size
    const part = items.slice(from, from + size)
    return (
      <Group key={group} rows={part.length} columns={columns} always={group === 0}>
        {() => part.map((item, index) => children(item, from + index))}
      </Group>
    )
  })
}

interface GroupProps {
  rows: number
  columns: number
  /** A short list is there as a whole, for the browser's own search too. */
  always: boolean
  children: () => ReactNode
}

function Group({ rows, columns, always, children }: GroupProps) {
  const box = useRef<HTMLTableSectionElement>(null)
  const [near, setNear] = useState(always)
  const [height, setHeight] = useState(0)
  useEffect(() => {
    const group = box.current
    if (!group || always) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setNear(true)
        else if (entry && !group.contains(document.activeElement)) {
          setHeight(entry.boundingClientRect.height)
          setNear(false)
        }
      },
      { rootMargin: margin },
    )
    observer.observe(group)
    return () => observer.disconnect()
  }, [always])
  return (
    <RecordRows ref={box}>
      {near ? (
        children()
      ) : (
        <tr aria-hidden="true">
          <td colSpan={columns} style={{ height: height || rows * guess, padding: 0 }} />
        </tr>
      )}
    </RecordRows>
  )
}
