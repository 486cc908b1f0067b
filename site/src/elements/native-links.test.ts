import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../lib/browser'
import { followNativeLinks } from './native-links'

type Listener = (opened: { url: string }) => void

/** The native shell, as far as the App plugin goes. */
class FakeShell {
  readonly listeners = new Set<Listener>()
  launchUrl: string | undefined

  addListener = (event: string, listener: Listener) => {
    expect(event).toBe('appUrlOpen')
    this.listeners.add(listener)
    return Promise.resolve({ remove: () => Promise.resolve() })
  }

  getLaunchUrl = () => Promise.resolve(this.launchUrl === undefined ? undefined : { url: this.launchUrl })

  /** A link opens the app while it runs. */
  open(url: string): void {
    for (const listener of this.listeners) listener({ url })
  }
}

let shell: FakeShell

beforeEach(() => {
  shell = new FakeShell()
  window.Capacitor = { Plugins: { App: shell } }
})

afterEach(() => {
  delete window.Capacitor
})

const visited = () => vi.mocked(browser.goTo).mock.calls.map(([path]) => path)

test.each([
  'https://site.example.test/app-login?token=app-token-good',
  'portfolio://app-login?token=app-token-good#x',
])('the app that %s started opens the sign-in with its token', async (url) => {
  shell.launchUrl = url
  followNativeLinks()
  await vi.waitFor(() => expect(visited()).toEqual(['/app-login?token=app-token-good']))
})

test('a link that opens the running app, and a second one, are followed', () => {
  followNativeLinks()
  shell.open('https://site.example.test/app-login?token=one')
  shell.open('https://site.example.test/app-login?token=two')
  expect(visited()).toEqual(['/app-login?token=one', '/app-login?token=two'])
})

test('a link that the shell tells of twice counts once', async () => {
  shell.launchUrl = 'portfolio://app-login?token=app-token-good'
  followNativeLinks()
  await vi.waitFor(() => expect(visited()).toHaveLength(1))
  shell.open(shell.launchUrl)
  expect(visited()).toHaveLength(1)
})

test('the link that started the app is not used on the next page', async () => {
  shell.launchUrl = 'portfolio://app-login?token=app-token-good'
  followNativeLinks()
  await vi.waitFor(() => expect(visited()).toHaveLength(1))
  const asked = vi.spyOn(shell, 'getLaunchUrl')
  followNativeLinks()
  expect(asked).not.toHaveBeenCalled()
})

test.each(['portfolio://app-login', 'no address at all'])(
  'a link without a token (%s) is reported there',
  (url) => {
    followNativeLinks()
    shell.open(url)
    expect(visited()).toEqual(['/app-login'])
  },
)

test('a shell without the plugin is a browser like any other', () => {
  window.Capacitor = {}
  followNativeLinks()
  expect(visited()).toEqual([])
})
