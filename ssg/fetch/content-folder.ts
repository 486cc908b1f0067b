import { isUtf8 } from 'node:buffer'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Diagnostic } from '../model/diagnostics.ts'

interface ContentFolder {
  /** Maps paths below the folder to files. Paths are in NFC, because file systems differ in the form of accents. */
  files: Map<string, string>
  diagnostics: Diagnostic[]
}

/** Whether operating systems or editors leave files of this name behind, or hide them. */
const isLitter = (name: string) =>
  name.startsWith('.') || /^(thumbs\.db|ehthumbs\.db|desktop\.ini|icon\r)$/i.test(name)

/** Lists the files below `root` except its README. `shownAs` is the folder's name in messages. */
export function listFolder(root: string, shownAs: string): ContentFolder {
  const files = new Map<string, string>()
  const diagnostics: Diagnostic[] = []
  const walk = (path: string) => {
    for (const item of readdirSync(join(root, path), { withFileTypes: true })) {
      const name = (path + item.name).normalize('NFC')
      if (isLitter(item.name) || name === 'README.md') continue
      const where = `${shownAs}/${name}`
      if (item.isSymbolicLink()) diagnostics.push({ where, ...symbolicLink })
      else if (item.isDirectory()) walk(`${path}${item.name}/`)
      else if (files.has(name)) diagnostics.push({ where, ...sameName })
      else files.set(name, join(root, path, item.name))
    }
  }
  walk('')
  return { files, diagnostics }
}

/** Reports a file that is not UTF-8, with its first wrong line. */
export function checkEncoding(file: Buffer, where: string): Diagnostic[] {
  // UTF-16 without a byte order mark may be valid UTF-8, but has null bytes in it.
  if (isUtf8(file) && !file.includes(0)) return []
  const lines = file.toString('latin1').split('\n')
  const isWrong = (line: string) => line.includes('\0') || !isUtf8(Buffer.from(line, 'latin1'))
  const hint = 'In your editor, save the file as UTF-8.'
  return [{ where, line: lines.findIndex(isWrong) + 1, message: 'The file is not encoded as UTF-8', hint }]
}

const symbolicLink = {
  message: 'This is a symbolic link',
  hint: 'Replace it with the file itself, or delete it.',
}
const sameName = {
  message: 'Two files have this name, with accents in different forms',
  hint: 'Delete or rename one.',
}
