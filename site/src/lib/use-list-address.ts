import { startTransition, useOptimistic, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

export { useListPages } from './use-list-params'

/** For how many milliseconds what one control chooses counts as one choice: arrow keys choose what lies between, too. */
const oneChoice = 2000

export interface HistoryEntry {
  /** It takes the place of the one before, which Back does not come to any more. */
  replace?: boolean
}

export interface ListAddress<Name extends string> {
  /** What is chosen by each name; empty for nothing. */
  chosen: Readonly<Record<Name, string>>
  /** Counted from 0. */
  page: number
  /** Shows the first page of what is chosen by then. */
  choose: (part: Readonly<Partial<Record<Name, string>>>) => void
  setPage: (page: number, entry?: HistoryEntry) => void
}

/**
 * Which part of a list is shown, as the address says it: a reload, Back and whoever gets the link see the same. `known`
 * has the names in the query, and which values there are: others count as none.
 */
export function useListAddress<Name extends string>(
  known: Readonly<Record<Name, (value: string) => boolean>>,
): ListAddress<Name> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  // The router renders a new address when there is time for it. Controls would show the former one until then.
  const [shown, setShown] = useOptimistic(search)
  const last = useRef({ by: '', at: -Infinity, query: '' })

  const read = (query: string) => {
    const params = new URLSearchParams(query)
    const values = Object.entries<(value: string) => boolean>(known).map(([name, isKnown]) => {
      const value = params.get(name)?.trim() ?? ''
      return [name, isKnown(value) ? value : '']
    })
    const page = params.get('page') ?? ''
    return {
      chosen: Object.fromEntries(values) as Record<Name, string>,
      page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) - 1 : 0,
    }
  }

  const write = (chosen: Readonly<Record<string, string>>, page: number, replace: boolean) => {
    const params = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value !== ''))
    if (page > 0) params.set('page', String(page + 1))
    const query = params.size > 0 ? `?${params}` : ''
    if (query === window.location.search) return
    startTransition(() => {
      setShown(query)
      void navigate(query || '?', { replace })
    })
  }

  return {
    ...read(shown),
    choose(part) {
      if (isLeft(pathname)) return
      const by = Object.keys(part).join()
      const at = performance.now()
      const goesOn =
        last.current.by === by &&
        at - last.current.at < oneChoice &&
        last.current.query === window.location.search
      write({ ...read(window.location.search).chosen, ...part }, 0, goesOn)
      last.current = { by, at, query: window.location.search }
    },
    setPage(page, { replace = false } = {}) {
      if (!isLeft(pathname)) write(read(window.location.search).chosen, page, replace)
    },
  }
}

/** Whether the visitor is on the way to another screen, whose address is not the list's. */
const isLeft = (pathname: string) => window.location.pathname !== pathname
