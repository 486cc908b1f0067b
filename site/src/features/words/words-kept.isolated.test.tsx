import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FakeServer, json, staffUser } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { fillSite } from './words.testdata'

const kept = vi.hoisted(() => new Map<string, unknown>())
vi.mock('idb-keyval', () => ({
  createStore: () => undefined,
  entries: () => Promise.resolve([...kept]),
  set: (key: string, value: unknown) => Promise.resolve(void kept.set(key, structuredClone(value))),
  del: (key: string) => Promise.resolve(void kept.delete(key)),
}))

test('a removal that an earlier page could not send is sent, also before the texts are there', async () => {
  const path = 'cv/languages/2-dutch.md'
  const server = new FakeServer()
  signedIn(server)
  fillSite(server.content)
  const base = server.content.find(path)?.file?.hash ?? ''
  const draft = { path, text: null, base, revision: 0, publication: 0 }
  kept.set(`${staffUser.id} ${path}`, { user: staffUser.id, draft, sent: [null] })
  let answer: () => void = () => undefined
  const asked = new Promise<void>((resolve) => {
    server.next('GET /api/content/texts/', async () => {
      resolve()
      await new Promise<void>((go) => (answer = go))
      return json(200, { reported_at: null, texts: server.content.texts })
    })
  })
  openSite('/words')
  await asked
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  answer()
  await waitFor(() => expect(kept.size).toBe(0))
  expect(server.content.find(path)?.draft).toMatchObject({ text: null })
})
