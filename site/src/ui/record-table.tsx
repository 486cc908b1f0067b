import type { ComponentProps, ReactNode } from 'react'
import { cx } from '../lib/cx'
import { Button } from './button'
import { Card } from './card'
import { formatDay } from './date-time'
import { EmptyState } from './empty-state'
import { Control, Select } from './field'
import { focusById, passFocusOn, passFocusToHeading } from './focus'
import { trimmedTexts } from './form'
import { Icon } from './icon'
import { IconButton } from './icon-button'
import { IconSearch, IconX } from './icons'
import { Row } from './layout'
import styles from './record-table.module.css'

/* eslint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   the narrow layout takes the table's boxes apart, and with them the roles that browsers give them */

interface RecordCardProps {
  /** The ID of the heading, which names the table. */
  id: string
  title: string
  /** Hides the title, which repeats the screen's. */
  hideTitle?: boolean
  children: ReactNode
  /** The sentence shown without rows. */
  empty: ReactNode
}

/** A card with a table. Its heading takes the focus when the last row is removed. */
export function RecordCard({ id, title, hideTitle, children, empty }: RecordCardProps) {
  return (
    <Card as="section" aria-labelledby={id} flush>
      <h2 id={id} tabIndex={-1} data-list-heading className={hideTitle ? styles.hidden : styles.title}>
        {title}
      </h2>
      {children}
      {empty && <EmptyState>{empty}</EmptyState>}
    </Card>
  )
}

/** The filters of a table. */
export const TableToolbar = (props: ComponentProps<typeof Row>) => (
  <Row gap="sm" {...props} className={styles.toolbar} />
)

export const SearchField = ({ label, ...input }: ComponentProps<'input'> & { label: string }) => (
  <label className={styles.search}>
    <span className="visually-hidden">{label}</span>
    <Icon of={IconSearch} size={18} />
    <Control type="search" placeholder={label} maxLength={100} autoComplete="off" {...input} />
  </label>
)

interface SearchFormProps extends ComponentProps<typeof SearchField> {
  /** The text of the current search. */
  value: string
  onSearch: (text: string) => void
}

/** A search field whose text is searched for with Enter. */
export const SearchForm = ({ value, onSearch, className, ...field }: SearchFormProps) => (
  <form
    // Resets the field when the address changes.
    key={value}
    role="search"
    className={cx(styles.form, className)}
    onSubmit={(event) => {
      event.preventDefault()
      onSearch(trimmedTexts(new FormData(event.currentTarget), 'q').q)
    }}
  >
    <SearchField name="q" defaultValue={value} {...field} />
  </form>
)

/** A select for a toolbar. */
export const FilterSelect = ({ label, ...select }: ComponentProps<'select'> & { label: string }) => (
  <label className={styles.filter}>
    <span className="visually-hidden">{label}</span>
    <Select {...select} />
  </label>
)

interface BulkBarProps {
  label: string
  /** The number of selected rows; hidden for 0. */
  count: number
  onClear: () => void
  children: ReactNode
}

/** Covers the toolbar before it while rows are selected; on phones at the bottom of the screen. */
export function BulkBar({ label, count, onClear, children }: BulkBarProps) {
  if (count === 0) return null
  return (
    <Row ref={passFocusOn} role="group" aria-label={label} gap="sm" className={styles.bulk}>
      <p role="status">{`${count} selected`}</p>
      {children}
      <IconButton label="Clear the selection" onClick={onClear}>
        <Icon of={IconX} />
      </IconButton>
    </Row>
  )
}

interface Column {
  /** The column's name; `content` replaces it on screen. */
  label: string
  content?: ReactNode
  /** Hides the name from sight. */
  hidden?: boolean
  /** Aligns it right. */
  number?: boolean
  width?: string
  className?: string | undefined
  sorted?: 'ascending' | 'descending' | undefined
}

interface RecordTableProps {
  labelledBy: string
  columns: readonly (string | Column)[]
  /** The number of rows on all pages. */
  total?: number
  className?: string | undefined
  children: ReactNode
}

/** A table that becomes a list of cards in narrow windows. */
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
            .map(({ label, content, hidden, number, width, sorted, className }: Column) => (
              <th
                key={label}
                role="columnheader"
                aria-sort={sorted}
                className={cx(number && styles.number, className)}
                style={width ? { width } : undefined}
              >
                {content ?? <span className={hidden ? 'visually-hidden' : undefined}>{label}</span>}
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
  /** Marks the row being removed. */
  pending: boolean
}

/** One record. It takes the focus when the row before is removed, and passes it to the heading when the list changes. */
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

/**
 * A cell, aligned right with `number`. A `small` is its second line. In narrow windows, which have no column headings,
 * `data-before` and `data-after` are shown around it, and with `data-wide` it is hidden.
 */
export function Cell({ number, className, ...rest }: ComponentProps<'td'> & { number?: boolean }) {
  return <td {...rest} role="cell" className={cx(number && styles.number, className)} />
}

/** The day of `time`, if known. */
export function DateCell({ time, wide }: { time: string | undefined; wide?: boolean }) {
  return <Cell data-wide={wide}>{time && <time dateTime={time}>{formatDay(time)}</time>}</Cell>
}

interface PagerProps {
  /** The records, such as 'images'. */
  of: string
  /** The ID of the heading to focus. */
  heading: string
  /** Counted from 0. */
  page: number
  pages: number
  setPage: (page: number) => void
  /** The total and the page size, for "1–10 of 18". */
  total?: number
  size?: number
}

/** Buttons for the previous and next page; hidden for a single one. */
export function Pager({ of, heading, page, pages, setPage, total, size }: PagerProps) {
  if (pages <= 1) return null
  const go = (next: number) => {
    if (next < 0 || next >= pages) return
    setPage(next)
    // The pager is at the list's end.
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
