import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Publishing } from '../api/types'
import { usePublishing } from '../api/use-publishing'
import styles from './shell.module.css'

/** Says when visitors see what staff changed on this screen. */
export const LiveNote = () => {
  const { pathname } = useLocation()
  // These screens have the state of publishing themselves.
  return /^\/(dashboard|content)\b/.test(pathname) ? null : <Note key={pathname} />
}

function Note() {
  const { data: pages } = usePublishing()
  const [hasChanged, setChanged] = useState(false)
  const isUnderway = pages !== undefined && pages.state !== 'current' && pages.state !== 'off'
  if (isUnderway && !hasChanged) setChanged(true)
  return (
    <p role="status" className={styles.live}>
      {pages && hasChanged && sentence(pages)}
    </p>
  )
}

function sentence({ state, method, due_at }: Publishing): string {
  switch (state) {
    case 'waiting':
      return method === 'hook'
        ? `The build that shows your changes to visitors starts at ${time(due_at)}.`
        : 'Visitors see your changes in a few seconds.'
    case 'failed':
      return `Your changes are not live yet. The next attempt is at ${time(due_at)}.`
    case 'running':
      return 'Publishing your changes…'
    default:
      return method === 'hook' ? 'The build that shows your changes has started.' : 'Your changes are live.'
  }
}

const time = (iso: string | null) =>
  new Date(iso ?? Date.now()).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
