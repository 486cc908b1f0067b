import type { Diagnostic } from '../model/diagnostics.ts'

/** A text that was published in the browser: the whole file, or null to remove it. */
export interface Edit {
  /** Below the content folder. */
  path: string
  /** The hash of the file that it was made on, empty where there was none. */
  base: string
  text: string | null
}

/** The texts of the content folder with what was published over them. */
export interface Overlay {
  texts: Map<string, string>
  /** The paths of the texts that are not the files'. */
  applied: string[]
  /** The paths of edits that were made on another file than the one that there is, and are left out. */
  conflicts: string[]
}

/** Lays `edits` over `files`, texts by their paths; `hashOf` is the hash of a file. An edit that equals its file changes nothing. */
export function layOver(
  files: ReadonlyMap<string, string>,
  edits: readonly Edit[],
  hashOf: (text: string) => string,
): Overlay {
  const overlay: Overlay = { texts: new Map(files), applied: [], conflicts: [] }
  for (const { path, base, text } of edits) {
    const file = files.get(path)
    if ((file ?? null) === text) continue
    if (base !== (file === undefined ? '' : hashOf(file))) {
      overlay.conflicts.push(path)
      continue
    }
    overlay.applied.push(path)
    if (text === null) overlay.texts.delete(path)
    else overlay.texts.set(path, text)
  }
  return overlay
}

/** A mistake that is not in the file itself, so that its author does not look for it there. */
export const publishedMistake = (diagnostic: Diagnostic): Diagnostic => ({
  ...diagnostic,
  hint: `${diagnostic.hint} It was published at /content: mend it there.`,
})
