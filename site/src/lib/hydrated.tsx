import { useEffect, type ReactNode } from 'react'

/** Tells that the page answers to the visitor: to its loader by an event, to browser tests by a mark on the document. */
export function Hydrated({ children }: { children: ReactNode }) {
  useEffect(() => {
    document.documentElement.dataset['hydrated'] = ''
    dispatchEvent(new Event('hydrated'))
  }, [])
  return children
}
