import { expect, test } from 'vitest'
import { aCv } from '../../testing/cv.ts'
import type { CvContent } from './outline.ts'
import { escapeText, fold, vcard } from './vcard.ts'

const card = (site: Partial<CvContent['site']> = {}, url?: string) => vcard(aCv(site).site, url).split('\r\n')

test('a card says who, what and where', () => {
  expect(card({}, 'https://ann.example.test')).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    'FN:Ann Sample',
    'N:Sample;Ann;;;',
    'TITLE:Tester of builds',
    'ORG:Sample Works',
    'EMAIL;TYPE=INTERNET:ann@example.test',
    'URL:https://ann.example.test',
    'item1.URL:https://www.video.example.test/@ann/',
    'item1.X-ABLabel:Videos',
    'END:VCARD',
    '',
  ])
})

test.each([
  ['Ann', 'N:;Ann;;;'],
  ['Maria da Silva Santos', 'N:;Maria da Silva Santos;;;'],
  ['Ann Sample, Jr.', 'N:;Ann Sample\\, Jr.;;;'],
])('%s is not taken apart by guessing', (name, line) => {
  expect(card({ name })).toContain(line)
})

test('signs of the format are escaped in text, and addresses are made of letters that all read', () => {
  expect(escapeText('a,b;c\\d\ne\r\nf')).toBe('a\\,b\\;c\\\\d\\ne\\nf')
  const link = { title: 'A, B', handle: 'x', url: 'https://exämple.test/ü', icon: 'blog' } as const
  const lines = card({ company: 'Sample; Works', links: [link] })
  expect(lines).toContain('ORG:Sample\\; Works')
  expect(lines).toContain('item1.X-ABLabel:A\\, B')
  expect(lines).toContain('item1.URL:https://xn--exmple-cua.test/%C3%BC')
})

test('lines are folded at 75 bytes, never within a letter, and unfold to the original', () => {
  const long = `TITLE:${'Brücke 🐝 '.repeat(40)}`
  const folded = fold(long)
  const lines = folded.split('\r\n')
  expect(lines.length).toBeGreaterThan(6)
  for (const line of lines) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(line).not.toContain('\ufffd')
  }
  for (const line of lines.slice(0, -1)) expect(Buffer.byteLength(line)).toBeGreaterThan(71)
  expect(folded.replaceAll('\r\n ', '')).toBe(long)
  expect(fold('x'.repeat(75))).toBe('x'.repeat(75))
})
