// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loaderScript } from './loader.ts'

const load = vi.fn<(entry: string) => Promise<unknown>>()
const script = (await loaderScript('/assets/entry.js', '#000000')).replace('import(', 'load(')
const listeners: Parameters<typeof window.addEventListener>[] = []
const root = document.documentElement

/** Runs the loader as the page's head does, before the page is there. */
function run() {
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- the script under test is text
  const loader = new Function('load', script) as (load: unknown) => void
  loader(load)
}

const ready = () => document.dispatchEvent(new Event('DOMContentLoaded', { bubbles: true }))
const loaded = () => window.dispatchEvent(new Event('load'))
const hydrated = () => window.dispatchEvent(new Event('hydrated'))

beforeEach(() => {
  const add = window.addEventListener.bind(window)
  vi.spyOn(window, 'addEventListener').mockImplementation((...listener: Parameters<typeof add>) => {
    add(...listener)
    listeners.push(listener)
  })
  localStorage.clear()
  root.className = ''
  root.removeAttribute('style')
  delete root.dataset['atOnce']
  document.head.innerHTML = '<meta name="theme-color" content="#ffffff">'
  document.body.innerHTML = '<button><b>Next</b></button><a href="#a">A</a>'
  load.mockReset().mockResolvedValue({})
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => callback())
})

// A page has one loader for life; these tests have one each.
afterEach(() => {
  for (const listener of listeners.splice(0)) window.removeEventListener(...listener)
  vi.restoreAllMocks()
})

test('the script is small and closes no tag', () => {
  expect(script.length).toBeLessThan(900)
  expect(script).not.toContain('</')
})

test('a saved dark theme shows before the first paint', () => {
  localStorage.setItem('theme', 'dark')
  run()
  expect(root.className).toBe('dark')
  expect(root.style.colorScheme).toBe('dark')
  expect(document.querySelector('meta')?.content).toBe('#000000')
})

test.each([null, 'light', 'other'])('the saved theme %s leaves the page light', (theme) => {
  if (theme !== null) localStorage.setItem('theme', theme)
  run()
  expect(root.className).toBe('')
  expect(document.querySelector('meta')?.content).toBe('#ffffff')
})

test('the app waits until the browser is idle after load, for three seconds at most', () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (callback: () => void, options?: IdleRequestOptions) => {
    expect(options).toEqual({ timeout: 3000 })
    idle.push(callback)
  })
  run()
  ready()
  expect(idle).toEqual([])
  loaded()
  expect(load).not.toHaveBeenCalled()
  for (const callback of idle) callback()
  expect(load.mock.calls).toEqual([['/assets/entry.js']])
})

test.each(['access', 'refresh'])(
  'with a stored %s token the app comes as soon as the page is there',
  (key) => {
    localStorage.setItem(key, 'token')
    run()
    expect(load).not.toHaveBeenCalled()
    ready()
    expect(load).toHaveBeenCalledOnce()
  },
)

test('a screen that is nothing without the app gets it as soon as the page is there', () => {
  root.dataset['atOnce'] = ''
  run()
  ready()
  expect(load).toHaveBeenCalledOnce()
})

test.each(['pointerdown', 'keydown'])('the first %s brings the app, once', (type) => {
  run()
  document.body.dispatchEvent(new Event(type, { bubbles: true }))
  document.body.dispatchEvent(new Event(type, { bubbles: true }))
  expect(load).toHaveBeenCalledOnce()
})

test('an app that could not be fetched is fetched again at the next interaction', async () => {
  load.mockRejectedValueOnce(new Error('offline'))
  run()
  document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
  await vi.waitFor(() => {
    document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
    expect(load).toHaveBeenCalledTimes(2)
  })
})

test('clicks on buttons wait for the app and reach it once each', () => {
  run()
  const answer = vi.fn()
  document.querySelector('b')?.click()
  document.querySelector('b')?.click()
  document.querySelector('button')?.addEventListener('click', answer)
  expect(answer).not.toHaveBeenCalled()
  hydrated()
  expect(answer).toHaveBeenCalledTimes(2)
  document.querySelector('b')?.click()
  expect(answer).toHaveBeenCalledTimes(3)
})

test('links need no app', () => {
  run()
  const answer = vi.fn()
  document.querySelector('a')?.addEventListener('click', answer)
  document.querySelector('a')?.click()
  expect(answer).toHaveBeenCalledOnce()
})

test('a browser that forbids its storage still gets the page', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new Error('forbidden')
  })
  run()
  expect(root.className).toBe('')
})
