import { decodeAccess, type AccessClaims } from '../api/access-token'
import { isUnanswered } from '../api/api-error'
import { deleteCookie, writeCookie } from '../api/cookies'
import { renew, startupRefreshPath, unansweredRenewals } from '../api/renewal'
import { clearTokens, readTokens, storeTokens, subscribeTokens } from '../api/token-store'
import type { LoginAnswer, User } from '../api/types'
import * as users from '../api/users'
import { createStore, type Store } from '../lib/store'

/**
 * The session and its user. `loading` lasts while a stored token is being checked. `offline` means that the API did not
 * answer: the tokens remain stored, and `user` is the last known user, if any.
 */
export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'authenticated'; user: User }
  | { status: 'offline'; user: User | null }
  | { status: 'unauthenticated'; user: null }

export interface Credentials {
  email: string
  password: string
  /** Also stores the refresh token in a cookie for 30 days. */
  remember?: boolean
}

export interface Session extends Omit<Store<SessionState>, 'set'> {
  /** Checks the stored token now and when other tabs or the connection change. Returns a function that stops this. */
  start: () => () => void
  login: (credentials: Credentials) => Promise<User>
  begin: (answer: LoginAnswer, remember?: boolean) => Promise<User>
  update: (user: User) => void
  /** Checks the stored token again. If the API does not answer, the user remains. */
  check: () => Promise<void>
  logout: () => Promise<void>
}

const loading: SessionState = { status: 'loading', user: null }
export const unauthenticated: SessionState = { status: 'unauthenticated', user: null }

const rememberCookie = 'refreshToken'
const second = 1000

/** Creates a session, `loading` if a token is stored and `unauthenticated` otherwise. */
export function createSession(now: () => number = Date.now): Session {
  const store = createStore<SessionState>(readTokens().access === null ? unauthenticated : loading)
  const { getSnapshot } = store
  let attempt = 0
  let subject = ''
  let timers: ReturnType<typeof setTimeout>[] = []

  function setState(next: SessionState): void {
    // The result of a running check is about the previous session and must be ignored.
    attempt += 1
    if (next === getSnapshot()) return
    if (next.status !== 'offline') stopTimers()
    store.set(next)
  }

  function stopTimers(): void {
    for (const timer of timers.splice(0)) clearTimeout(timer)
  }

  function goOffline(): void {
    if (timers.length > 0) return
    setState({ status: 'offline', user: getSnapshot().user })
    const again = () => void check()
    timers = [
      setTimeout(again, 5 * second),
      setTimeout(again, 15 * second),
      // Then once a minute.
      setInterval(again, 60 * second),
    ]
  }

  function end(): void {
    setState(unauthenticated)
    clearTokens()
    deleteCookie(rememberCookie)
  }

  async function check(): Promise<void> {
    const { access } = readTokens()
    if (access === null) {
      setState(unauthenticated)
      return
    }
    const samePerson = subjectOf(access) === subject
    subject = subjectOf(access)
    const state = getSnapshot()
    setState(state.status === 'offline' && samePerson ? state : loading)
    const currentAttempt = attempt
    const outcome = await findUser(access, now).catch((error: unknown) => {
      console.error('The session check failed', error instanceof Error ? error.message : '')
      return isUnanswered(error) ? 'unanswered' : null
    })
    if (currentAttempt !== attempt) return
    // Lost connections, server restarts and navigation during the check must not sign the visitor out.
    if (outcome === 'unanswered') goOffline()
    else if (outcome === null) end()
    else setState({ status: 'authenticated', user: outcome })
  }

  async function begin(answer: LoginAnswer, remember = false): Promise<User> {
    const refresh = answer.refresh ?? null
    try {
      storeTokens({ access: answer.access, refresh })
    } catch (error) {
      end()
      // The tokens are lost here, so this is the only chance to end the session on the server.
      if (refresh !== null) void users.logout(refresh).catch(() => undefined)
      throw error
    }
    subject = subjectOf(answer.access)
    // The result of a running check is about the previous session.
    attempt += 1
    if (remember && refresh !== null) writeCookie(rememberCookie, refresh, 30)
    try {
      const user = users.userIn(answer.user) ?? (await users.getProfile('checked'))
      if (user === null) throw new Error('The profile is missing')
      setState({ status: 'authenticated', user })
      return user
    } catch (error) {
      end()
      throw error
    }
  }

  function onTokensChanged(): void {
    const { access } = readTokens()
    if (access === null) setState(unauthenticated)
    else if (needsCheck(getSnapshot()) || subjectOf(access) !== subject) void check()
  }

  return {
    getSnapshot,
    subscribe: store.subscribe,
    start() {
      const unsubscribers = [
        subscribeTokens(onTokensChanged),
        unansweredRenewals.subscribe(() => {
          if (getSnapshot().status === 'authenticated') goOffline()
        }),
        stopTimers,
      ]
      // A page from the back/forward cache has missed changes in other tabs, and a lost connection may have ended a check.
      const events = ['pageshow', 'online', 'focus']
      for (const event of events) window.addEventListener(event, onTokensChanged)
      void check()
      return () => {
        for (const unsubscribe of unsubscribers) unsubscribe()
        for (const event of events) window.removeEventListener(event, onTokensChanged)
      }
    },
    async login({ email, password, remember = false }) {
      return begin(await users.login({ email, password }), remember)
    },
    begin,
    update(user) {
      const state = getSnapshot()
      if (state.user !== null) setState({ ...state, user })
    },
    check,
    async logout() {
      const { refresh } = readTokens()
      // Before end(), because the request needs the access token.
      const request = refresh === null ? undefined : users.logout(refresh)
      end()
      // Ignored: the visitor is signed out here, and the server's session expires.
      await request?.catch(() => undefined)
    },
  }
}

/** Reports whether there is a stored token to check. */
const needsCheck = ({ status }: SessionState) => status === 'unauthenticated' || status === 'offline'

/** Resolves to the user of `access`, renewing it if expired; null if there is none. */
async function findUser(access: string, now: () => number): Promise<User | null> {
  const claims = claimsOf(access)
  if (claims === null) return null
  if (claims.exp <= now() / 1000) {
    if (readTokens().refresh === null) return null
    if ((await renew(access, startupRefreshPath)) === null) return null
  }
  return users.getProfile('checked')
}

const subjectOf = (access: string) => claimsOf(access)?.sub ?? ''

/** Returns the claims of `access`, or null if it is malformed. */
function claimsOf(access: string): AccessClaims | null {
  try {
    return decodeAccess(access)
  } catch {
    return null
  }
}
