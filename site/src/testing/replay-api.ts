import { vi } from 'vitest'
import { storeTokens } from '../api/token-store'
import type { Method, Path } from '../api/operations'

interface Recording {
  call: string
  status: number
  body: unknown
}

/** A call as the API's description writes it, such as `PATCH /api/photos/images/{id}/`. */
export type Call = { [M in Method]: `${M} ${Path<M>}` }[Method]

export interface SentRequest {
  /** With the query. */
  path: string
  headers: Headers
  /** A form, or the value that was sent as JSON. */
  body: unknown
}

/** A status with a body, or what becomes of the request instead. */
type Fixed = Omit<Recording, 'call'> & { headers?: HeadersInit }
type Outcome = Fixed | ((call: string) => Promise<Response>)

const files = import.meta.glob<Recording>('./golden/*.json', { eager: true, import: 'default' })
const named = Object.entries(files).map(([file, recording]) => ({
  name: file.replace(/^.*\/|\.json$/g, ''),
  recording,
}))

/** The recorded answer `name` of the real server. */
export function recorded(name: string): Recording {
  const found = named.find((entry) => entry.name === name)
  if (!found) throw new Error(`golden/${name}.json does not exist`)
  return found.recording
}

// Of several successes of one call, the one with the shortest name is the usual answer.
const usual = new Map(
  named
    .filter(({ recording }) => recording.status < 300)
    .sort((a, b) => b.name.length - a.name.length)
    .map(({ recording }) => [recording.call, recording]),
)

/*
 * Replaces `fetch` with the recorded answers of the real server:
 *   const api = replayApi()                                   staff are signed in; 'user' and 'anonymous' are the others
 *   api.answer('POST /api/trash/{id}/restore/', 409, {...})   from now on; api.once(...) for one request
 *   api.replay('documents-forbidden')                         from now on, what golden/documents-forbidden.json holds
 *   api.hold(call)() and api.disconnect(call)                 delay, and then release, or lose, the next request
 *   api.sent('PATCH /api/documents/documents/{id}/')          the requests so far, with path, headers and body
 */
export function replayApi(as: 'staff' | 'user' | 'anonymous' = 'staff') {
  const requests: (SentRequest & { call: string })[] = []
  const always = new Map<string, Outcome>()
  const next = new Map<string, Outcome[]>()

  async function receive(address: string, init: RequestInit): Promise<Response> {
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body
    const call = `${init.method ?? 'GET'} ${address.replace(/\?.*/, '')}`
    requests.push({ call, path: address, headers: new Headers(init.headers), body })
    // As with a network, no answer comes in the same microtask.
    await Promise.resolve()
    return respond(takeNext(call) ?? lookUp(call), call)
  }

  const takeNext = (call: string) =>
    [...next].find(([pattern, outcomes]) => outcomes.length > 0 && matches(pattern, call))?.[1].shift()

  const lookUp = (call: string) =>
    always.get(call) ?? [...always].find(([pattern]) => matches(pattern, call))?.[1] ?? usual.get(call)

  function respond(outcome: Outcome | undefined, call: string): Response | Promise<Response> {
    if (outcome === undefined) throw new Error(`No answer is recorded for ${call}`)
    return typeof outcome === 'function' ? outcome(call) : toResponse(outcome)
  }

  function enqueue(call: Call, outcome: Outcome): void {
    next.set(call, [...(next.get(call) ?? []), outcome])
  }

  const api = {
    answer(call: Call, status: number, body?: unknown, headers: HeadersInit = {}): void {
      always.set(call, { status, body, headers })
    },
    once: (call: Call, status: number, body?: unknown) => enqueue(call, { status, body }),
    replay(name: string): void {
      const recording = recorded(name)
      always.set(recording.call, recording)
    },
    disconnect: (call: Call) => enqueue(call, () => Promise.reject(new TypeError('Failed to fetch'))),
    hold(call: Call): () => void {
      let release = () => {}
      const gate = new Promise<void>((resolve) => (release = resolve))
      enqueue(call, async (actual) => {
        await gate
        return respond(lookUp(actual), actual)
      })
      return () => release()
    },
    sent: (call: Call): SentRequest[] => requests.filter((request) => matches(call, request.call)),
    /** All requests so far. */
    requests,
    /** Ends the session on the server: access tokens are refused, and so is the refresh token. */
    endSession(): void {
      for (const name of ['profile-dead-token', 'refresh-dead']) api.replay(name)
    },
  }
  vi.stubGlobal('fetch', receive)
  if (as === 'staff') api.replay('profile-staff')
  if (as === 'anonymous') api.replay('profile-anonymous')
  else storeTokens({ access: anAccessToken(), refresh: 'session.1.1777636800.random.signature' })
  return api
}

export type ReplayedApi = ReturnType<typeof replayApi>

/** An access token that ends `seconds` from now. */
export function anAccessToken(seconds = 600): string {
  const claims = { sub: '2', exp: Math.floor(Date.now() / 1000) + seconds }
  return `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.mac`
}

/** Whether `call`, which was made, is one of `pattern`, whose path has segments such as `{id}`. */
const matches = (pattern: string, call: string) =>
  new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(call)

function toResponse({ status, body, headers }: Fixed): Response {
  const all = new Headers(headers)
  // Lists tell their length in a header, which is not recorded.
  if (Array.isArray(body) && !all.has('X-Total-Count')) all.set('X-Total-Count', String(body.length))
  const init = { status, headers: all }
  return body === undefined ? new Response(null, init) : Response.json(body, init)
}
