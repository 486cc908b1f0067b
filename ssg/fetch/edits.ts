import { fileHash } from '../lib/hash.ts'
import type { Diagnostic } from '../model/diagnostics.ts'

/** A published file; null removes it. */
export interface Edit {
  path: string
  /** The hash of the file that was edited; empty for a new file. */
  base: string
  text: string | null
}

/** The content folder with the published edits. */
export interface Overlay {
  texts: Map<string, string>
  /** The paths of changed files. */
  applied: string[]
  /** The paths of edits that were left out because the file has changed since. */
  conflicts: string[]
}

/** Applies `edits` to `files`. An edit that equals its file changes nothing. */
export function layOver(files: ReadonlyMap<string, string>, edits: readonly Edit[]): Overlay {
  const overlay: Overlay = { texts: new Map(files), applied: [], conflicts: [] }
  for (const { path, base, text } of edits) {
    const file = files.get(path)
    if ((file ?? null) === text) continue
    if (base !== (file === undefined ? '' : fileHash(file))) {
      overlay.conflicts.push(path)
      continue
    }
    overlay.applied.push(path)
    if (text === null) overlay.texts.delete(path)
    else overlay.texts.set(path, text)
  }
  return overlay
}

/** Says that the error is in a published edit, not in the file. */
export const publishedProblem = (diagnostic: Diagnostic): Diagnostic => ({
  ...diagnostic,
  hint: `${diagnostic.hint} It was published at /content: fix it there.`,
})
