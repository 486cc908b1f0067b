import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Button } from './button'
import { Card } from './card'
import { formatDay } from './date-time'
import { EmptyState } from './empty-state'
import { Control, Select } from './field'
import { focusById, passFocusToHeading } from './focus'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { IconSearch, IconX, type Icon as TablerIcon } from './icons'
import { Row } from './layout'
import styles from './record-table.module.css'

/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the narrow layout takes the table's boxes apart, and with them the roles that browsers give them */

interface RecordCardProps {
  /** The heading's id, which names the table too. */
  id: string
  title: string
  /** The screen's own heading says it already. */
  hideTitle?: boolean
  /** The table, with what chooses its rows. */
  children: ReactNode
  /** Shown when there are no rows: one sentence, and the icon and the button that go with it. */
  empty?: ReactNode
  emptyIcon?: TablerIcon
  emptyAction?: ReactNode
}

/** A card with a table of records. Its heading takes the focus when the last row is removed. */
export function RecordCard(props: RecordCardProps) {
  const { id, title, hideTitle, children, empty, emptyIcon, emptyAction } = props
  return (
    <Card as="section" aria-labelledby={id} className={styles.card}>
      <h2 id={id} tabIndex={-1} data-list-heading className={hideTitle ? styles.hidden : styles.title}>
        {title}
      </h2>
      {children}
      {empty && (
        <EmptyState {...(emptyIcon && { icon: emptyIcon })} action={emptyAction}>
          {empty}
        </EmptyState>
      )}
    </Card>
  )
}

/** What chooses the rows of a table: a search field, selects, segments. */
export const TableToolbar = ({ children }: { children: ReactNode }) => (
  <Row gap="sm" className={styles.toolbar}>
    {children}
  </Row>
)

/** A search field for a toolbar. */
export const SearchField = ({ label, ...input }: ComponentProps<'input'> & { label: string }) => (
  <label className={styles.search}>
    <span className="visually-hidden">{label}</span>
    <Icon of={IconSearch} size={18} />
    <Control type="search" placeholder={label} maxLength={100} autoComplete="off" {...input} />
  </label>
)

/** A select for a toolbar. */
export const FilterSelect = ({ label, ...select }: ComponentProps<'select'> & { label: string }) => (
  <label className={styles.filter}>
    <span className="visually-hidden">{label}</span>
    <Select {...select} />
  </label>
)

interface BulkBarProps {
  /** How many are selected: nothing is shown for none. */
  count: number
  onClear: () => void
  /** What can be done with them. */
  children: ReactNode
}

/** Takes the toolbar's place while rows are selected; on phones it stays at the bottom of the screen. */
export function BulkBar({ count, onClear, children }: BulkBarProps) {
  if (count === 0) return null
  return (
    <Row gap="sm" className={styles.bulk}>
      <p role="status">{`${count} selected`}</p>
      {children}
      <IconButton label="Clear the selection" onClick={onClear}>
        <Icon of={IconX} />
      </IconButton>
    </Row>
  )
}

interface Column {
  /** Its name; `content` is what the head shows in its place, such as a checkbox or a button that sorts. */
  label: string
  content?: ReactNode
  /** Its numbers stand at the right. */
  number?: boolean
  width?: string
  sorted?: 'ascending' | 'descending' | undefined
}

interface RecordTableProps {
  labelledBy: string
  columns: readonly (string | Column)[]
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
      id="list"
      role="table"
      aria-labelledby={labelledBy}
      aria-rowcount={total === undefined ? undefined : total + 1}
      className={cx(styles.records, className)}
    >
      <thead role="rowgroup">
        <tr role="row" aria-rowindex={total === undefined ? undefined : 1}>
          {columns
            .map((column) => (typeof column === 'string' ? { label: column } : column))
            .map(({ label, content, number, width, sorted }: Column) => (
              <th
                key={label}
                role="columnheader"
                aria-sort={sorted}
                className={number ? styles.number : undefined}
                style={width ? { width } : undefined}
              >
                {content ?? <span>{label}</span>}
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

/** A cell, which stands at the right with `number`. A second line is a `small`. */
export function Cell({ number, className, ...rest }: ComponentProps<'td'> & { number?: boolean }) {
  return <td {...rest} role="cell" className={cx(number && styles.number, className)} />
}

/** The day of `time`; empty where it is not known. */
export function DateCell({ time }: { time: string | undefined }) {
  return <Cell className={styles.date}>{time && <time dateTime={time}>{formatDay(time)}</time>}</Cell>
}

/** What can be done with a record: `RowAction`s, small icon buttons, a menu. */
export const ActionsCell = ({ children }: { children: ReactNode }) => (
  <Cell className={styles.actions}>
    <Row gap="sm">{children}</Row>
  </Cell>
)

interface RowActionProps extends ComponentProps<'button'> {
  /** Why it cannot be done: it stays visible. */
  reason?: string | undefined
}

/** An action of a row, in words. */
export function RowAction({ reason, onClick, ...rest }: RowActionProps) {
  return (
    <button
      type="button"
      {...rest}
      title={reason}
      aria-disabled={reason !== undefined}
      onClick={reason === undefined ? onClick : undefined}
      className={styles.action}
    />
  )
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
  /** How many records there are on all pages, and on one: for "1–10 of 18". */
  total?: number
  size?: number
}

/** Goes from one page of a list to the next; nothing where there is only one. */
export function Pager({ of, heading, page, pages, setPage, total, size }: PagerProps) {
  if (pages <= 1) return null
  const go = (next: number) => {
    if (next < 0 || next >= pages) return
    setPage(next)
    // The list begins there; the pager is at its end.
    focusById(heading)
  }
  const range =
    total === undefined || size === undefined
      ? `Page ${page + 1} of ${pages}`
      : `${page * size + 1}–${Math.min(total, (page + 1) * size)} of ${total}`
  return (
    <Row as="nav" gap="sm" ref={passFocusToHeading} aria-label={`Pages of ${of}`} className={styles.pager}>
      <p role="status">{range}</p>
      <Button small aria-label="Previous page" aria-disabled={page === 0} onClick={() => go(page - 1)}>
        Previous
      </Button>
      <Button small aria-label="Next page" aria-disabled={page === pages - 1} onClick={() => go(page + 1)}>
        Next
      </Button>
    </Row>
  )
}
