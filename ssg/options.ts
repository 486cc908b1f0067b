import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Budgets } from './build/budgets.ts'
import type { Subject } from './discovery/linked-data.ts'
import type { Spent } from './build/stopwatch.ts'
import { UserError } from './lib/diagnostics.ts'

/** What a build took, in milliseconds. */
export interface BuildFigures {
  pages: number
  /** Rendering, composing, checking and writing; not bundling, nor compressing. */
  pageStage: Spent
  /** All of it, by the clock. */
  whole: number
}

export interface SsgOptions {
  /** The folder of the owner's files. */
  content: string
  budgets: Budgets
  /** Whether what is over its budget stops the build, as by default, or is said at its end. */
  overBudget?: 'refuse' | 'warn'
  /** The colour of the browser's frame in each theme: the page's canvas. */
  themeColor: { light: string; dark: string }
  /** The API's origin when it is not the site's own. */
  apiOrigin?: string | undefined
  /** Whether the build shows a change before it is published; then no page may write to the API. */
  preview?: boolean
  /** The origin whose API the build asks for what pages show before they can ask themselves. */
  buildDataOrigin?: string | undefined
  /** The pages, by path, that are about the site as a whole or about the person. Search engines are told so. */
  subjects?: Record<string, Subject>
  /** Where the site will be found, for all that must name its own address. */
  siteUrl?: string | undefined
  /** Where people reach the server. It is published when this begins with https; a build without `siteUrl` then warns. */
  publicUrl?: string | undefined
  /** Is told what a build took, when it is done. */
  onBuilt?: (figures: BuildFigures) => void
}

/** Reads an origin from the environment variable `name`; unset and empty mean none, anything else must be one. */
export function originVariable(name: string, environment = process.env): string | undefined {
  const value = environment[name]?.trim().replace(/\/$/, '')
  if (value === undefined || value === '') return undefined
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && new URL(value).origin === value)
    return value
  throw new UserError(
    `${name} is "${value}", which is no origin. Write it like https://example.test, without a path.`,
  )
}

/**
 * Whose API the build asks: BAKE_FROM, or nobody's when that is "none"; else API_ORIGIN; else the server of this machine,
 * where it has its data.
 */
export function buildDataOrigin(root: string, environment = process.env): string | undefined {
  const named = environment['BAKE_FROM']?.trim()
  if (named === 'none') return undefined
  if (named) return originVariable('BAKE_FROM', environment)
  const api = originVariable('API_ORIGIN', environment)
  if (api !== undefined) return api
  if (!existsSync(resolve(root, environment['DATA_DIR'] || 'data'))) return undefined
  return localApi(environment)
}

/** Where the API answers that runs on this machine with the same LISTEN_ADDR. */
export function localApi(environment = process.env): string {
  const [, host = '', port = '8080'] = /^(.*):(\d+)$/.exec(environment['LISTEN_ADDR']?.trim() ?? '') ?? []
  // A server that listens on every address is asked on this machine's own.
  const everyAddress = ['', '0.0.0.0', '[::]'].includes(host)
  return `http://${everyAddress ? '127.0.0.1' : host}:${port}`
}

/** Whether the CDN builds for another address than the published one: it names each build's context. */
export function isPreview({ NETLIFY, CONTEXT } = process.env): boolean {
  return NETLIFY === 'true' && CONTEXT !== 'production'
}
