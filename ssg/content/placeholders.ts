import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { normalizePath } from 'vite'
import { toWrite } from '../owner/blank.mjs'
import { hasDemoWords } from '../owner/demo.mjs'

/** Warnings of texts that are still the sample person's, or wait to be written; a site may be built with them. */
export async function placeholderWarnings(folder: string, shownAs = 'content'): Promise<string[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found
    .filter((item) => item.isFile() && item.name.endsWith('.md'))
    .map((item) => normalizePath(relative(folder, join(item.parentPath, item.name))))
    .filter((path) => path !== 'README.md')
    .sort()
  const texts = await Promise.all(
    paths.map(async (path) => ({ path, text: await readFile(join(folder, path), 'utf8') })),
  )
  const named = (wanted: (path: string, text: string) => boolean) =>
    texts.filter(({ path, text }) => wanted(path, text)).map(({ path }) => `${shownAs}/${path}`)
  return [
    ...warning('The sample person still speaks in', named(hasDemoWords), 'Run scripts/new-owner.'),
    ...warning(
      `"${toWrite}" still stands in`,
      named((_, text) => text.includes(toWrite)),
      'Write message it asks for.',
    ),
  ]
}

function warning(message: string, files: string[], hint: string): string[] {
  if (files.length === 0) return []
  const more = files.length > 5 ? ` and ${files.length - 4} more files` : ''
  const list = files.slice(0, more === '' ? undefined : 4).join(', ')
  return [`Warning: ${message} ${list}${more}. ${hint}`]
}
