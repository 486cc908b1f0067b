import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contrast as contrastOf } from '#model/accent'

const src = join(import.meta.dirname, '..')
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
const read = (file: string) => readFileSync(join(src, file), 'utf8')

const tokens = read('styles/tokens.css') + read('styles/app.css')

/** The colours of a theme, which `light-dark()` chooses: 1 for the light one, 2 for the dark one. */
function colours(theme: 1 | 2): Record<string, string> {
  const pairs = tokens.matchAll(/(--[\w-]+): (?:light-dark\((#\w+), (#\w+)\)|(#\w+));/g)
  // Those for paper come later.
  return Object.fromEntries(
    [...pairs].reverse().map((match) => [match[1] ?? '', match[4] ?? match[theme + 1] ?? '']),
  )
}

test('defines every custom property in use', () => {
  const sources = files.filter((file) => /\.(css|tsx)$/.test(file) && !file.includes('.test.'))
  const all = sources.map(read).join('\n')
  const defined = new Set([...all.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name))
  const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  expect([...used].filter((name) => !defined.has(name))).toEqual([])
})

test('the theme decides the scheme of colours', () => {
  expect(tokens).toMatch(/@media screen \{\s*\.dark \{\s*color-scheme: dark;/)
})

test('public pages have no style for left or right, which differ in right-to-left pages', () => {
  const parts =
    /^(pages|elements)\/|^ui\/(badge|button|card|icon-tile|logo|modal|page-intro|path-icon|rich-text)\./
  const sheets = files.filter((file) => file.endsWith('.css') && parts.test(file))
  const physical = [...sheets, 'styles/reset.css', 'styles/base.css'].flatMap((file) =>
    read(file)
      .replaceAll(/\/\*.*?\*\//gs, '')
      .split('\n')
      .filter((line) => /\b(left|right)\b/.test(line) || hasUnequalSides(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(physical).toEqual([])
})

/** Whether the value has four parts, and its left side is not its right side. */
function hasUnequalSides(line: string): boolean {
  const [, value = ''] = /^\s*(?:inset|margin|padding|border-\w+): (.+);/.exec(line) ?? []
  const [, right, , left] = value.match(/(?:\((?:[^()]|\([^()]*\))*\)|[^\s()])+/g) ?? []
  return left !== undefined && left !== right
}

/** Text, background, and the least ratio between them that WCAG AA asks for. */
const pairs = [
  ['text', 'surface', 4.5],
  ['text2', 'surface2', 4.5],
  ['text2', 'canvas', 4.5],
  ['text3', 'canvas', 4.5],
  ['text3', 'surface2', 4.5],
  ['text3', 'surface', 4.5],
  ['control', 'surface', 3],
  ['control', 'canvas', 3],
  ['on-primary', 'primary', 4.5],
  ['on-primary', 'primary-hover', 4.5],
  ['primary', 'canvas', 3],
  ['link', 'canvas', 4.5],
  ['link', 'surface', 4.5],
  ['ring', 'canvas', 3],
  ['on-primary-soft', 'primary-soft', 4.5],
  ['on-honey', 'honey', 4.5],
  ['honey-text', 'honey-soft', 4.5],
  ['honey-text', 'canvas', 4.5],
  ['success', 'success-soft', 4.5],
  ['danger', 'danger-soft', 4.5],
  ['danger', 'canvas', 4.5],
  ['on-panel', 'panel', 4.5],
  ['on-panel2', 'panel', 4.5],
  ['honey', 'panel', 3],
] as const

test.each([
  ['light', colours(1)],
  ['dark', colours(2)],
])('the %s theme has enough contrast', (_, theme) => {
  const colour = (name: string) => theme[`--${name}`] ?? ''
  for (const [front, back, least] of pairs) {
    expect(contrast(colour(front), colour(back)), `${front} on ${back}`).toBeGreaterThanOrEqual(least)
  }
  expect(contrast('#ffffff', colour('danger-fill')), 'white on danger-fill').toBeGreaterThanOrEqual(4.5)
})

/** The ratio of WCAG between two colours in three or six digits. */
const contrast = (one: string, other: string) => contrastOf(inSixDigits(one), inSixDigits(other))

function inSixDigits(colour: string): string {
  const digits = colour.length === 4 ? colour.replaceAll(/[\da-f]/gi, '$&$&') : colour
  if (!/^#[\da-f]{6}$/i.test(digits)) throw new Error(`${colour} is no colour in six digits`)
  return digits
}
