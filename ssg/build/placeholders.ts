import { placeholder } from '../owner/blank.mjs'
import { hasDemoWords } from '../owner/demo.mjs'

/** Finds texts that are still the sample person's, or still placeholders; a site may be built with them. */
export function placeholderFinder(shownAs: string) {
  const demo: string[] = []
  const placeholders: string[] = []
  return {
    look(path: string, text: string) {
      if (hasDemoWords(path, text)) demo.push(`${shownAs}/${path}`)
      if (text.includes(placeholder)) placeholders.push(`${shownAs}/${path}`)
    },
    warnings: (): string[] => [
      ...warning('The sample person is still in', demo, 'Run scripts/new-owner.'),
      ...warning(`"${placeholder}" is still in`, placeholders, 'Write the text.'),
    ],
  }
}

function warning(message: string, files: string[], hint: string): string[] {
  if (files.length === 0) return []
  const more = files.length > 5 ? ` and ${files.length - 4} more files` : ''
  const list = files.slice(0, more === '' ? undefined : 4).join(', ')
  return [`Warning: ${message} ${list}${more}. ${hint}`]
}
