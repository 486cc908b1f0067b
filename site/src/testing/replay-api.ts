import { vi } from 'vitest'
import { storeTokens } from '../api/token-store'
import type { Method, Path } from '../api/operations'

interface Recording {
  call: string
  status: number
  body?: unknown
}

/** A call as the API's description writes it, such as `PATCH /api/photos/images/{id}/`. */
export type Call = { [M in Method]: `${M} ${Path<M>}` }[Method]

interface SentRequest {
  /** With the query. */
  path: string
  headers: Headers
  /** A form, or the value that was sent as JSON. */
  body: unknown
}

type Outcome = (request: SentRequest & { call: string }) => Response | Promise<Response>

const files = import.meta.glob<Recording>(
  ['./golden/*.json', '../../../api/apitest/testdata/examples/*.json'],
  { eager: true, import: 'default' },
)
const named = Object.entries(files).map(([file, recording]) => ({
  name: file.replace(/^.*\/|\.json$/g, ''),
  recording,
  // The IDs of a recorded call differ from a test's.
  pattern: recording.call.replace(/(?<=\/)(\d+|session-\d+|[a-z_]+-\d+|:\w+)(?=\/)/g, '{id}'),
}))

function find(name: string) {
  const found = named.find((entry) => entry.name === name)
  if (!found) throw new Error(`golden/${name}.json does not exist`)
  return found
}

// Of several successes of one call, the one with the shortest name is the usual answer.
const usual = new Map(
  named
    .filter(({ recording }) => recording.status < 300)
    .sort((a, b) => b.name.length - a.name.length)
    .map(({ recording, pattern }) => [pattern, () => toResponse(recording)]),
)

/*
 * Replaces `fetch` with the recorded answers of the real server:
 *   beforeEach(() => replayApi())                             staff are signed in; 'user' and 'anonymous' are the others
 *   api.answer('POST /api/trash/{id}/restore/', 409, {...})   from now on; api.once(...) for one request
 *   api.replay('documents-forbidden')                         from now on, what golden/documents-forbidden.json holds
 *   api.replayOnce('login-wrong')                             the same for one request
 *   api.respond(call, ({ path, body }) => json(200, [...]))   from now on, what the function returns
 *   api.page(call)                                            the next request gets a page, as from a host without an API
 *   api.hold(call)() and api.disconnect(call)                 delay, and then release, or lose, the next request;
 *                                                             hold(call, name) answers it with golden/name.json
 *   api.sent('PATCH /api/documents/documents/{id}/')          the requests so far, with path, headers and body
 */
export function replayApi(as: 'staff' | 'user' | 'anonymous' = 'staff'): void {
  api = startReplay(as)
}

/** The API of the running test. */
export let api: ReturnType<typeof startReplay>

function startReplay(as: 'staff' | 'user' | 'anonymous') {
  const requests: (SentRequest & { call: string })[] = []
  const always = new Map<string, Outcome>()
  const next = new Map<string, Outcome[]>()
  let refused = 0

  async function receive(address: string, init: RequestInit): Promise<Response> {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const call = `${init.method ?? 'GET'} ${address.replace(/\?.*/, '')}`
    const request = { call, path: address, headers: new Headers(init.headers), body }
    requests.push(request)
    // As with a network, no answer comes in the same microtask.
    await Promise.resolve()
    return (takeNext(call) ?? lookUp(request))(request)
  }

  const takeNext = (call: string) =>
    [...next].find(([pattern, outcomes]) => outcomes.length > 0 && matches(pattern, call))?.[1].shift()

  function lookUp({ call, headers }: (typeof requests)[number]): Outcome {
    if (isRefused(headers.get('Authorization'), refused))
      return () => toResponse(find('profile-dead-token').recording)
    // Renewal has two paths, which answer alike.
    for (const alike of [call, call.replace('/backend/api/', '/api/')])
      for (const outcomes of [always, usual]) {
        const found = outcomes.get(alike) ?? [...outcomes].find(([pattern]) => matches(pattern, alike))?.[1]
        if (found) return found
      }
    throw new Error(`No answer is recorded for ${call}`)
  }

  function enqueue(call: string, outcome: Outcome): void {
    next.set(call, [...(next.get(call) ?? []), outcome])
  }

  const api = {
    answer(call: Call, status: number, body?: unknown, headers?: HeadersInit): void {
      always.set(call, () => toResponse({ status, body }, headers))
    },
    once: (call: Call, status: number, body?: unknown, headers?: HeadersInit) =>
      enqueue(call, () => toResponse({ status, body }, headers)),
    respond: (call: Call, outcome: Outcome) => void always.set(call, outcome),
    respondOnce: (call: Call, outcome: Outcome) => enqueue(call, outcome),
    replay(name: string): void {
      const { pattern, recording } = find(name)
      always.set(pattern, () => toResponse(recording))
    },
    replayOnce(name: string): void {
      const { pattern, recording } = find(name)
      enqueue(pattern, () => toResponse(recording))
    },
    page: (call: Call, status = 200) =>
      enqueue(
        call,
        () => new Response('<h1>Welcome</h1>', { status, headers: { 'Content-Type': 'text/html' } }),
      ),
    disconnect: (call: Call) => enqueue(call, () => Promise.reject(new TypeError('Failed to fetch'))),
    hold(call: Call, name?: string): () => void {
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      enqueue(call, async (request) => {
        await gate
        return name ? toResponse(find(name).recording) : lookUp(request)(request)
      })
      return () => release()
    },
    sent: (call: Call): SentRequest[] => requests.filter((request) => matches(call, request.call)),
    /** The bodies of the requests so far. */
    bodies: (call: Call) => api.sent(call).map(({ body }) => body),
    /** All requests so far. */
    requests,
    /** Puts a session into the browser, as an earlier sign-in would have. Returns its tokens. */
    signIn(role: 'staff' | 'user' = 'staff') {
      api.replay(role === 'staff' ? 'profile-staff' : 'profile')
      api.replay(role === 'staff' ? 'login-staff' : 'login')
      const tokens = { access: anAccessToken(), refresh: 'session.0.1777636800.random.signature' }
      storeTokens(tokens)
      return tokens
    },
    /** The server refuses the access tokens issued so far. */
    refuseAccess: () => void (refused = issued),
    /** Ends the session on the server: its access tokens are refused, and so is the refresh token. */
    endSession(): void {
      api.refuseAccess()
      api.replay('refresh-dead')
    },
  }
  vi.stubGlobal('fetch', receive)
  if (as === 'anonymous') api.replay('profile-anonymous')
  else api.signIn(as)
  return api
}

let issued = 0

/** An access token of the user `sub` that ends `seconds` from now. */
export function anAccessToken(seconds = 600, sub = '2'): string {
  const claims = { sub, exp: Math.floor(Date.now() / 1000) + seconds, jti: ++issued }
  return `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.mac`
}

/** The session that the browser stores. */
export const stored = () => ({
  access: localStorage.getItem('access'),
  refresh: localStorage.getItem('refresh'),
})

/** Whether the server would refuse the access token, which has ended or is one of the first `refused`. */
function isRefused(authorization: string | null, refused: number): boolean {
  const claims = authorization?.split('.')[1]
  if (!claims) return false
  const { jti, exp } = JSON.parse(atob(claims)) as { jti: number; exp: number }
  return jti <= refused || exp <= Date.now() / 1000
}

export const json = (status: number, body: unknown) => Response.json(body, { status })

/** Whether `call`, which was made, is one of `pattern`, whose path has segments such as `{id}`. */
const matches = (pattern: string, call: string) =>
  new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(call)

function toResponse({ status, body }: Omit<Recording, 'call'>, init: HeadersInit = {}): Response {
  const headers = new Headers(init)
  // Lists tell their length in a header, which is not recorded.
  if (Array.isArray(body) && !headers.has('X-Total-Count')) headers.set('X-Total-Count', String(body.length))
  if (body === undefined) return new Response(null, { status, headers })
  return Response.json(withToken(body), { status, headers })
}

/** Recordings hide the access token; the app reads when it ends. */
const withToken = (body: unknown) =>
  typeof body === 'object' && body !== null && 'access' in body && body.access === 'header.payload.signature'
    ? { ...body, access: anAccessToken() }
    : body
