// The program of a release in an empty folder: nothing else of the project is there.
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Draft {
  path: string
  text: string
  base: number
}

export interface ContentFiles {
  files: { path: string; published: { text: string; version: number } }[]
}

/** A server in a new folder, which the caller fills with `portfolio`. */
export class Program {
  readonly folder = mkdtempSync(join(tmpdir(), 'release-'))
  /** Of the programs on this machine, the server can start none. */
  readonly environment: Record<string, string> = {
    DATA_DIR: join(this.folder, 'data'),
    METRICS_ADDR: 'none',
    PATH: '/nowhere',
  }
  origin = ''
  #server: ChildProcess | undefined
  #authorization = ''

  /** Starts the server and returns its output as soon as that matches `pattern`. */
  async serve(pattern: RegExp): Promise<string> {
    const address = (this.environment['LISTEN_ADDR'] ??= `127.0.0.1:${await freePort()}`)
    this.origin = `http://${address}`
    this.#server = spawn(join(this.folder, 'portfolio'), ['serve'], {
      cwd: this.folder,
      env: this.environment,
    })
    return printed(this.#server, pattern)
  }

  async stop(): Promise<void> {
    if (!this.#server || this.#server.exitCode !== null) return
    const ended = once(this.#server, 'exit')
    this.#server.kill()
    await ended
  }

  async remove(): Promise<void> {
    await this.stop()
    rmSync(this.folder, { recursive: true })
  }

  /** Starts it for the first time, and returns its output. */
  async firstStart(): Promise<string> {
    const output = await this.serve(/setup-link prints the link for it\.\s+$/)
    this.setupLink()
    return output
  }

  /** Makes the link that sets the site up, as its owner does where `serve` has no terminal, and calls the API with it. */
  setupLink(): string {
    const link = execFileSync(join(this.folder, 'portfolio'), ['setup-link'], {
      cwd: this.folder,
      env: this.environment,
      encoding: 'utf8',
    })
    this.#authorization = `Setup ${/#(\S+)/.exec(link)?.[1] ?? ''}`
    return link
  }

  /** Makes a call of the set-up, and signs in with its answer. */
  async setUp(path: string, form?: unknown): Promise<void> {
    const { access } = await this.call<{ access: string }>('POST', path, form)
    this.#authorization = `Bearer ${access}`
  }

  async page(path: string): Promise<Buffer> {
    return Buffer.from(await (await fetch(this.origin + path)).arrayBuffer())
  }

  /** Makes a call of the API as staff, which must succeed. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(this.origin + path, {
      method,
      headers: {
        Authorization: this.#authorization,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} is answered by ${response.status}: ${text}`)
    return (text === '' ? undefined : JSON.parse(text)) as T
  }

  /** A file without text is removed. */
  async publish(texts: readonly (Omit<Draft, 'text'> & { text: string | null })[]): Promise<void> {
    const drafts: { path: string; revision: number }[] = []
    for (const text of texts) {
      const saved = await this.call<{ revision: number }>('PUT', '/api/content/drafts/', {
        ...text,
        revision: 0,
      })
      drafts.push({ path: text.path, revision: saved.revision })
    }
    await this.call('POST', '/api/content/publications/', { drafts })
  }

  /** Returns the text of a file of the site's content as a draft that can be changed. */
  async draft(path: string): Promise<Draft> {
    const { files } = await this.call<ContentFiles>('GET', '/api/content/files/')
    const published = files.find((found) => found.path === path)?.published
    if (!published) throw new Error(`The site has no ${path}.`)
    return { path, text: published.text, base: published.version }
  }
}

function printed(child: ChildProcess, pattern: RegExp): Promise<string> {
  let output = ''
  return new Promise((done, failed) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => {
        output += text.toString()
        if (pattern.test(output)) done(output)
      })
    child.once('exit', (code) => failed(new Error(`It ended with ${String(code)}:\n${output}`)))
  })
}

async function freePort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address() as AddressInfo
  listener.close()
  await once(listener, 'close')
  return port
}
