import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { placeholder } from '../owner/blank.mjs'
import { contentFiles, hasDemoWords } from '../owner/demo.mjs'

/** Warnings of texts that are still the sample person's, or still placeholders; a site may be built with them. */
export function placeholderWarnings(folder: string, shownAs = 'content'): string[] {
  const texts = contentFiles(folder)
    .filter((path) => path.endsWith('.md'))
    .map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
  const matching = (wanted: (path: string, text: string) => boolean) =>
    texts.filter(({ path, text }) => wanted(path, text)).map(({ path }) => `${shownAs}/${path}`)
  const placeholders = matching((_, text) => text.includes(placeholder))
  return [
    ...warning('The sample person still speaks in', matching(hasDemoWords), 'Run scripts/new-owner.'),
    ...warning(`"${placeholder}" still stands in`, placeholders, 'Write what it asks for.'),
  ]
}

function warning(message: string, files: string[], hint: string): string[] {
  if (files.length === 0) return []
  const more = files.length > 5 ? ` and ${files.length - 4} more files` : ''
  const list = files.slice(0, more === '' ? undefined : 4).join(', ')
  return [`Warning: ${message} ${list}${more}. ${hint}`]
}
