import type { Problem } from './diagnostics.ts'
import type { Folder, Single } from './kinds.ts'
import { missingLetter, missingLetterProblem } from './letters.mjs'

/** A letter that the CV's PDF cannot show. */
interface MissingLetter extends Problem {
  letter: string
  /** The field, and the place in its list; empty for the body. */
  path: (string | number)[]
}

/** The first letter that the PDF cannot show in each field, each item of a list, and the text of the body. */
export function missingLetters(kind: Single | Folder, fields: object, body: string): MissingLetter[] {
  const places = Object.entries(shownFields(kind, fields as FieldTexts)).flatMap(
    ([name, value = '']): { path: MissingLetter['path']; text: string }[] =>
      Array.isArray(value)
        ? value.map((text, index) => ({ path: [name, index], text }))
        : [{ path: [name], text: value }],
  )
  if (kind.startsWith('cv/')) places.push({ path: [], text: body })
  return places.flatMap(({ path, text }) => {
    const letter = missingLetter(text)
    return letter === undefined ? [] : [{ letter, path, ...missingLetterProblem(letter) }]
  })
}

type FieldTexts = Record<string, string | string[] | undefined>

function shownFields(kind: Single | Folder, fields: FieldTexts): FieldTexts {
  const {
    name,
    initials,
    logo_letter,
    role,
    email,
    location,
    nationality,
    title,
    organisation,
    place,
    items,
    url,
  } = fields
  switch (kind) {
    case 'site.md':
      return {
        name,
        ...(logo_letter === undefined ? { initials: Array.from(initials ?? '')[0] } : { logo_letter }),
        role,
        email,
        location,
        nationality,
      }
    case 'cv/education':
    case 'cv/experience':
    case 'cv/early':
    case 'cv/volunteering':
      return { title, organisation, place }
    case 'cv/skills':
    case 'cv/tools':
      return { title, items }
    case 'cv/certifications':
      return { title, issuer: fields['issuer'] }
    case 'cv/awards':
      return { title, awarder: fields['awarder'] }
    case 'cv/publications':
      return { title, publisher: fields['publisher'] }
    case 'cv/sections':
      return { title }
    case 'cv/languages':
      return { title, level: fields['level'] }
    case 'on-the-web':
      // Addresses are shown in ASCII.
      return url === undefined ? {} : { title }
    default:
      return {}
  }
}
