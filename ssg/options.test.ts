import { expect, test } from 'vitest'
import { originVariable } from './options.ts'

test.each([undefined, '', ' '])('the value %j means none', (value) => {
  expect(originVariable('SITE_URL', { SITE_URL: value })).toBeUndefined()
})

test('an origin is taken with or without a slash at its end', () => {
  expect(originVariable('SITE_URL', { SITE_URL: 'https://example.test' })).toBe('https://example.test')
  expect(originVariable('SITE_URL', { SITE_URL: 'http://127.0.0.1:8080/' })).toBe('http://127.0.0.1:8080')
})

test.each([
  'example.test',
  'https://example.test/site',
  'ftp://example.test',
  "https://a.test; script-src 'x'",
])('the value %j stops the build and is named', (value) => {
  expect(() => originVariable('API_ORIGIN', { API_ORIGIN: value })).toThrow(`API_ORIGIN is "${value}"`)
})
