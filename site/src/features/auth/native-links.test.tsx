import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FakeServer } from '../../testing/fake-server'
import { openSite } from '../../testing/render-app'

type Listener = (opened: { url: string }) => void

/** The native shell, as far as the App plugin goes. */
class FakeShell {
  readonly listeners = new Set<Listener>()
  launchUrl: string | undefined

  addListener = (event: string, listener: Listener) => {
    expect(event).toBe('appUrlOpen')
    this.listeners.add(listener)
    const remove = () => {
      this.listeners.delete(listener)
      return Promise.resolve()
    }
    return Promise.resolve({ remove })
  }

  getLaunchUrl = () => Promise.resolve(this.launchUrl === undefined ? undefined : { url: this.launchUrl })

  /** A link opens the app while it runs. */
  open(url: string): void {
    for (const listener of this.listeners) act(() => listener({ url }))
  }
}

const call = 'POST /login-with-token/'
let server: FakeServer
let shell: FakeShell

beforeEach(() => {
  server = new FakeServer()
  shell = new FakeShell()
  window.Capacitor = { Plugins: { App: shell } }
})

afterEach(() => {
  delete window.Capacitor
})

const welcome = () => screen.findByRole('heading', { name: 'Welcome, Edda' })
const listening = () => waitFor(() => expect(shell.listeners.size).toBe(1))

test.each([
  'https://site.example.test/app-login?token=app-token-good',
  'portfolio://app-login?token=app-token-good#x',
])('the app, started by %s, is signed in', async (url) => {
  shell.launchUrl = url
  openSite('/')
  await welcome()
  expect(server.requestsTo(call).map(({ body }) => body)).toEqual([{ token: 'app-token-good' }])
  expect(location.href).not.toContain('token')
})

test('a link that opens the running app signs in from any screen', async () => {
  openSite('/about')
  await listening()
  shell.open('https://site.example.test/app-login?token=app-token-good')
  await welcome()
})

test('a second link has its own turn', async () => {
  openSite('/')
  await listening()
  shell.open('https://site.example.test/app-login?token=app-token-spent')
  await screen.findByRole('heading', { name: 'Sign-in failed' })
  shell.open('https://site.example.test/app-login?token=app-token-good')
  await welcome()
})

test('a link that the shell tells of twice counts once', async () => {
  shell.launchUrl = 'portfolio://app-login?token=app-token-good'
  openSite('/')
  await listening()
  shell.open(shell.launchUrl)
  await welcome()
  expect(server.requestsTo(call)).toHaveLength(1)
})

test('the link that started the app is not used again when the page is loaded anew', async () => {
  shell.launchUrl = 'portfolio://app-login?token=app-token-good'
  openSite('/')
  await welcome()
  cleanup()
  await waitFor(() => expect(shell.listeners.size).toBe(0))
  openSite('/about')
  await listening()
  await screen.findByRole('button', { name: 'Edda' })
  expect(location.pathname).toBe('/about')
  expect(server.requestsTo(call)).toHaveLength(1)
})

test.each(['portfolio://app-login', 'no address at all'])(
  'a link without a token (%s) is reported',
  async (url) => {
    openSite('/')
    await listening()
    shell.open(url)
    expect((await screen.findByRole('alert')).textContent).toBe('No App Token found in URL')
    expect(location.pathname).toBe('/login-failed')
  },
)

test('an app that was not started by a link stays where it is', async () => {
  openSite('/about')
  await listening()
  expect(location.pathname).toBe('/about')
  expect(server.requests).toEqual([])
})

test('a shell without the plugin is a browser like any other', async () => {
  window.Capacitor = {}
  openSite('/about')
  await screen.findByRole('heading', { level: 1 })
  expect(location.pathname).toBe('/about')
})
