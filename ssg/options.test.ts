import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  buildDataOrigin,
  buildToken,
  hstsSubdomains,
  isPreview,
  localApi,
  originVariable,
} from './options.ts'

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

test('the API that the build asks is the one named, else that of the data beside it, else none', async () => {
  const root = await mkdtemp(join(tmpdir(), 'site-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const API_ORIGIN = 'https://api.example.test'
  expect(buildDataOrigin(root, {})).toBeUndefined()
  expect(buildDataOrigin(root, { API_ORIGIN })).toBe(API_ORIGIN)
  expect(buildDataOrigin(root, { API_ORIGIN, BAKE_FROM: 'none' })).toBeUndefined()
  expect(buildDataOrigin(root, { API_ORIGIN, BAKE_FROM: 'http://127.0.0.1:9' })).toBe('http://127.0.0.1:9')
  expect(() => buildDataOrigin(root, { BAKE_FROM: 'no' })).toThrow('BAKE_FROM is "no"')
  expect(buildDataOrigin(root, { DATA_DIR: '.' })).toBe('http://127.0.0.1:8080')
  expect(buildDataOrigin(root, { DATA_DIR: root, LISTEN_ADDR: '0.0.0.0:80' })).toBe('http://127.0.0.1:80')
})

test('the token is the one that is set, else that of the server on this machine, for it alone', async () => {
  const root = await mkdtemp(join(tmpdir(), 'site-'))
  onTestFinished(() => rm(root, { recursive: true }))
  expect(buildToken(root, { DATA_DIR: '.' })).toBeUndefined()
  await writeFile(join(root, 'build.token'), 'made once\n')
  expect(buildToken(root, { DATA_DIR: '.' })).toBe('made once')
  expect(buildToken(root, { DATA_DIR: '.', BUILD_TOKEN: 'set' })).toBe('set')
  expect(buildToken(root, { DATA_DIR: '.', API_ORIGIN: 'https://api.example.test' })).toBeUndefined()
  expect(buildToken(root, { DATA_DIR: '.', BAKE_FROM: 'none' })).toBeUndefined()
})

test.each([
  [undefined, 'http://127.0.0.1:8080'],
  ['127.0.0.1:9000', 'http://127.0.0.1:9000'],
  ['10.0.0.5:9000', 'http://10.0.0.5:9000'],
  ['localhost:9000', 'http://localhost:9000'],
  [':9000', 'http://127.0.0.1:9000'],
  ['0.0.0.0:9000', 'http://127.0.0.1:9000'],
  ['[::]:9000', 'http://127.0.0.1:9000'],
  ['[::1]:9000', 'http://[::1]:9000'],
])('a server with LISTEN_ADDR %s is asked at %s', (address, origin) => {
  expect(localApi({ LISTEN_ADDR: address })).toBe(origin)
})

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

test('HSTS_SUBDOMAINS is on or off, and off by default', () => {
  expect(hstsSubdomains({})).toBe(false)
  expect(hstsSubdomains({ HSTS_SUBDOMAINS: 'off' })).toBe(false)
  expect(hstsSubdomains({ HSTS_SUBDOMAINS: 'on' })).toBe(true)
  expect(() => hstsSubdomains({ HSTS_SUBDOMAINS: 'yes' })).toThrow('HSTS_SUBDOMAINS is "yes"')
})
