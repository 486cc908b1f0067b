import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { dropHtmlSuffix } from './lib/path'
import { screens as all } from './app/screens'
import { sampleContent } from './testing/sample-content'
import { api, replayApi } from './testing/replay-api'
import { openSite } from './testing/render-app'

beforeEach(() => replayApi('anonymous'))

/** What tells visitors the screen. */
async function shownAt(path: string, title: string, needsSession: boolean) {
  if (needsSession) api.signIn()
  document.title = ''
  openSite(path)
  const heading = await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(document.title).toBe(title))
  const shown = {
    heading: heading.textContent,
    current: screen.queryAllByRole('link', { current: 'page' }).map((link) => link.textContent),
    saying: document.querySelector('blockquote')?.textContent,
  }
  cleanup()
  return shown
}

// The link of the app is tested with its token.
const screens = all.filter(({ path }) => path !== '/app-login')

test.each(screens)(
  '$path is the same screen with a slash or .html at its end',
  async ({ path, kind, title: own }) => {
    // The site has no name yet while it is being set up.
    const title = path === '/setup' ? own : `${own} · ${sampleContent.site.name}`
    const example = path.replace(/:\w+/g, 'x')
    const needsSession = kind === 'user' || kind === 'staff'
    const plain = await shownAt(example, title, needsSession)
    expect(plain.heading).not.toBe('Bee Error?')
    expect(await shownAt(`${example}/`, title, needsSession)).toEqual(plain)
    expect(await shownAt(`${example}.html`, title, needsSession)).toEqual(plain)
    expect(location.pathname).toBe(example)
  },
)

test.each([
  ['/index.html?a=b#c', '/?a=b#c'],
  ['/cv/index.html', '/cv'],
  ['/myindex.html', '/myindex'],
  ['//elsewhere.example/cv.html', '//elsewhere.example/cv'],
])('%s becomes %s', (path, want) => {
  history.replaceState(null, '', location.origin + path)
  dropHtmlSuffix()
  expect(location.href).toBe(location.origin + want)
})
