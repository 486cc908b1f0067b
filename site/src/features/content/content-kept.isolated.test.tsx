import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FakeServer, json, staffUser } from '../../testing/fake-server'
import { openSite, signedIn } from '../../testing/render-app'
import { stored as kept } from '../../testing/fake-idb-keyval'
import { fillSite } from './content.testdata'

vi.mock('idb-keyval', () => import('../../testing/fake-idb-keyval'))

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
  openSite('/content')
  await asked
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
  answer()
  await waitFor(() => expect(kept.size).toBe(0))
  expect(server.content.find(path)?.draft).toMatchObject({ text: null })
})
