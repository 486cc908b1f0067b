import { expect, test } from 'vitest'
import { newEntryPath, renamesFor } from './entry-names'

const paths = (...names: string[]) => names.map((name) => `cv/languages/${name}.md`)
const renames = (...names: string[]) =>
  renamesFor(paths(...names)).map(({ from, to }) => [from, to].map((path) => path.slice(13, -3)).join(' > '))

test('the last that moves to the front is the only one with a new name', () => {
  expect(renames('3-c', '1-a', '2-b')).toEqual(['3-c > 0-c'])
})

test('of two that change places one keeps its number where there is a gap', () => {
  expect(renames('1-a', '3-c', '2-b', '4-d')).toHaveLength(2)
  expect(renames('10-a', '30-c', '20-b', '40-d')).toHaveLength(1)
})

test('entries without a number get one', () => {
  expect(renames('b', 'a')).toEqual(['b > 1-b', 'a > 2-a'])
})

const byNumbers = new Intl.Collator('en', { numeric: true })

test('whatever the numbers were, the names come in the order that was asked for, each once', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48271) % 2147483647) % below
  for (let round = 0; round < 500; round++) {
    const before = Array.from(
      { length: 1 + random(8) },
      (_, index) => `f/${random(12)}-${'abcdefgh'[index] ?? ''}.md`,
    )
    const moved = new Map(renamesFor(before).map(({ from, to }) => [from, to]))
    const after = before.map((path) => moved.get(path) ?? path)
    expect([...after].sort(byNumbers.compare)).toEqual(after)
    expect(new Set(after).size).toBe(after.length)
  }
})

test('a new entry is named by its title, as no other is, and comes last', () => {
  const taken = paths('1-english', '7-dutch')
  expect(newEntryPath('cv/languages', 'Português (Brasil)', { taken, ordered: true })).toBe(
    'cv/languages/8-portugues-brasil.md',
  )
  expect(newEntryPath('cv/languages', 'Dutch', { taken, ordered: true })).toBe('cv/languages/8-dutch-2.md')
  expect(newEntryPath('cv/early', '2020', { taken: [], ordered: false })).toBe('cv/early/entry-2020.md')
  expect(newEntryPath('cv/early', '日本', { taken: [], ordered: false })).toBe('cv/early/entry.md')
})
