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
  await waitFor(async () => {
    expect(await program.call('GET', '/api/publishing/')).toMatchObject({
      state: 'current',
      unbuilt_texts: 0,
    })
    expect((await program.page('/about')).includes('A new part')).toBe(true)
  })

  const live = await program.page('/about')
  const text = '---\ntitle: About\n---\n\n![](picture.jpg)\n'
  await program.publish([{ ...(await program.draft('about.md')), text }])
  const failure = expect.stringContaining('content/about.md') as string
  await waitFor(async () => expect(await program.call('GET', '/api/publishing/')).toMatchObject({ failure }))
  expect((await program.page('/about')).equals(live)).toBe(true)
})

test('with a build hook the pages are elsewhere', async () => {
  await program.stop()
  program.environment['BUILD_HOOK_URL'] = 'https://build.example/hook'
  expect(await program.serve(/Serving on (\S+)/)).toContain(program.origin)
  expect((await fetch(`${program.origin}/api/health/`)).status).toBe(200)
  expect((await fetch(program.origin)).status).toBe(404)
})

const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 240_000, interval: 250 })
