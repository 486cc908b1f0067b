import type { Screen } from './chunks.ts'
import type { StaticFile } from '../document/manifest.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Page } from '../document/pages.ts'

/** Limits in bytes after brotli. */
export interface Budgets {
  /** A document with its style and loader, by path; `others` is for all further pages. */
  html: { others: number; [path: string]: number }
  /** The scripts that a public page has loaded when it is interactive. */
  script: number
  /** The script that brings prerendered pages to life without the app. */
  enhance?: number
}

/** The size of one public screen's scripts together, after brotli. */
export interface ScreenWeight {
  module: string
  bytes: number
}

export function weighScreens(screens: readonly Screen[], files: Record<string, StaticFile>): ScreenWeight[] {
  return screens.map(({ module, scripts }) => {
    return { module, bytes: scripts.reduce((sum, name) => sum + compressedBytes(files[name]), 0) }
  })
}

/** What a browser that knows brotli receives. */
function compressedBytes(file: StaticFile | undefined): number {
  return file?.encodings.find(({ encoding }) => encoding === 'br')?.bytes ?? file?.bytes ?? 0
}

/** Finds pages and screens over their budget. */
export function checkBudgets(
  pages: readonly Page[],
  screens: readonly ScreenWeight[],
  enhance: string | undefined,
  files: Record<string, StaticFile>,
  budgets: Budgets,
): Diagnostic[] {
  const heavyPages = pages.flatMap(({ path, file }) => {
    const limit = budgets.html[path] ?? budgets.html.others
    const hint = 'Shorten its words or the common style, or raise the budget in vite.config.ts with a reason.'
    return over(path, 'document', compressedBytes(files[file]), limit, hint)
  })
  const heavyScreens = screens.flatMap(({ module, bytes }) => {
    const hint =
      'Import less, or lazily; shorten its words; or raise the budget in vite.config.ts with a reason.'
    return over(module, 'set of scripts after hydration', bytes, budgets.script, hint)
  })
  const hint = 'Leave to the app what can wait for a first touch.'
  const heavyEnhance =
    enhance === undefined
      ? []
      : over(
          'src/enhance.ts',
          'script before the app',
          compressedBytes(files[enhance]),
          budgets.enhance ?? Infinity,
          hint,
        )
  return [...heavyPages, ...heavyScreens, ...heavyEnhance]
}

function over(where: string, thing: string, bytes: number, limit: number, hint: string): Diagnostic[] {
  if (bytes <= limit) return []
  return [
    {
      where,
      message: `The ${thing} weighs ${bytes} bytes after brotli, ${bytes - limit} over its budget`,
      hint,
    },
  ]
}
