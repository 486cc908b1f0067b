import { expect, test } from 'vitest'
import { findScreen, screens } from './app/screens'
import { reserved } from '../../ssg/model/addresses'
import { routes } from './pages'
import { routes as table } from './routes'
import { sampleContent } from './testing/sample-content'

const pages = routes(sampleContent)

test('each path occurs once', () => {
  const paths = pages.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
})

test.each([
  ['/', 'own document'],
  ['/cv', 'own document'],
  ['/on-the-web', 'own document'],
  ['/about', 'own document'],
  ['/login', 'account'],
  ['/signin', 'account'],
  ['/register', 'account'],
  ['/forgot-password', 'account'],
  ['/reset-password/Nw/d3x8kz-abc', 'account'],
  ['/confirm-email', 'account'],
  ['/app-login', 'account'],
  ['/login-failed', 'account'],
  ['/setup', 'setup'],
  ['/welcome', 'user'],
  ['/profile', 'user'],
  ['/reset-password/Nw', 'own document'],
  ['/dashboard', 'staff'],
  ['/photos', 'staff'],
  ['/admin/photos', 'staff'],
  ['/no/such/page', 'own document'],
])('%s is a screen of the kind %s', (path, kind) => {
  expect(findScreen(path)?.kind ?? 'own document').toBe(kind)
})

test('no page of the content can take the place of a screen', () => {
  const firsts = table.flatMap(({ path }) => /^\/([^/:]+)/.exec(path)?.[1] ?? [])
  expect(firsts.filter((first) => !reserved.has(first))).toEqual([])
})

test('each screen has a title of its own kind, and each that is found by searching a description', () => {
  for (const { path, kind, title, description } of pages) {
    expect(title, path).not.toBe('')
    if (kind === 'public' || kind === 'not-found') expect(description, path).toMatch(/\w/)
  }
  expect(pages.find(({ path }) => path === '*')?.title).toBe('404 · Page not found')
  expect(pages.find(({ path }) => path === '/login')?.title).toBe(`Sign in · ${sampleContent.site.name}`)
})

test.each(screens.map((screen) => [screen.path, screen] as const))(
  'the code of %s loads',
  async (_, screen) => {
    await expect(screen.preload()).resolves.toBeUndefined()
  },
)
