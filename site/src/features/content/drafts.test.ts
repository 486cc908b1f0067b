import fc from '../../testing/fast-check'
import { expect, test } from 'vitest'
import { canBeSent, reduceDrafts, textOf, type Draft, type DraftEvent, type Drafts } from './drafts'

const path = 'about.md'
const text = fc.option(fc.constantFrom('a', 'b', 'c', 'd'), { nil: null })

/** A server with one file, whose answers may be lost and whose file other devices change. */
interface World {
  drafts: Drafts
  server: { text: string | null; revision: number }
  typed: string | null | undefined
  /** Sent and not answered yet. */
  request: { text: string | null; revision: number } | undefined
}

type Step =
  | { kind: 'type'; text: string | null }
  | { kind: 'send' | 'answer' | 'lose' | 'fail' | 'reload' }
  | { kind: 'other device'; text: string | null }
  | { kind: 'choose'; mine: boolean }

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constant('type' as const), text }),
    fc.record({ kind: fc.constantFrom('send', 'answer', 'lose', 'fail', 'reload') }),
    fc.record({ kind: fc.constant('other device' as const), text }),
    fc.record({ kind: fc.constant('choose' as const), mine: fc.boolean() }),
  ),
  { maxLength: 60 },
)

const start = (): World => ({
  drafts: new Map(),
  server: { text: 'file', revision: 0 },
  typed: undefined,
  request: undefined,
})

/** What the server answers to the running request. */
function answer(world: World): DraftEvent {
  const { server, request } = world
  if (request && request.revision === server.revision) {
    server.text = request.text
    server.revision++
    return { type: 'saved', path, draft: stored(server), base: 1 }
  }
  const theirs = { text: server.text, base: 1, revision: server.revision }
  return { type: 'failed', path, failure: { kind: 'conflict', theirs } }
}

const stored = ({ text, revision }: World['server']) => ({
  text,
  revision,
  base: 1,
  saved_at: '2026-05-01T12:00:00Z',
  translates: null,
  author: 'Edda',
})

const known = ({ server }: World) => ({
  path,
  published: null,
  scheduled: null,
  behind: false,
  conflict: false,
  draft: server.revision > 0 ? stored(server) : null,
})

function take(world: World, step: Step): void {
  const dispatch = (event: DraftEvent) => (world.drafts = reduceDrafts(world.drafts, event))
  const draft = world.drafts.get(path)
  switch (step.kind) {
    case 'type':
      world.typed = step.text
      dispatch({ type: 'edited', path, content: step.text, stored: known(world) })
      return
    case 'send':
      if (!draft || world.request || !canBeSent(draft)) return
      dispatch({ type: 'sent', path })
      world.request = { text: textOf(path, draft.content), revision: draft.revision }
      return
    case 'answer':
    case 'lose': {
      if (!world.request) return
      const event = answer(world)
      world.request = undefined
      dispatch(step.kind === 'answer' ? event : { type: 'failed', path, failure: { kind: 'offline' } })
      return
    }
    case 'fail':
      if (!world.request) return
      world.request = undefined
      dispatch({ type: 'failed', path, failure: { kind: 'offline' } })
      return
    case 'reload':
      world.request = undefined
      world.drafts = reduceDrafts(new Map(), { type: 'restored', drafts: [...world.drafts.values()] })
      return
    case 'other device':
      world.server.text = step.text
      world.server.revision++
      return
    case 'choose':
      if (draft?.state !== 'conflict') return
      if (!step.mine) world.typed = draft.theirs?.text ?? null
      dispatch({ type: 'settled', path, text: world.typed ?? null, stored: known(world) })
  }
}

/** Sends until nothing is left, and keeps the own version in conflicts. */
function finish(world: World): void {
  if (world.request) take(world, { kind: 'answer' })
  for (let i = 0; world.drafts.size > 0 && i < 10; i++) {
    for (const kind of ['send', 'answer'] as const) take(world, { kind })
    take(world, { kind: 'choose', mine: true })
  }
}

test('the last text typed is never lost: it is in a draft or on the server', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const world = start()
      for (const step of taken) {
        take(world, step)
        const draft = world.drafts.get(path)
        if (draft) expect(textOf(path, draft.content)).toBe(world.typed)
      }
      const before = world.typed
      const waited = world.drafts.size > 0
      finish(world)
      expect(world.drafts.size).toBe(0)
      if (waited) expect(world.server.text).toBe(before)
    }),
  )
})

test('a draft is based on a revision of the server, and nothing overwrites a version that the user has not seen', () => {
  fc.assert(
    fc.property(steps, (taken) => {
      const world = start()
      for (const step of taken) {
        const { text, revision } = world.server
        const { request } = world
        take(world, step)
        const overwrote = step.kind !== 'other device' && world.server.revision > revision
        if (overwrote) expect(request?.revision).toBe(revision)
        else if (step.kind !== 'other device') expect(world.server.text).toBe(text)
      }
    }),
  )
})

test('a conflict is neither sent nor left by typing, and remembers the version of the other device', () => {
  fc.assert(
    fc.property(steps, text, (taken, typed) => {
      const world = start()
      for (const step of taken) take(world, step)
      finish(world)
      take(world, { kind: 'type', text: 'mine' })
      take(world, { kind: 'other device', text: 'theirs' })
      for (const kind of ['send', 'answer'] as const) take(world, { kind })
      const conflict = world.drafts.get(path)
      expect(conflict).toMatchObject({ state: 'conflict', theirs: { text: 'theirs' } })
      take(world, { kind: 'type', text: typed })
      take(world, { kind: 'send' })
      take(world, { kind: 'reload' })
      expect(world.drafts.get(path)).toEqual({ ...conflict, content: typed })
    }),
  )
})

test('events of one file leave the others alone', () => {
  const other: Draft = {
    path: 'terms.md',
    content: 'x',
    base: 0,
    revision: 0,
    state: 'waiting',
    sent: [],
  }
  fc.assert(
    fc.property(steps, (taken) => {
      const world = start()
      world.drafts = new Map([[other.path, other]])
      for (const step of taken) if (step.kind !== 'reload') take(world, step)
      expect(world.drafts.get(other.path)).toBe(other)
    }),
  )
})
