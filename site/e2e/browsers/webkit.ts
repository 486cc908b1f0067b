import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { expect } from '@playwright/test'
import sharp from 'sharp'
import { freePort } from '../fixtures/free-port.ts'
import { findInPage, testingLibrary, type Driver, type Element, type Query } from './driver.ts'

/** Sends a WebDriver command; returns its value or throws the driver's message. */
type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<unknown>

/** The key of element references in WebDriver. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf'
type Reference = Record<typeof elementKey, string>

const keys = { Enter: '\uE007', Escape: '\uE00C' }

/**
 * WebKitGTK is built without web app manifests, and warns of each policy that names them. On a busy machine it also warns of
 * preloaded scripts that run later than it expects.
 */
const knownWarning =
  /directive 'manifest-src'|was preloaded using link preload but not used within a few seconds/

/** WebKitGTK in a window under Xvfb, over W3C's WebDriver, with data in a temporary folder. */
export async function startWebKit(): Promise<Driver> {
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-webkit-'))
  const started: ChildProcess[] = []
  const close = async () => {
    for (const child of started.reverse()) await end(child)
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 })
  }
  try {
    const display = await startDisplay(started)
    const { base, heard } = await startDriver(started, display, folder)
    const { command, version } = await startSession(base)
    return {
      ...drive(command),
      engine: `WebKitGTK ${version}`,
      console: heard,
      async close() {
        await command('DELETE', '')
        await close()
      },
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts a virtual display and returns its name. */
async function startDisplay(started: ChildProcess[]): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  started.push(server)
  const [line] = (await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    failed(server, 'Xvfb'),
  ])) as [Buffer]
  return `:${line.toString().trim()}`
}

/** Starts the driver, and collects the console output of the browser that it will start. */
async function startDriver(started: ChildProcess[], display: string, folder: string) {
  const port = await freePort()
  const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', WEBKIT_DATA: folder }
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(driver)
  const heard: string[] = []
  let rest = ''
  const read = (piece: Buffer) => {
    const lines = (rest + piece.toString()).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, level, text] = /CONSOLE (?:[A-Z]+ )*?(ERROR|WARN|LOG|INFO|DEBUG) (.*)/.exec(line) ?? []
      if (level && !knownWarning.test(text ?? '')) heard.push(`${level.toLowerCase()}: ${text ?? ''}`)
    }
  }
  driver.stdout.on('data', read)
  driver.stderr.on('data', read)
  const base = `http://127.0.0.1:${port}`
  const ready = expect.poll(
    () =>
      fetch(`${base}/status`).then(
        ({ ok }) => ok,
        () => false,
      ),
    { timeout: 30_000 },
  )
  await Promise.race([ready.toBe(true), failed(driver, 'WebKitWebDriver')])
  return { base, heard }
}

async function startSession(base: string): Promise<{ command: Command; version: string }> {
  const window = resolve(import.meta.dirname, 'webkit-window.py')
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': { binary: window, args: [] } } }
  const session = (await send(base, 'POST', '/session', { capabilities })) as {
    sessionId: string
    capabilities: { browserVersion: string }
  }
  const command: Command = (method, path, body) =>
    send(`${base}/session/${session.sessionId}`, method, path, body)
  return { command, version: session.capabilities.browserVersion }
}

async function send(base: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${base}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: unknown }
  if (!response.ok) throw new Error(`WebDriver ${method} ${path}: ${JSON.stringify(value)}`)
  return value
}

function drive(command: Command): Omit<Driver, 'engine' | 'console' | 'close'> {
  const execute = (script: string, args: readonly unknown[]) =>
    command('POST', '/execute/sync', { script, args })
  const evaluate: Driver['evaluate'] = async <A extends unknown[], R>(run: (...args: A) => R, ...args: A) =>
    (await execute(`return (${run.toString()}).apply(null, arguments)`, args)) as R
  const find = async (query: Query): Promise<Element | null> => {
    const found = (await evaluate(findInPage, query)) as Reference | null | 'no library'
    if (found === null) return null
    if (found === 'no library') {
      await execute(testingLibrary, [])
      return find(query)
    }
    return element(command, execute, found)
  }
  return {
    evaluate,
    find,
    goto: async (url) => {
      await command('POST', '/url', { url })
    },
    async resize(width, height) {
      await command('POST', '/window/rect', { width, height })
      await expect.poll(() => evaluate(() => innerWidth)).toBe(width)
    },
    async press(key) {
      const actions = [
        { type: 'keyDown', value: keys[key] },
        { type: 'keyUp', value: keys[key] },
      ]
      await command('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    screenshot: () => screenshot(command),
  }
}

/** Returns a screenshot of the visible part of the page. */
const screenshot = async (command: Command): Promise<Buffer> =>
  Buffer.from((await command('GET', '/screenshot')) as string, 'base64')

function element(
  command: Command,
  execute: (script: string, args: readonly unknown[]) => Promise<unknown>,
  reference: Reference,
): Element {
  const path = `/element/${reference[elementKey]}`
  // The driver scrolls as the page does, smoothly, and goes on before that has ended.
  const bringIntoView = () =>
    execute("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", [reference])
  return {
    async click() {
      await bringIntoView()
      // As with a hand's mouse: a press that arrives first loses its click if the page changes on the arrival.
      const arrival = { type: 'pointerMove', origin: reference, x: 0, y: 0 }
      const actions = [{ type: 'pointer', id: 'mouse', actions: [arrival] }]
      // After a resize the driver knows the new layout later than the page does.
      await expect(() => command('POST', '/actions', { actions })).toPass({ timeout: 20_000 })
      await command('POST', `${path}/click`, {})
    },
    async type(text) {
      await execute('arguments[0].focus(); arguments[0].select()', [reference])
      await command('POST', `${path}/value`, { text })
    },
    async select(label) {
      const option = await execute(
        'return Array.from(arguments[0].options).find(({ text }) => text === arguments[1])',
        [reference, label],
      )
      if (option === null) throw new Error(`There is no option ${label}.`)
      await command('POST', `/element/${(option as Reference)[elementKey]}/click`, {})
    },
    upload: async (paths) => {
      await command('POST', `${path}/value`, { text: paths.join('\n') })
    },
    async screenshot() {
      await bringIntoView()
      // In a scrolled page the driver's own screenshot of an element begins too low.
      const [left = 0, top = 0, width = 0, height = 0] = (await execute(
        `const { x, y, width, height } = arguments[0].getBoundingClientRect()
        return [x, y, width, height].map((value) => Math.floor(value * devicePixelRatio))`,
        [reference],
      )) as number[]
      return sharp(await screenshot(command))
        .extract({ left, top, width, height })
        .png()
        .toBuffer()
    },
  }
}

/** Never resolves; rejects when the program cannot be started or ends. */
async function failed(child: ChildProcess, name: string): Promise<never> {
  const [code] = (await once(child, 'exit')) as [number | null]
  throw new Error(`${name} ended with ${code ?? 'a signal'}.`)
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}
