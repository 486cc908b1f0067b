import { placeholder } from '../owner/blank.mjs'
import { hasDemoWords } from '../owner/demo.mjs'

/** Reports texts that are still the sample person's, or still placeholders; a site may be built with them. */
export function placeholderWarnings(texts: ReadonlyMap<string, string>, shownAs: string): string[] {
  const filesWith = (isFound: (path: string, text: string) => boolean) =>
    [...texts].filter((file) => isFound(...file)).map(([path]) => `${shownAs}/${path}`)
  const unwritten = filesWith((_, text) => text.includes(placeholder))
  return [
    ...warning('The sample person is still in', filesWith(hasDemoWords), 'Run scripts/new-owner.'),
    ...warning(`"${placeholder}" is still in`, unwritten, 'Write the text.'),
  ]
}

function warning(message: string, files: string[], hint: string): string[] {
  if (files.length === 0) return []
  const more = files.length > 5 ? ` and ${files.length - 4} more files` : ''
  const list = files.slice(0, more === '' ? undefined : 4).join(', ')
  return [`Warning: ${message} ${list}${more}. ${hint}`]
}
