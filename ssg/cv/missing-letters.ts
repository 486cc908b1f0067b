import type { Text } from '../content/compile.ts'
import type { Folder, Single } from '../content/kinds.ts'
import { missingLetter } from '../owner/letters.mjs'
import { plainText } from './prose.ts'

/** A letter that the CV's PDF cannot show. */
export interface MissingLetter {
  letter: string
  /** The field that holds it, and its place in a list; empty for the body. */
  path: (string | number)[]
}

/**
 * Returns the first letter that the PDF cannot show in each field, in each item of a list, and in
 * the body.
 */
export function missingLetters(
  kind: Single | Folder,
  { fields, html }: Pick<Text, 'fields' | 'html'>,
): MissingLetter[] {
  const shown = Object.entries(shownFields(kind, (fields ?? {}) as Fields))
  const places: { path: MissingLetter['path']; text: string }[] = shown.flatMap(([name, value = '']) =>
    Array.isArray(value)
      ? value.map((text, index) => ({ path: [name, index], text }))
      : { path: [name], text: value },
  )
  if (kind.startsWith('cv/')) places.push({ path: [], text: plainText(html) })
  return places.flatMap(({ path, text }) => {
    const letter = missingLetter(text)
    return letter === undefined ? [] : [{ letter, path }]
  })
}

type Fields = Record<string, string | string[] | undefined>

/** The fields of a file that the PDF shows, as cvOutline and drawCv use them. */
function shownFields(kind: Single | Folder, fields: Fields): Fields {
  const { name, initials, role, email, nationality, title, organisation, place, items, url } = fields
  switch (kind) {
    case 'site.md':
      return { name, initials: Array.from(initials ?? '')[0], role, email, nationality }
    case 'cv/education':
    case 'cv/experience':
    case 'cv/early':
      return { title, organisation, place }
    case 'cv/skills':
    case 'cv/tools':
      return { title, items }
    case 'cv/certifications':
      return { title, issuer: fields['issuer'] }
    case 'cv/languages':
      return { title, level: fields['level'] }
    case 'on-the-web':
      return url === undefined ? {} : { title, url }
    default:
      return {}
  }
}
