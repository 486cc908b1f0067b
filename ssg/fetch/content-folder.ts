import { isUtf8 } from 'node:buffer'
import { readdirSync, realpathSync, statSync } from 'node:fs'
import { join, sep } from 'node:path'
import type { Diagnostic } from '../model/diagnostics.ts'
import { isLitter } from '../owner/demo.mjs'

/** The files of a content folder. */
export interface ContentFolder {
  /**
   * Where each file is, by its path below the folder. Paths are in Unicode's form NFC: some systems write the letters of
   * names in another one.
   */
  files: Map<string, string>
  diagnostics: Diagnostic[]
}

/** Lists the files below `root` but its README. Symbolic links are followed below `root`; `shownAs` is the folder's name. */
export function listFolder(root: string, shownAs: string): ContentFolder {
  const files = new Map<string, string>()
  const diagnostics: Diagnostic[] = []
  const top = realpathSync(root)
  /** `above` has the folders from `top` down to the one at `path`. */
  const walk = (path: string, above: readonly string[]) => {
    for (const item of readdirSync(join(root, path), { withFileTypes: true })) {
      const name = (path + item.name).normalize('NFC')
      if (isLitter(item.name) || name === 'README.md') continue
      const found = resolve(join(root, path, item.name))
      const where = `${shownAs}/${name}`
      if (found === undefined) diagnostics.push(badLink(where, 'leads to nothing'))
      else if (above.includes(found)) diagnostics.push(badLink(where, 'leads to a folder that it is in'))
      else if (!found.startsWith(top + sep)) diagnostics.push(badLink(where, outside))
      else if (statSync(found).isDirectory()) walk(`${path}${item.name}/`, [...above, found])
      else if (!statSync(found).isFile()) continue
      else if (files.has(name)) diagnostics.push(sameName(where))
      else files.set(name, found)
    }
  }
  walk('', [top])
  return { files, diagnostics }
}

/** The path without symbolic links; undefined if it leads nowhere. */
function resolve(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

/** Reports a file that is not UTF-8, with its first wrong line. */
export function checkEncoding(file: Buffer, where: string): Diagnostic[] {
  // UTF-16 without a byte order mark may be valid UTF-8, but has null bytes in it.
  if (isUtf8(file) && !file.includes(0)) return []
  const lines = file.toString('latin1').split('\n')
  const isWrong = (line: string) => line.includes('\0') || !isUtf8(Buffer.from(line, 'latin1'))
  return [
    {
      where,
      line: lines.findIndex(isWrong) + 1,
      message: 'The file is not encoded as UTF-8',
      hint: 'In your editor, save the file as UTF-8.',
    },
  ]
}

const outside = 'leads to what lies outside this folder'
const badLink = (where: string, problem: string): Diagnostic => ({
  where,
  message: `The symbolic link ${problem}`,
  hint: 'Put what it leads to in its place, or delete it.',
})
const sameName = (where: string): Diagnostic => ({
  where,
  message: 'Two files have this name, with its letters written in two ways',
  hint: 'Delete or rename one.',
})
