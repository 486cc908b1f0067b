// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loaderScript } from './loader.ts'

const load = vi.fn<(entry: string) => Promise<unknown>>()
const constants = { entry: '/assets/entry.js', enhance: '/assets/enhance.js', darkCanvas: '#000000' }
const script = (await loaderScript(constants)).replaceAll('import(', 'load(')
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
const give = (type: string, movementX = 1) =>
  document.body.dispatchEvent(Object.assign(new Event(type, { bubbles: true }), { movementX }))
/** Whether the app has been imported. */
const isStarted = () => load.mock.calls.flat().includes('/assets/entry.js')
const startsSoon = () => expect.poll(isStarted).toBe(true)
/** Resolves when whatever follows the next paint has happened. */
const painted = () =>
  new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => setTimeout(resolve))))

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
  vi.unstubAllGlobals()
})

test('the script is small and closes no tag', () => {
  expect(script.length).toBeLessThan(1500)
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

test('when the browser is idle after load the small script runs, within three seconds, and the app does not', async () => {
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
  await painted()
  expect(load.mock.calls).toEqual([['/assets/enhance.js']])
})

test('a browser without idle callbacks runs the small script after load', async () => {
  Reflect.deleteProperty(window, 'requestIdleCallback')
  run()
  loaded()
  await expect.poll(() => load.mock.calls).toEqual([['/assets/enhance.js']])
})

test.each(['access', 'refresh'])(
  'with a stored %s token the app comes as soon as the page is there',
  async (key) => {
    localStorage.setItem(key, 'token')
    run()
    expect(load).not.toHaveBeenCalled()
    ready()
    await startsSoon()
  },
)

test('a screen that is nothing without the app gets it as soon as the page is there', async () => {
  root.dataset['atOnce'] = ''
  run()
  ready()
  await startsSoon()
})

test('the native app’s shell gets it as soon as the page is there', async () => {
  vi.stubGlobal('Capacitor', {})
  run()
  ready()
  await startsSoon()
})

test.each(['storage', 'pageshow'])(
  'a visitor who has signed in on another page has the app at the next %s',
  async (type) => {
    run()
    ready()
    window.dispatchEvent(new Event(type))
    expect(load).not.toHaveBeenCalled()
    localStorage.setItem('access', 'token')
    window.dispatchEvent(new Event(type))
    await startsSoon()
  },
)

test.each(['pointermove', 'pointerup', 'keydown', 'scroll', 'focusin'])(
  'the first %s brings the app, once, after the small script',
  async (type) => {
    run()
    give(type)
    give(type)
    await startsSoon()
    give(type)
    await painted()
    expect(load.mock.calls).toEqual([['/assets/enhance.js'], ['/assets/entry.js']])
  },
)

test('a pointer that rests is no sign', async () => {
  run()
  give('pointermove', 0)
  await painted()
  expect(load).not.toHaveBeenCalled()
})

test('a press starts nothing before it has ended: the click comes first', async () => {
  run()
  give('pointerdown')
  await painted()
  expect(load).not.toHaveBeenCalled()
  give('pointerup')
  expect(load).not.toHaveBeenCalled()
  await startsSoon()
})

test('an app that could not be fetched is fetched again at the next interaction', async () => {
  load.mockRejectedValueOnce(new Error('offline'))
  run()
  give('keydown')
  await vi.waitFor(() => {
    give('keydown')
    expect(isStarted()).toBe(true)
  })
})

test('a button that names an action is clicked as soon as the small script is there, the others when the app is', async () => {
  run()
  document.body.innerHTML = '<button data-action="theme">A</button><button>B</button>'
  const answers: string[] = []
  for (const button of document.querySelectorAll('button')) {
    button.click()
    button.addEventListener('click', () => answers.push(button.textContent))
  }
  loaded()
  await expect.poll(() => answers).toEqual(['A'])
  for (const button of document.querySelectorAll('button')) button.click()
  expect(answers).toEqual(['A', 'A'])
  hydrated()
  expect(answers).toEqual(['A', 'A', 'B', 'B'])
})

test('a mouse that enters the banner counts as a click, once, until the app answers it', async () => {
  run()
  document.body.innerHTML = '<button data-action="step"></button><button data-action="theme"></button>'
  const [step, theme] = document.querySelectorAll('button')
  const answer = vi.fn()
  for (const button of [step, theme]) button?.addEventListener('click', answer)
  const enter = (button: Element | undefined, pointerType: string) =>
    button?.dispatchEvent(Object.assign(new Event('pointerover', { bubbles: true }), { pointerType }))
  enter(step, 'touch')
  enter(theme, 'mouse')
  enter(step, 'mouse')
  expect(answer).not.toHaveBeenCalled()
  loaded()
  await expect.poll(() => answer.mock.calls.length).toBe(1)
  enter(step, 'mouse')
  expect(answer).toHaveBeenCalledTimes(2)
  hydrated()
  enter(step, 'mouse')
  expect(answer).toHaveBeenCalledTimes(2)
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
