import { decodeAccess, type AccessClaims } from '../../api/access-token'
import { isUnanswered } from '../../api/api-error'
import { deleteCookie, writeCookie } from '../../api/cookies'
import { renew, startupRefreshPath, subscribeUnanswered } from '../../api/renewal'
import { clearTokens, readTokens, storeTokens, subscribeTokens } from '../../api/token-store'
import type { LoginAnswer, User } from '../../api/types'
import * as users from '../../api/users'

/**
 * Who is there. `loading` lasts while a stored token is being checked. `offline` means that the API gave no answer to
 * that: the tokens are kept, and `user` is who was there before, if anybody.
 */
export type SessionState =
  | { status: 'loading'; user: null }
  | { status: 'authenticated'; user: User }
  | { status: 'offline'; user: User | null }
  | { status: 'unauthenticated'; user: null }

export interface Credentials {
  email: string
  password: string
  /** Also keeps the refresh token in a cookie for 30 days. */
  remember?: boolean
}

export interface Session {
  getSnapshot: () => SessionState
  subscribe: (listener: () => void) => () => void
  /** Checks the stored token and keeps in step with other tabs and the connection, until the returned function is called. */
  start: () => () => void
  login: (credentials: Credentials) => Promise<User>
  begin: (answer: LoginAnswer) => Promise<User>
  update: (user: User) => void
  /** Checks the stored token anew. While the API gives no answer, who is there stays as it is. */
  check: () => Promise<void>
  logout: () => Promise<void>
}

const loading: SessionState = { status: 'loading', user: null }
export const unauthenticated: SessionState = { status: 'unauthenticated', user: null }

const rememberCookie = 'refreshToken'
const second = 1000

/** A session that begins as `loading` when a token is stored and as `unauthenticated` when none is. */
export function createSession(now: () => number = Date.now): Session {
  const listeners = new Set<() => void>()
  let state = readTokens().access === null ? unauthenticated : loading
  let attempt = 0
  let subject = ''
  let timers: ReturnType<typeof setTimeout>[] = []

  function become(next: SessionState): void {
    // Whatever is still being checked is about a session that is no longer the question.
    attempt += 1
    if (next === state) return
    if (next.status !== 'offline') stopTimers()
    state = next
    for (const listener of listeners) listener()
  }

  function stopTimers(): void {
    for (const timer of timers.splice(0)) clearTimeout(timer)
  }

  function goOffline(): void {
    if (timers.length > 0) return
    become({ status: 'offline', user: state.user })
    const again = () => void check()
    timers = [
      setTimeout(again, 5 * second),
      setTimeout(again, 15 * second),
      // And each minute from then on.
      setInterval(again, 60 * second),
    ]
  }

  function end(): void {
    become(unauthenticated)
    clearTokens()
    deleteCookie(rememberCookie)
  }

  async function check(): Promise<void> {
    const { access } = readTokens()
    if (access === null) {
      become(unauthenticated)
      return
    }
    const samePerson = subjectOf(access) === subject
    subject = subjectOf(access)
    become(state.status === 'offline' && samePerson ? state : loading)
    const mine = attempt
    const outcome = await findUser(access, now).catch((error: unknown) => {
      console.error('The session check failed', error instanceof Error ? error.message : '')
      return isUnanswered(error) ? 'unanswered' : null
    })
    if (mine !== attempt) return
    // Nobody is signed out by a lost connection, a restart of the server, or leaving the page in mid-check.
    if (outcome === 'unanswered') goOffline()
    else if (outcome === null) end()
    else become({ status: 'authenticated', user: outcome })
  }

  async function begin(answer: LoginAnswer, remember = false): Promise<User> {
    const refresh = answer.refresh ?? null
    storeTokens({ access: answer.access, refresh })
    subject = subjectOf(answer.access)
    // A check that is still under way is about the session before this one.
    attempt += 1
    if (remember && refresh !== null) writeCookie(rememberCookie, refresh, 30)
    try {
      const user = answer.user ?? (await users.getProfile('checked'))
      if (user === null) throw new Error('The profile is missing')
      become({ status: 'authenticated', user })
      return user
    } catch (error) {
      end()
      throw error
    }
  }

  function onTokensChanged(): void {
    const { access } = readTokens()
    if (access === null) become(unauthenticated)
    else if (isOpen(state) || subjectOf(access) !== subject) void check()
  }

  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    start() {
      const stops = [
        subscribeTokens(onTokensChanged),
        subscribeUnanswered(() => {
          if (state.status === 'authenticated') goOffline()
        }),
        stopTimers,
      ]
      // A page that was set aside has missed what other tabs did; a lost connection has left a question open.
      const occasions = ['pageshow', 'online', 'focus']
      for (const occasion of occasions) window.addEventListener(occasion, onTokensChanged)
      void check()
      return () => {
        for (const stop of stops) stop()
        for (const occasion of occasions) window.removeEventListener(occasion, onTokensChanged)
      }
    },
    async login({ email, password, remember = false }) {
      return begin(await users.login({ email, password }), remember)
    },
    begin: (answer) => begin(answer),
    update(user) {
      if (state.user !== null) become({ ...state, user })
    },
    check,
    async logout() {
      const { refresh } = readTokens()
      // The call takes the access token along, which is gone in a moment.
      const told = refresh === null ? undefined : users.logout(refresh)
      end()
      // The server forgets the session by itself in time; the visitor has left either way.
      await told?.catch(() => undefined)
    },
  }
}

/** Whether a stored token is still to be heard of. */
const isOpen = ({ status }: SessionState) => status === 'unauthenticated' || status === 'offline'

/** The user whom `access` stands for, after a renewal when it has run out; null when there is none. */
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

/** What `access` says of itself, or null when it is no token. */
function claimsOf(access: string): AccessClaims | null {
  try {
    return decodeAccess(access)
  } catch {
    return null
  }
}
