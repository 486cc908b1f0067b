import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { DraftToSave, SeenDraft } from '../../api/content'
import type { ContentDraft, ContentText } from '../../api/types'
import { stored as kept } from '../../testing/fake-idb-keyval'
import { DraftKeeper } from './draft-keeper'

vi.mock('idb-keyval', () => import('../../testing/fake-idb-keyval'))

const path = 'about.md'
const file = { hash: 'hash', text: 'The file' }

/** A server with one draft, whose requests and answers get lost as `lose` says. */
class Server {
  draft: ContentDraft | null = null
  lose: () => 'request' | 'answer' | undefined = () => undefined
  private revision = 0

  constructor() {
    vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
      const sent = JSON.parse(body) as DraftToSave & { drafts?: SeenDraft[] }
      return this.receive(sent.drafts?.[0]?.revision ?? sent.revision, sent.drafts ? undefined : sent)
    })
  }

  store({ text, base }: Pick<ContentDraft, 'text' | 'base'>): ContentDraft {
    const draft = { text, base, revision: ++this.revision, saved_at: '2026-05-01T12:00:00Z', author: null }
    this.draft = draft
    return draft
  }

  receive(revision: number, sent: DraftToSave | undefined): Promise<Response> {
    const lost = this.lose()
    if (lost === 'request') return Promise.reject(new TypeError('Failed to fetch'))
    let answer = Response.json({ detail: 'No.', path, draft: this.draft, file }, { status: 409 })
    if (revision === (this.draft?.revision ?? 0)) {
      if (sent) answer = Response.json(this.store(sent))
      else {
        this.draft = null
        answer = new Response(null, { status: 204 })
      }
    }
    return lost ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve(answer)
  }
}

/** The browser's locks, of which each page holds its own. */
class FakeLocks {
  private readonly held = new Set<string>()

  async request(name: string, work: () => Promise<void>): Promise<void> {
    this.held.add(name)
    await work()
    this.held.delete(name)
  }

  query = () => Promise.resolve({ held: [...this.held].map((name) => ({ name })) })
}

let server: Server

/** Waits until what the page has begun is done. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets the time go by in small steps, for answers take turns of their own. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 700) {
    await vi.advanceTimersByTimeAsync(Math.min(700, milliseconds - passed))
    await settled()
  }
}

/** The keeper of a page, which knows of the server what it was answered. */
function openPage(user = 7) {
  const text: ContentText = {
    path,
    file,
    published: null,
    scheduled: null,
    draft: server.draft,
    conflict: false,
  }
  const keeper = new DraftKeeper(user, {
    find: () => text,
    saved: (_, draft) => (text.draft = draft),
    outdated: () => undefined,
  })
  const shown = () => (keeper.snapshot().get(path)?.draft ?? text.draft)?.text
  return { keeper, shown, stop: keeper.start() }
}

beforeEach(() => {
  kept.clear()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  vi.stubGlobal('navigator', { locks: new FakeLocks() })
  server = new Server()
})
afterEach(() => vi.useRealTimers())

test('whatever is lost on its way, and however often the page ends, the last words arrive', async () => {
  let seed = 11
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  for (let round = 0; round < 500; round++) {
    server = new Server()
    kept.clear()
    server.lose = () => (['request', 'answer', undefined, undefined] as const)[random(4)]
    let page = openPage()
    let last = file.text
    for (let step = 0; step < 12; step++) {
      last = random(5) === 0 ? file.text : `Words ${step}`
      page.keeper.edit(path, last)
      await pass(random(3) * 700)
      if (random(4) > 0) continue
      page.stop()
      await settled()
      page = openPage()
      await settled()
    }
    server.lose = () => undefined
    await pass(30_000)
    expect([round, server.draft?.text ?? file.text]).toEqual([round, last])
    expect(page.keeper.snapshot().size).toBe(0)
    expect(kept.size).toBe(0)
    page.stop()
  }
})

test('what somebody else saved is not overwritten, and what was typed is kept', async () => {
  const { keeper, stop } = openPage()
  server.store({ text: 'Of the other', base: 'hash' })
  keeper.edit(path, 'Mine')
  await pass(30_000)
  expect(server.draft?.text).toBe('Of the other')
  expect(keeper.snapshot().get(path)).toMatchObject({ state: 'conflict', others: { text: 'Of the other' } })
  expect(kept.size).toBe(1)
  stop()
})

test('whoever takes the text of another device is not in the way of it', async () => {
  const other = openPage()
  const { keeper, stop } = openPage()
  other.keeper.edit(path, 'Of the other')
  await pass(2_000)
  keeper.edit(path, 'Mine')
  await pass(2_000)
  keeper.settle(path, 'Of the other')
  await pass(2_000)
  expect(keeper.snapshot().size).toBe(0)
  expect(kept.size).toBe(0)
  other.keeper.edit(path, 'More of the other')
  await pass(2_000)
  expect(server.draft?.text).toBe('More of the other')
  stop()
  other.stop()
})

test('one user’s words are not sent by another on the same device', async () => {
  server.lose = () => 'request'
  const first = openPage(7)
  first.keeper.edit(path, 'Mine')
  await pass(2_000)
  first.stop()
  await settled()
  server.lose = () => undefined
  const second = openPage(8)
  await pass(30_000)
  expect(server.draft).toBeNull()
  expect(second.keeper.snapshot().size).toBe(0)
  second.stop()
  openPage(7).stop()
  await pass(2_000)
  expect(server.draft).toMatchObject({ text: 'Mine' })
})

test('a request that the API refuses is not repeated', async () => {
  const { keeper, stop } = openPage()
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ text: ['Too long.'] }, { status: 400 })))
  keeper.edit(path, 'Mine')
  await pass(30_000)
  expect(keeper.snapshot().get(path)).toMatchObject({ state: 'refused', reason: 'Too long.' })
  stop()
})

/** What is typed in two windows without a connection. */
async function typeInTwo(one: string, other: string) {
  server.lose = () => 'request'
  const pages = [openPage(), openPage()] as const
  pages[0].keeper.edit(path, one)
  await pass(700)
  pages[1].keeper.edit(path, other)
  await pass(2_000)
  return pages
}

/** Ends a conflict: the server has the chosen text then, and the browser nothing more. */
async function chooseIn({ keeper, stop }: ReturnType<typeof openPage>, text: string) {
  keeper.settle(path, text)
  await pass(2_000)
  expect(server.draft?.text).toBe(text)
  expect(kept.size).toBe(0)
  stop()
}

test('of two windows without a connection neither overwrites nor forgets the words of the other', async () => {
  const [one, other] = await typeInTwo('Of one', 'Of the other')
  server.lose = () => undefined
  await one.keeper.flush()
  expect(server.draft?.text).toBe('Of one')
  one.stop()
  // The battery ends.
  server.lose = () => 'request'
  other.stop()
  await settled()
  server.lose = () => undefined
  const next = openPage()
  await pass(30_000)
  expect(next.keeper.snapshot().get(path)).toMatchObject({
    state: 'conflict',
    draft: { text: 'Of the other' },
    others: { text: 'Of one' },
  })
  await chooseIn(next, 'Of the other')
})

test('without a connection too, a later page shows what was typed in both windows, until one is chosen', async () => {
  for (const page of await typeInTwo('Of one', 'Of the other')) page.stop()
  await settled()
  const conflict = { state: 'conflict', draft: { text: 'Of the other' }, others: { text: 'Of one' } }
  for (let times = 0; times < 2; times++) {
    const next = openPage()
    await pass(30_000)
    expect(next.keeper.snapshot().get(path)).toMatchObject(conflict)
    next.stop()
    await settled()
  }
  server.lose = () => undefined
  const last = openPage()
  await pass(30_000)
  expect(last.keeper.snapshot().get(path)).toMatchObject(conflict)
  expect(server.draft).toBeNull()
  await chooseIn(last, 'Of one')
})

test('what the server has is not sent again, though the page ended before the browser forgot it', async () => {
  const receive = vi.spyOn(server, 'receive')
  const before = openPage()
  before.keeper.edit(path, 'Saved')
  await settled()
  const atTheEnd = structuredClone([...kept])
  await pass(1000)
  expect(kept.size).toBe(0)
  before.stop()
  await settled()
  for (const [key, value] of atTheEnd) kept.set(key, value)
  const { shown, keeper } = openPage()
  await pass(1000)
  expect(receive).toHaveBeenCalledTimes(1)
  expect(shown()).toBe('Saved')
  expect(keeper.snapshot().size + kept.size).toBe(0)
})

test('what another window still shows is left to it', async () => {
  const [one, other] = await typeInTwo('Of one', 'Of one')
  other.stop()
  await settled()
  const next = openPage()
  await pass(2_000)
  expect(next.keeper.snapshot().get(path)).toMatchObject({ draft: { text: 'Of one' } })
  expect(kept.size).toBe(2)
  next.stop()
  one.stop()
})

test('whatever is typed in windows that come and go without a connection is asked for when it is back', async () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  for (let round = 0; round < 200; round++) {
    server = new Server()
    kept.clear()
    server.lose = () => (['request', 'answer'] as const)[random(2)]
    const pages = [openPage(), openPage(), openPage()]
    // What nobody has typed over.
    const words = new Set<string | null>()
    for (let step = 0; step < 12; step++) {
      const index = random(pages.length)
      const page = pages[index] ?? openPage()
      if (random(3) > 0) {
        words.delete(page.shown() ?? null)
        words.add(`Words ${step}`)
        page.keeper.edit(path, `Words ${step}`)
      } else {
        page.stop()
        await settled()
        pages[index] = openPage()
      }
      await pass(random(3) * 700)
    }
    for (const { stop } of pages) stop()
    await settled()

    server.lose = () => undefined
    const last = openPage()
    await pass(30_000)
    const seen = new Set<string | null>()
    for (let more = last.keeper.snapshot().get(path); more; more = last.keeper.snapshot().get(path)) {
      expect([round, more.state]).toEqual([round, 'conflict'])
      seen.add(more.draft.text).add(more.others?.text ?? null)
      last.keeper.settle(path, more.draft.text)
      await pass(30_000)
    }
    seen.add(server.draft?.text ?? null)
    expect([round, [...words].filter((text) => !seen.has(text))]).toEqual([round, []])
    expect(kept.size).toBe(0)
    last.stop()
  }
})
