import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError } from './lib/diagnostics.ts'

export interface SsgOptions {
  content: string
  /** The colour of the browser's frame in each theme: the page's canvas. */
  themeColor: { light: string; dark: string }
  /** The API's origin when it is not the site's own. */
  apiOrigin?: string | undefined
  /** Whether the build shows a change before it is published; then no page may write to the API. */
  preview?: boolean
  /** The origin whose API gives the build-time data. */
  buildDataOrigin?: string | undefined
  /** The API's BUILD_TOKEN, for published content. */
  buildToken?: string | undefined
  /** The path of the page about the person, which has structured data for search engines. */
  personPage?: string
  /** The folder for the files with which the server renders pages itself. */
  rendererFolder?: string | undefined
  /** The site's published address, for everything that must name it. */
  siteUrl?: string | undefined
  /** Where people reach the server. It is published when this begins with https; a build without `siteUrl` then warns. */
  publicUrl?: string | undefined
}

/**
 * Reads an origin from the environment variable `name`, in the form that browsers send; unset and empty mean none,
 * anything else must be one.
 */
export function originVariable(name: string, environment = process.env): string | undefined {
  const value = environment[name]?.trim().replace(/\/$/, '')
  if (value === undefined || value === '') return undefined
  if (/^https?:\/\/[^\s/\\?#@]+$/i.test(value) && URL.canParse(value)) {
    const { origin, hostname } = new URL(value)
    if (/^([a-z0-9._-]+|\[.*\])$/.test(hostname)) return origin
  }
  throw new UserError(
    `${name} is "${value}", which is not an origin. Write it like https://example.test, without a path.`,
  )
}

/**
 * The origin whose API the build asks: PREFETCH_FROM, or none when that is "none"; else API_ORIGIN; else the server on this
 * machine, when its data folder is here.
 */
export function buildDataOrigin(root: string, environment = process.env): string | undefined {
  const named = environment['PREFETCH_FROM']?.trim()
  if (named === 'none') return undefined
  if (named) return originVariable('PREFETCH_FROM', environment)
  const api = originVariable('API_ORIGIN', environment)
  if (api !== undefined) return api
  if (!existsSync(resolve(root, environment['DATA_DIR'] || 'data'))) return undefined
  return localApi(environment)
}

/** BUILD_TOKEN, or for the server on this machine the one that it has made in its data folder. */
export function buildToken(root: string, environment = process.env): string | undefined {
  const named = environment['BUILD_TOKEN']?.trim()
  if (named) return named
  const asked = buildDataOrigin(root, environment)
  if (asked === undefined || new URL(asked).origin !== new URL(localApi(environment)).origin) return undefined
  const file = join(resolve(root, environment['DATA_DIR'] || 'data'), 'build.token')
  try {
    return readFileSync(file, 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

/** The address of this machine's API: from LISTEN_ADDR, or PUBLIC_URL if the server has its own certificate. */
export function localApi(environment = process.env): string {
  const [, host = '', port = '8080'] = /^(.*):(\d+)$/.exec(environment['LISTEN_ADDR']?.trim() ?? '') ?? []
  const publicUrl = originVariable('PUBLIC_URL', environment)
  if (publicUrl && (port === '443' || environment['ACME_URL'])) return publicUrl
  const hostname = URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : host
  // A server that listens on every address answers on the loopback address.
  const everyAddress = ['', '0.0.0.0', '[::]'].includes(hostname)
  return `http://${everyAddress ? '127.0.0.1' : host}:${port}`
}

/** Whether the CDN builds for another address than the published one: it names each build's context. */
export function isPreview({ NETLIFY, CONTEXT } = process.env): boolean {
  return NETLIFY === 'true' && CONTEXT !== 'production'
}
