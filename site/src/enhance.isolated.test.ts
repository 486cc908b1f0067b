import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeServer, json } from './testing/fake-server'
import { anImage } from './testing/fake-photos'

const root = document.documentElement
let server: FakeServer

beforeEach(() => {
  server = new FakeServer()
  // The module runs once a page: each test has a page of its own.
  vi.resetModules()
})

afterEach(async () => {
  vi.useRealTimers()
  await settled() // while the document is there
  dispatchEvent(new Event('hydrated'))
  document.body.innerHTML = ''
  document.head.innerHTML = ''
  root.className = ''
  root.removeAttribute('style')
  delete root.dataset['scripts']
})

async function open(markup: string): Promise<void> {
  document.body.innerHTML = markup
  await import('./enhance')
}

/** Waits until what is done in turn is done. */
async function settled(): Promise<void> {
  for (let tasks = 0; tasks < 10; tasks++) await new Promise((resolve) => setTimeout(resolve))
}

const first = (selector: string) => document.querySelector<HTMLElement>(selector)

test('types the heading', async () => {
  vi.useFakeTimers()
  await open(
    '<div data-typewriter><span data-phrases="Abc\nDe"><span>Abc</span></span><button aria-label="Pause the typing"></button></div>',
  )
  vi.advanceTimersByTime(2050)
  expect(first('span span')?.textContent).toBe('Ab')
  first('button')?.click()
  vi.advanceTimersByTime(60_000)
  expect(first('span span')?.textContent).toBe('Ab')
  expect(first('button')?.getAttribute('aria-label')).toBe('Resume the typing')
})

test('fades in what comes into sight, and nothing that is painted', async () => {
  const animate = vi.fn()
  Object.assign(Element.prototype, { animate })
  let see: (isIntersecting: boolean) => void = () => {}
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        see = (isIntersecting) => report([{ isIntersecting }])
      }
      observe = () => undefined
      disconnect = () => undefined
    },
  )
  await open('<section data-fade-in>Words</section>')
  await settled()
  see(true)
  expect(animate).not.toHaveBeenCalled()
  vi.resetModules()
  await open('<section data-fade-in>Words</section>')
  await settled()
  see(false)
  see(true)
  expect(animate).toHaveBeenCalledOnce()
  Reflect.deleteProperty(Element.prototype, 'animate')
})

test('answers the theme’s switch until the app does, and names what a press brings', async () => {
  root.classList.add('dark')
  await open('<button data-action="theme" aria-label="Use dark theme"></button>')
  const button = first('button')
  expect(button?.getAttribute('aria-label')).toBe('Use light theme')
  button?.click()
  expect([root.className, localStorage.getItem('theme')]).toEqual(['', 'light'])
  expect(button?.getAttribute('aria-label')).toBe('Use dark theme')
  dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }))
  expect([root.className, button?.getAttribute('aria-label')]).toEqual(['dark', 'Use light theme'])
  dispatchEvent(new Event('hydrated'))
  button?.click()
  expect(root.className).toBe('dark')
})

test('remembers presses of the banner for the app', async () => {
  await open('<button data-action="step"><img></button>')
  first('img')?.click()
  first('img')?.click()
  const { takeSteps } = await import('./features/home/first-picture')
  expect([takeSteps(), takeSteps()]).toEqual([2, 0])
})

test('opens the menu, and closes it by its button and by a press beside it', async () => {
  await open(
    '<button data-action="menu">Open</button><dialog><nav><button data-action="close">Close</button></nav></dialog>',
  )
  const dialog = first('dialog') as HTMLDialogElement
  const button = first('[data-action=menu]')
  for (const closer of ['[data-action=close]', 'dialog']) {
    button?.click()
    await expect.poll(() => dialog.open).toBe(true)
    first('nav')?.click()
    expect(dialog.open).toBe(true)
    const outside = { bubbles: true, clientX: -1 }
    first(closer)?.dispatchEvent(new MouseEvent('mousedown', outside))
    first(closer)?.dispatchEvent(new MouseEvent('click', outside))
    expect(dialog.open).toBe(false)
  }
})

test('the header changes beyond 80 px of scrolling, and back', async () => {
  await open('<header></header>')
  const scroll = (to: number) => {
    vi.stubGlobal('scrollY', to)
    dispatchEvent(new Event('scroll'))
    return first('header')?.hasAttribute('data-scrolled')
  }
  expect([80, 81, 80].map(scroll)).toEqual([false, true, false])
})

test('fetches the app’s scripts, and not for who saves data', async () => {
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(new Response()))
  vi.stubGlobal('fetch', fetched)
  root.dataset['scripts'] = '/assets/entry.js /assets/home.js'
  await open('')
  expect(fetched).not.toHaveBeenCalled() // in the task in which the module runs
  await settled()
  expect(fetched.mock.calls).toEqual([
    ['/assets/entry.js', { priority: 'low' }],
    ['/assets/home.js', { priority: 'low' }],
  ])
  vi.resetModules()
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await open('')
  await settled()
  expect(fetched).toHaveBeenCalledTimes(2)
})

const banner = '<div data-first-picture="failure"></div>'

test('shows the first of the banner’s pictures, which anybody may ask for', async () => {
  Object.assign(HTMLImageElement.prototype, { decode: () => Promise.resolve() })
  Object.assign(Element.prototype, { animate: vi.fn() })
  server.next('GET /api/photos/images/', () =>
    json(200, [
      anImage({
        image_url: '/media/a.jpg',
        srcset: [{ url: '/media/a-320.jpg', width: 320, height: 240 }],
      }),
      anImage({ image_url: '/media/b.jpg' }),
    ]),
  )
  await open(banner)
  await expect.poll(() => first('img')?.getAttribute('src')).toBe('/media/a.jpg')
  expect(first('img')?.getAttribute('srcset')).toBe('/media/a-320.jpg 320w')
  expect(server.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/photos/images/?gallery_slug=page-logos',
  ])
  Reflect.deleteProperty(Element.prototype, 'animate')
})

test('says so when the banner’s pictures cannot be loaded, and nothing when there are none', async () => {
  server.next('GET /api/photos/images/', () => json(200, []))
  await open(banner)
  await expect.poll(() => server.requests.length).toBe(1)
  vi.resetModules()
  server.next('GET /api/photos/images/', () => json(500, {}))
  await open(banner)
  await expect.poll(() => first('[role=status].failure')?.textContent).toBe('Failed to load banner images.')
})

test('shows where the CV can be downloaded, unless the page knows', async () => {
  const url = '/api/documents/documents/4/download/'
  server.next('GET /api/documents/documents/current_cv/', () => json(200, { download_url: url, name: 'CV' }))
  await open('<div data-current-cv data-link="wide"></div>')
  expect(first('button')?.textContent).toBe('Loading CV...')
  await expect.poll(() => first('a.wide')?.getAttribute('href')).toBe(url)
  expect(first('a')?.textContent).toBe('Download CV (Current)')
  vi.resetModules()
  await open('<div data-current-cv><a href="/known">Download CV (Current)</a></div>')
  expect(server.requests).toHaveLength(1)
})
