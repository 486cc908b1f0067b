import { createSession, type Session } from './session'

let started: { session: Session; stop: () => void } | undefined

/** Returns the page's session, which the app and the header share. The first call starts it. */
export function pageSession(): Session {
  if (!started) {
    const session = createSession()
    started = { session, stop: session.start() }
  }
  return started.session
}

/** Resets the session, for tests. */
export function stopPageSession(): void {
  started?.stop()
  started = undefined
}
