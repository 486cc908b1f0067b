import type { Client } from './bundles.ts'
import type { StaticFile } from './manifest.ts'
import { compressedBytes } from './output-files.ts'
import type { Page } from '../document/pages.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import type { Budgets } from '../options.ts'

export interface Sizes {
  /** The scripts that every visitor of a public page loads. */
  script: number
  /** Those, and the scripts that they may load later, with a session or on demand. */
  session: number
}

export function scriptSizes(
  { atOnce, all }: Client['elementFiles'],
  files: Record<string, StaticFile>,
): Sizes {
  const sum = (names: readonly string[]) =>
    names.reduce((total, name) => total + compressedBytes(files[name]), 0)
  return { script: sum(atOnce), session: sum(all) }
}

export function checkBudgets(
  pages: readonly Page[],
  sizes: Sizes,
  files: Record<string, StaticFile>,
  budgets: Budgets,
): Diagnostic[] {
  const reason = 'or raise the budget in vite.config.ts with a reason.'
  const heavyPages = pages.flatMap(({ path, file }) => {
    const { galleries, others } = budgets.html
    const limit = budgets.html[path] ?? (path.startsWith('/gallery/') ? galleries : others)
    const hint = `Shorten its words or its style, ${reason}`
    return over(path, 'document', compressedBytes(files[file]), limit, hint)
  })
  const hint = `Move what only some visitors need into a module that is imported on demand, ${reason}`
  const hintAll = `Import less in src/elements and src/session, ${reason}`
  return [
    ...heavyPages,
    ...over('src/elements/public.ts', 'script of public pages', sizes.script, budgets.script, hint),
    ...over('src/elements/public.ts', 'script with a session', sizes.session, budgets.session, hintAll),
  ]
}

function over(where: string, thing: string, bytes: number, limit: number, hint: string): Diagnostic[] {
  if (bytes <= limit) return []
  const message = `The ${thing} weighs ${bytes} bytes after brotli, ${bytes - limit} over its budget`
  return [{ where, message, hint }]
}
