import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from './testing/folder.ts'
import { buildDataOrigin, buildToken, isPreview, localApi, originVariable } from './options.ts'

test.each([undefined, '', ' '])('the value %j means none', (value) => {
  expect(originVariable('SITE_URL', { SITE_URL: value })).toBeUndefined()
})

test.each([
  ['https://example.test', 'https://example.test'],
  ['http://127.0.0.1:8080/', 'http://127.0.0.1:8080'],
  ['HTTPS://Example.Test:443/', 'https://example.test'],
  ['http://example.test:80', 'http://example.test'],
  ['https://bücher.example', 'https://xn--bcher-kva.example'],
  ['https://BU\u0308CHER。example:08443', 'https://xn--bcher-kva.example:8443'],
  ['http://[2001:DB8:0::1]', 'http://[2001:db8::1]'],
])('the origin %s is taken as browsers send it', (value, origin) => {
  expect(originVariable('SITE_URL', { SITE_URL: value })).toBe(origin)
})

test.each([
  'example.test',
  'https://example.test/site',
  'ftp://example.test',
  "https://a.test; script-src 'x'",
  'https://a.test;script-src',
  'https://*.example.test',
  'https://a@example.test',
  'https://example.test?',
  'https:example.test',
  'https://example.test:65536',
])('the value %j stops the build and is named', (value) => {
  expect(() => originVariable('API_ORIGIN', { API_ORIGIN: value })).toThrow(`API_ORIGIN is "${value}"`)
})

test('the API that the build asks is the one named, else that of the data beside it, else none', async () => {
  const root = await temporaryFolder()
  const API_ORIGIN = 'https://api.example.test'
  expect(buildDataOrigin(root, {})).toBeUndefined()
  expect(buildDataOrigin(root, { API_ORIGIN })).toBe(API_ORIGIN)
  expect(buildDataOrigin(root, { API_ORIGIN, PREFETCH_FROM: 'none' })).toBeUndefined()
  expect(buildDataOrigin(root, { API_ORIGIN, PREFETCH_FROM: 'http://127.0.0.1:9' })).toBe(
    'http://127.0.0.1:9',
  )
  expect(() => buildDataOrigin(root, { PREFETCH_FROM: 'no' })).toThrow('PREFETCH_FROM is "no"')
  expect(buildDataOrigin(root, { DATA_DIR: '.' })).toBe('http://127.0.0.1:8080')
  expect(buildDataOrigin(root, { DATA_DIR: root, LISTEN_ADDR: '0.0.0.0:80' })).toBe('http://127.0.0.1:80')
})

test('the token is the one that is set, else that of the server on this machine, for it alone', async () => {
  const root = await temporaryFolder()
  expect(buildToken(root, { DATA_DIR: '.' })).toBeUndefined()
  await writeFile(join(root, 'build.token'), 'made once\n')
  expect(buildToken(root, { DATA_DIR: '.' })).toBe('made once')
  expect(buildToken(root, { DATA_DIR: '.', BUILD_TOKEN: 'set' })).toBe('set')
  expect(buildToken(root, { DATA_DIR: '.', API_ORIGIN: 'https://api.example.test' })).toBeUndefined()
  expect(buildToken(root, { DATA_DIR: '.', PREFETCH_FROM: 'none' })).toBeUndefined()
  const usualPort = { DATA_DIR: '.', LISTEN_ADDR: '0.0.0.0:80', PREFETCH_FROM: 'HTTP://127.0.0.1:80/' }
  expect(buildToken(root, usualPort)).toBe('made once')
})

test.each([
  [undefined, 'http://127.0.0.1:8080'],
  ['127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['10.0.0.5:9000', 'http://10.0.0.5:9000'],
  ['localhost:9000', 'http://localhost:9000'],
  [':9000', 'http://127.0.0.1:9000'],
  ['0.0.0.0:9000', 'http://127.0.0.1:9000'],
  ['[::]:9000', 'http://127.0.0.1:9000'],
  ['[0:0::0]:9000', 'http://127.0.0.1:9000'],
  ['[::1]:9000', 'http://[::1]:9000'],
])('a server with LISTEN_ADDR %s answers at %s', (address, origin) => {
  expect(localApi({ LISTEN_ADDR: address })).toBe(origin)
})

test.each([{ LISTEN_ADDR: ':443' }, { LISTEN_ADDR: ':8443', ACME_URL: 'https://ca.example.test' }])(
  'a server with its own certificate (%o) answers at PUBLIC_URL',
  (settings) => {
    const PUBLIC_URL = 'https://example.test'
    expect(localApi({ ...settings, PUBLIC_URL })).toBe(PUBLIC_URL)
    expect(localApi({ LISTEN_ADDR: '127.0.0.1:9000', PUBLIC_URL })).toBe('http://127.0.0.1:9000')
  },
)

test.each([
  [{}, false],
  [{ CONTEXT: 'deploy-preview' }, false],
  [{ NETLIFY: 'true', CONTEXT: 'production' }, false],
  [{ NETLIFY: 'true', CONTEXT: 'deploy-preview' }, true],
  [{ NETLIFY: 'true', CONTEXT: 'a-branch' }, true],
  [{ NETLIFY: 'true' }, true],
])('with %j the build is a preview: %s', (environment, preview) => {
  expect(isPreview(environment)).toBe(preview)
})
