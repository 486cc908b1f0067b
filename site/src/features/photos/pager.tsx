import { Button } from '../../ui/button'
import styles from './image-toolbar.module.css'
import type { ImageList } from './queries'

/** Goes from one page of the list to the next; nothing when there is only one. */
export function Pager({ page, pages, setPage }: Pick<ImageList, 'page' | 'pages' | 'setPage'>) {
  if (pages < 2) return null
  const go = (next: number) => {
    if (next < 0 || next >= pages) return
    setPage(next)
    // The list begins there; the pager is at its end.
    document.querySelector<HTMLElement>('#images')?.focus()
  }
  return (
    <nav aria-label="Pages of images" className={styles.pager}>
      <Button aria-disabled={page === 0} onClick={() => go(page - 1)}>
        Previous page
      </Button>
      <p role="status">
        Page {page + 1} of {pages}
      </p>
      <Button aria-disabled={page === pages - 1} onClick={() => go(page + 1)}>
        Next page
      </Button>
    </nav>
  )
}
