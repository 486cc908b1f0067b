import { expect, test } from 'vitest'
import { fits, read, type Shape } from './shape'

interface Sample {
  name: string
  at: string
  size?: number
  link: string | null
  parts: { width: number }[]
}

const shape: Shape<Sample> = {
  name: 'string',
  at: 'date',
  'size?': 'number',
  'link?': 'string',
  parts: [{ width: 'number' }],
}
const good = { name: '', at: '2026-01-02T03:04:05.678Z', size: 1, link: '/x', parts: [{ width: 1 }] }

test.each([
  ['all of it', good],
  ['no part', { ...good, parts: [] }],
  ['what may be null', { ...good, size: null, link: null }],
  ['what may be absent', { name: 'a', at: good.at, parts: [] }],
  ['more than is asked for', { ...good, more: true }],
])('fits: %s', (_, value) => {
  expect(read<Sample>(value, shape)).toBe(value)
})

test.each([
  ['nothing', undefined],
  ['null', null],
  ['a page', '<!doctype html>'],
  ['a list', [good]],
  ['an empty object', {}],
  ['a field that is absent', { ...good, name: undefined }],
  ['a field that is null', { ...good, name: null }],
  ['a field of another type', { ...good, name: 7 }],
  ['an optional field of another type', { ...good, size: '7' }],
  ['a text that is no date', { ...good, at: 'yesterday' }],
  ['an object in the place of a list', { ...good, parts: {} }],
  ['one wrong part among good ones', { ...good, parts: [{ width: 1 }, {}] }],
])('does not fit: %s', (_, value) => {
  expect(fits(value, shape)).toBe(false)
  expect(() => read<Sample>(value, shape)).toThrow('Unreadable answer')
})
