import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildFonts } from './fonts.ts'

async function cacheFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fonts-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('fonts are cut down, declared with fallback faces of the same metrics, and shipped with their licence', async () => {
  const { files, css, preload } = await buildFonts(await cacheFolder(), 'Ann')
  const bytes = (slug: string) =>
    files.find(({ name }) => name.startsWith(`assets/${slug}-`))?.content.length ?? 0
  expect(bytes('figtree')).toBeGreaterThan(10_000)
  expect(bytes('figtree')).toBeLessThan(15_000)
  expect(bytes('instrument-serif')).toBeLessThan(20_000)
  expect(preload).toMatch(/^\/assets\/figtree-[\w-]{8}\.woff2$/)
  for (const [, name] of css.matchAll(/url\(\/([^)]+)\)/g))
    expect(files.map((file) => file.name)).toContain(name)
  const licences = files.filter(({ name }) => name.includes('-OFL-'))
  expect(licences).toHaveLength(2)
  for (const { content } of licences) expect(content.toString()).toContain('SIL Open Font License')
})

test('the fallback face of each weight has the width of the font that it replaces', async () => {
  const { css } = await buildFonts(await cacheFolder(), 'Ann')
  // By hand: Figtree's mean advance over Arial's, for 400 and for 650 against Arial Bold.
  expect(css).toMatch(/Figtree Fallback;font-style:normal;font-weight:400 549;[^}]*size-adjust:100\.3%/)
  expect(css).toMatch(/Figtree Fallback;font-style:normal;font-weight:550 700;[^}]*size-adjust:95\.2%/)
  // Figtree's ascent is .95 of the em, which the adjusted face has to give again.
  expect(css).toMatch(/size-adjust:95\.2%;ascent-override:99\.8%/)
})

test('a second build takes the subsets from the cache and gets the same', async () => {
  const cache = await cacheFolder()
  const first = await buildFonts(cache, 'Ann')
  expect(await readdir(cache)).toHaveLength(2)
  expect(await buildFonts(cache, 'Ann')).toEqual(first)
})
