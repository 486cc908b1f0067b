import { cx } from '../lib/cx'
import { Button } from './button'
import { passFocusToHeading } from './pass-focus-to-heading'
import styles from './pager.module.css'
import work from './work.module.css'

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
    <nav
      ref={passFocusToHeading}
      aria-label={`Pages of ${of}`}
      className={cx(work.row, work.spread, styles.pager)}
    >
      <Button aria-disabled={page === 0} onClick={() => go(page - 1)}>
        Previous page
      </Button>
      <p role="status">{`Page ${page + 1} of ${pages}`}</p>
      <Button aria-disabled={page === pages - 1} onClick={() => go(page + 1)}>
        Next page
      </Button>
    </nav>
  )
}
