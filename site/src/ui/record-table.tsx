import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Card } from './card'
import { passFocusToHeading } from './focus'
import styles from './record-table.module.css'
import { Button } from './button'
import { Toolbar } from './layout'

/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the narrow layout takes the table's boxes apart, and with them the roles that browsers give them */

interface RecordCardProps {
  /** The heading's id, which names the table too. */
  id: string
  title: string
  /** The table, with what chooses its rows. */
  children: ReactNode
  /** Shown when there are no rows. */
  empty?: ReactNode
}

/** A card with a table of records. Its heading takes the focus when the last row is removed. */
export function RecordCard({ id, title, children, empty }: RecordCardProps) {
  return (
    <Card as="section" aria-labelledby={id} className={styles.card}>
      <h2 id={id} tabIndex={-1} data-list-heading className={styles.title}>
        {title}
      </h2>
      {children}
      {empty && <p className={styles.empty}>{empty}</p>}
    </Card>
  )
}

interface RecordTableProps {
  labelledBy: string
  columns: readonly string[]
  /** How many rows there are on all pages, when the table shows one. */
  total?: number
  className?: string | undefined
  /** The rows. */
  children: ReactNode
}

/** A table whose rows become cards where there is no room for columns. */
export function RecordTable({ labelledBy, columns, total, className, children }: RecordTableProps) {
  return (
    <table
      role="table"
      aria-labelledby={labelledBy}
      aria-rowcount={total === undefined ? undefined : total + 1}
      className={cx(styles.records, className)}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={total === undefined ? undefined : 1}>
          {columns.map((column) => (
            <th key={column} role="columnheader">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  )
}

interface RecordRowProps extends ComponentProps<'tr'> {
  record: number | string
  /** The row is being confirmed or removed. */
  pending: boolean
}

/**
 * One record. It can take the focus, which goes there when the row before is removed. Where other rows come while it has the
 * focus, as by Back, the list's heading gets it.
 */
export function RecordRow({ record, pending, className, ...rest }: RecordRowProps) {
  return (
    <tr
      {...rest}
      ref={passFocusToHeading}
      role="row"
      tabIndex={-1}
      data-row={record}
      data-pending={pending || undefined}
      className={cx(styles.row, className)}
    />
  )
}

export function Cell(props: ComponentProps<'td'>) {
  return <td {...props} role="cell" />
}

/** The day of `time` in the visitor's locale; empty where it is not known. */
export function DateCell({ time }: { time: string | undefined }) {
  return (
    <Cell className={styles.date}>
      {time && <time dateTime={time}>{new Date(time).toLocaleDateString()}</time>}
    </Cell>
  )
}

/** What can be done with a record. */
export function ActionsCell({ children }: { children: ReactNode }) {
  return <Cell className={styles.actions}>{children}</Cell>
}

interface PagerProps {
  /** What the pages are of, such as 'images'. */
  of: string
  /** The id of the list's heading, which takes the focus. */
  heading: string
  /** From 0. */
  page: number
  pages: number
  setPage: (page: number) => void
}

/** Goes from one page of a list to the next; nothing where there is only one. */
export function Pager({ of, heading, page, pages, setPage }: PagerProps) {
  if (pages <= 1) return null
  const go = (next: number) => {
    if (next < 0 || next >= pages) return
    setPage(next)
    // The list begins there; the pager is at its end.
    document.getElementById(heading)?.focus()
  }
  return (
    <Toolbar as="nav" ref={passFocusToHeading} aria-label={`Pages of ${of}`} className={styles.pager}>
      <Button aria-disabled={page === 0} onClick={() => go(page - 1)}>
        Previous page
      </Button>
      <p role="status">{`Page ${page + 1} of ${pages}`}</p>
      <Button aria-disabled={page === pages - 1} onClick={() => go(page + 1)}>
        Next page
      </Button>
    </Toolbar>
  )
}
