import { withoutSlash } from '../lib/path'
import { ApiError, isRecord } from './api-error'
import { browser } from '../lib/browser'
import type { Answer, Input, Method, Operation, Path } from './operations'
import { renew } from './renewal'
import { readBody, send } from './send'
import { readTokens } from './token-store'

/**
 * How a call uses the session. `required`: without a session the browser goes to the sign-in screen. `checked`: the call
 * finds out whether there is a session; without one the visitor stays on the page. `optional`: without a session the
 * call is anonymous. `none`: the call neither sends nor renews a token.
 */
export type SessionNeed = 'required' | 'checked' | 'optional' | 'none'

interface RequestOptions {
  session?: SessionNeed
  /** Lets the request outlive the page. */
  keepalive?: boolean
  /** The same in each try of one call, which then has its effect only once. */
  idempotencyKey?: string | undefined
  /** The Authorization header in place of the session's. */
  authorization?: string | undefined
}

/** The options of any call, after the compiler has checked its path. */
interface AnyOptions extends RequestOptions {
  /** May be secret, so logs contain only their names. */
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** The options of one call; optional if none of them is required. */
type Options<M extends Method, P extends Path<M>> =
  object extends Input<Operation<M, P>>
    ? [(RequestOptions & Input<Operation<M, P>>)?]
    : [RequestOptions & Input<Operation<M, P>>]

/**
 * Calls the API and resolves to the body. After a 401 it renews the access token once and repeats the call. Throws an
 * ApiError for any other status outside 2xx, and for a body that is not JSON, since some hosts answer every path with a
 * page.
 */
export async function request<M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  ...options: Options<M, P>
): Promise<Answer<Operation<M, P>>> {
  const { data } = await exchange(method, path, ...options)
  return data
}

/** Like `request`, with the response headers. */
export function exchange<M extends Method, P extends Path<M>>(
  method: M,
  path: P,
  ...options: Options<M, P>
): Promise<{ data: Answer<Operation<M, P>>; headers: Headers }>
export async function exchange(
  method: Method,
  path: string,
  options: AnyOptions = {},
): Promise<{ data: unknown; headers: Headers }> {
  const need = options.session ?? 'required'
  const token = need === 'none' ? null : readTokens().access
  const address = fill(path, options.params) + queryString(options.query)
  let response = await send(address, requestInit(method, options, token), path)
  if (response.status === 401 && need !== 'none') {
    const access = await renew(token)
    if (access === null && need === 'required') goToSignIn()
    if (access !== null || (need === 'optional' && token !== null)) {
      response = await send(address, requestInit(method, options, access), path)
    }
  }
  const data = await readBody(response)
  // Staff without a required second factor go to the screen that sets one up. Its navigation is refused too.
  const isRefused = isRecord(data) && data['code'] === 'second_factor_setup_required'
  if (isRefused && withoutSlash(window.location.pathname) !== '/profile') browser.goTo('/profile')
  if (!response.ok) throw new ApiError(response.status, response.statusText, data)
  if (data !== undefined && !isJson(response)) throw new ApiError(response.status, 'Unreadable answer')
  return { data, headers: response.headers }
}

const isJson = ({ headers }: Response) => headers.get('Content-Type')?.startsWith('application/json') === true

function requestInit(
  method: string,
  { body, keepalive, idempotencyKey, authorization }: AnyOptions,
  access: string | null,
): RequestInit & { method: string } {
  const headers = new Headers({ Accept: 'application/json' })
  const credentials = authorization ?? (access === null ? undefined : `Bearer ${access}`)
  if (credentials !== undefined) headers.set('Authorization', credentials)
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey)
  const init = { method, headers, keepalive: keepalive ?? false }
  if (body === undefined) return init
  // The browser sets a form's content type with the boundary.
  if (body instanceof FormData) return { ...init, body }
  headers.set('Content-Type', 'application/json')
  return { ...init, body: JSON.stringify(body) }
}

function fill(path: string, params: AnyOptions['params'] = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function queryString(query: AnyOptions['query']): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) given.set(name, String(value))
  }
  const text = given.toString()
  return text && `?${text}`
}

function goToSignIn(): void {
  // A guarded screen handles a lost session first and remembers the address.
  setTimeout(() => {
    if (withoutSlash(window.location.pathname) !== '/signin') browser.goTo('/signin')
  })
}
