import { createSession, type Session } from './session'

let started: { session: Session; stop: () => void } | undefined

/** The page's one session, for the app and the header. The first call starts it. */
export function pageSession(): Session {
  if (!started) {
    const session = createSession()
    started = { session, stop: session.start() }
  }
  return started.session
}

/** Ends what `pageSession` started, so that each test has a session of its own. */
export function stopPageSession(): void {
  started?.stop()
  started = undefined
}
