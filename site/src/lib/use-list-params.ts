import { startTransition, useEffect, useOptimistic } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

interface ListPages {
  /** Counted from 0. */
  page: number
  pages: number
  setPage: (page: number, options?: { replace?: boolean }) => void
}

interface ListParams<Name extends string> extends Omit<ListPages, 'pages'> {
  /** The value of each name; empty if none is chosen. */
  chosen: Readonly<Record<Name, string>>
  /** Changes some values and returns to the first page. */
  choose: (part: Readonly<Partial<Record<Name, string>>>, options?: { replace?: boolean }) => void
}

/** A list's filter and page, kept in the query string. `known` says which names and values exist; others are ignored. */
export function useListParams<Name extends string>(
  known: Readonly<Record<Name, (value: string) => boolean>>,
): ListParams<Name> {
  const { pathname } = useLocation()
  const [current, setParams] = useSearchParams()
  // The router renders a new address in a transition. Until then controls would show the former choice.
  const [params, showAtOnce] = useOptimistic(current)
  const values = Object.entries<(value: string) => boolean>(known).map(([name, isKnown]) => {
    const value = params.get(name)?.trim() ?? ''
    return [name, isKnown(value) ? value : '']
  })
  const chosen = Object.fromEntries(values) as Record<Name, string>
  const page = params.get('page') ?? ''

  const write = (next: Readonly<Record<string, string>>, page: number, options?: { replace?: boolean }) => {
    const query = new URLSearchParams(Object.entries(next).filter(([, value]) => value !== ''))
    if (page > 0) query.set('page', String(page + 1))
    if (query.toString() === params.toString()) return
    // A link changes the address before the next screen has loaded. A late search must not change it back.
    if (window.location.pathname !== pathname) return
    startTransition(() => {
      showAtOnce(query)
      setParams(query, options)
    })
  }

  return {
    chosen,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) - 1 : 0,
    choose: (part, options) => write({ ...chosen, ...part }, 0, options),
    setPage: (page, options) => write(chosen, page, options),
  }
}

/** The pages of a list. Replaces a page beyond the last one with the last, once `isCurrent` says that `total` is known. */
export function useListPages(
  { page, setPage }: Omit<ListPages, 'pages'>,
  { total, size, isCurrent }: { total: number; size: number; isCurrent: boolean },
): ListPages {
  const pages = Math.max(1, Math.ceil(total / size))
  const isBeyond = isCurrent && page >= pages
  useEffect(() => {
    if (isBeyond) setPage(pages - 1, { replace: true })
  })
  return { page: Math.min(page, pages - 1), pages, setPage }
}
