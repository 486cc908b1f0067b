/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the narrow layout takes the table's boxes apart, and with them the roles that browsers give them */
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/cx'
import styles from './record-table.module.css'
import table from './table.module.css'

interface RecordTableProps {
  labelledBy: string
  columns: readonly string[]
  /** How many rows there are in all, when not all of them are rendered. */
  total?: number | 'unknown'
  className?: string | undefined
  /** Groups of rows. */
  children: ReactNode
}

/** A table whose rows become cards where there is no room for columns. */
export function RecordTable({ labelledBy, columns, total, className, children }: RecordTableProps) {
  return (
    <table
      role="table"
      aria-labelledby={labelledBy}
      aria-rowcount={rowCount(total)}
      className={cx(table.table, styles.records, className)}
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
      {children}
    </table>
  )
}

/** The head is a row too. */
function rowCount(total: RecordTableProps['total']): number | undefined {
  if (total === 'unknown') return -1
  return total === undefined ? undefined : total + 1
}

export function RecordRows(props: ComponentProps<'tbody'>) {
  return <tbody {...props} role="rowgroup" />
}

interface RecordRowProps extends ComponentProps<'tr'> {
  record: number
  /** Something is being asked about it. */
  pending: boolean
}

/** One record. It can take the focus, so that there is a place for it when the row before has gone. */
export function RecordRow({ record, pending, className, ...rest }: RecordRowProps) {
  return (
    <tr
      {...rest}
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

/** The day of `time`, as the visitor's place writes it; empty where it is not known. */
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
