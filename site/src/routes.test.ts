import { expect, test } from 'vitest'
import { findPage, pages } from './routes'

test('each path occurs once', () => {
  const paths = pages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test.each([
  ['/', 'public'],
  ['/cv', 'public'],
  ['/on-the-web', 'public'],
  ['/about', 'public'],
  ['/login', 'account'],
  ['/signin', 'account'],
  ['/register', 'account'],
  ['/forgot-password', 'account'],
  ['/reset-password/Nw/d3x8kz-abc', 'account'],
  ['/confirm-email', 'account'],
  ['/app-login', 'account'],
  ['/login-failed', 'account'],
  ['/welcome', 'user'],
  ['/profile', 'user'],
  ['/reset-password/Nw', 'not-found'],
  ['/dashboard', 'staff'],
  ['/photos', 'staff'],
  ['/admin/photos', 'staff'],
  ['/no/such/page', 'not-found'],
])('%s is a %s screen', (path, kind) => {
  expect(findPage(path).kind).toBe(kind)
})

test('each screen has a title of its own kind, and each that is found by searching a description', () => {
  for (const { path, kind, title, description } of pages) {
    expect(title, path).not.toBe('')
    if (kind === 'public' || kind === 'not-found') expect(description, path).toMatch(/\w/)
  }
  expect(findPage('/nowhere').title).toBe('404 · Page not found')
})

test.each(pages.map((page) => [page.path, page] as const))('the code of %s loads', async (_, page) => {
  await expect(page.preload()).resolves.toBeUndefined()
})
