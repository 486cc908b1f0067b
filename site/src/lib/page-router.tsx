import { addTransitionType, startTransition, useLayoutEffect, useState, type ReactNode } from 'react'
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router-dom'

/** The type of transitions to another page. Other changes do not fade. */
export const pageTransition = 'page'

/** React Router's BrowserRouter, whose transitions have the type `pageTransition`. */
export function PageRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }))
  const [{ location, action }, setState] = useState({ location: history.location, action: history.action })
  useLayoutEffect(
    () =>
      history.listen((next) => {
        startTransition(() => {
          addTransitionType(pageTransition)
          setState(next)
        })
      }),
    [history],
  )
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  )
}
