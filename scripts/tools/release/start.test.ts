// The program that scripts/test builds, with the renderer of a release in it.
import { copyFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Program } from './program.ts'

const program = new Program()

beforeAll(() => copyFileSync(resolve('bin/portfolio'), join(program.folder, 'portfolio')))
afterAll(() => program.remove())

test('in an empty folder, one command serves the site and shows how to sign in', async () => {
  const output = await program.firstStart()
  expect(output).toContain(`Serving on ${program.origin} `)
  const [, name = ''] = /^name: (.+)$/m.exec((await program.draft('site.md')).text) ?? []
  expect((await program.page('/')).includes(name)).toBe(true)
  expect((await program.page('/cv.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
})

test('content that staff publish is live, and wrong content is named and stays out', async () => {
  const draft = await program.draft('about.md')
  await program.publish([{ ...draft, text: `${draft.text}\n## A new part\n` }])
  const state = (wanted: object) =>
    vi.waitFor(async () => expect(await program.call('GET', '/api/publishing/')).toMatchObject(wanted), {
      timeout: 150_000,
      interval: 250,
    })
  await state({ state: 'current', failure: '', unbuilt_texts: 0 })
  const live = await program.page('/about')
  expect(live.includes('A new part')).toBe(true)

  await program.publish([{ ...(await program.draft('about.md')), text: '---\ntitle: About\n---\n\n![](picture.jpg)\n' }])
  await state({ failure: expect.stringContaining('content/about.md') as string })
  expect((await program.page('/about')).equals(live)).toBe(true)
})
