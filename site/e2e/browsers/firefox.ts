import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findInPage, testingLibrary, type Driver, type Element, type Query } from './driver.ts'

/** The used part of puppeteer-core, which scripts/tools/package.json installs. */
interface Puppeteer {
  launch: (options: object) => Promise<Browser>
}
interface Browser {
  version: () => Promise<string>
  pages: () => Promise<Page[]>
  close: () => Promise<void>
}
interface Page {
  on: ((event: 'console', hear: (message: { type: () => string; text: () => string }) => void) => void) &
    ((event: 'pageerror', hear: (error: Error) => void) => void) &
    ((event: 'requestfailed', hear: (request: Request) => void) => void)
  goto: (url: string) => Promise<unknown>
  setViewport: (size: { width: number; height: number }) => Promise<void>
  evaluate: <A extends unknown[], R>(run: ((...args: A) => R) | string, ...args: A) => Promise<R>
  evaluateHandle: (run: typeof findInPage, query: Query) => Promise<Handle>
  evaluateOnNewDocument: (run: () => void) => Promise<unknown>
  keyboard: { press: (key: string) => Promise<void> }
  screenshot: () => Promise<Uint8Array>
}
interface Request {
  url: () => string
  failure: () => { errorText: string } | null
}
interface Handle {
  asElement: () => ElementHandle | null
  jsonValue: () => Promise<unknown>
}
interface ElementHandle {
  click: () => Promise<void>
  type: (text: string) => Promise<void>
  select: (value: string) => Promise<unknown>
  uploadFile: (...paths: string[]) => Promise<void>
  evaluate: <A extends unknown[], R>(run: (element: HTMLElement, ...args: A) => R, ...args: A) => Promise<R>
  screenshot: () => Promise<Uint8Array>
}

const programs = ['/usr/bin/firefox-esr', '/usr/bin/firefox']
const tools = createRequire(resolve(import.meta.dirname, '../../../scripts/tools/package.json'))

/** Headless Firefox with a new profile, over WebDriver BiDi. */
export async function startFirefox(): Promise<Driver> {
  const { launch } = (await import(pathToFileURL(tools.resolve('puppeteer-core')).href)) as Puppeteer
  const executablePath = programs.find((program) => existsSync(program))
  if (executablePath === undefined)
    throw new Error(`There is no Firefox (${programs.join(', ')}): run scripts/drill browsers.`)
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    extraPrefsFirefox: { 'intl.accept_languages': 'en-GB' },
  })
  const [page] = await browser.pages()
  if (page === undefined) throw new Error('Firefox has opened no page.')
  const heard = await listen(page)
  return {
    engine: await browser.version(),
    console: heard,
    goto: async (url) => {
      await page.goto(url)
    },
    resize: (width, height) => page.setViewport({ width, height }),
    press: (key) => page.keyboard.press(key),
    evaluate: (run, ...args) => page.evaluate(run, ...args),
    find: (query) => find(page, query),
    screenshot: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}

/** Collects the page's console, including messages missing from WebDriver's log. */
async function listen(page: Page): Promise<string[]> {
  const heard: string[] = []
  page.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`))
  page.on('pageerror', (error) => heard.push(`error: uncaught ${error.message}`))
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? ''
    // Navigation aborts requests; that is not a fault.
    if (reason !== 'NS_BINDING_ABORTED') heard.push(`error: ${request.url()} ${reason}`)
  })
  await page.evaluateOnNewDocument(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`Content security policy: ${violatedDirective} stopped ${blockedURI}`)
    })
  })
  return heard
}

async function find(page: Page, query: Query): Promise<Element | null> {
  const handle = await page.evaluateHandle(findInPage, query)
  const element = handle.asElement()
  if (element === null) {
    if ((await handle.jsonValue()) === null) return null
    await page.evaluate(testingLibrary)
    return find(page, query)
  }
  return {
    click: () => element.click(),
    async type(text) {
      await element.evaluate((field) => (field as HTMLInputElement).select())
      await element.type(text)
    },
    async select(label) {
      const value = await element.evaluate(
        (field, wanted) =>
          Array.from((field as HTMLSelectElement).options).find(({ text }) => text === wanted)?.value,
        label,
      )
      if (value === undefined) throw new Error(`There is no option ${label}.`)
      await element.select(value)
    },
    upload: (paths) => element.uploadFile(...paths),
    screenshot: async () => Buffer.from(await element.screenshot()),
  }
}
