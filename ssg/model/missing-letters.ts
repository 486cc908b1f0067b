import type { Problem } from './diagnostics.ts'
import type { Folder, Single } from './kinds.ts'
import { missingLetter, missingLetterProblem } from './letters.mjs'

/** A letter that the CV's PDF cannot show. */
interface MissingLetter extends Problem {
  letter: string
  /** The field, and the place in its list; empty for the body. */
  path: (string | number)[]
}

/** The first letter that the PDF cannot show in each field, each item of a list, and the body's `html`. */
export function missingLetters(kind: Single | Folder, fields: object, html: string): MissingLetter[] {
  const places = Object.entries(shownFields(kind, fields as FieldTexts)).flatMap(([name, value = '']) =>
    Array.isArray(value)
      ? value.map((text, index) => ({ path: [name, index], text }))
      : [{ path: [name], text: value }],
  )
  const body = kind.startsWith('cv/') ? [{ path: [], text: textOf(html) }] : []
  return [...places, ...body].flatMap(({ path, text }) => {
    const letter = missingLetter(text)
    return letter === undefined ? [] : [{ letter, path, ...missingLetterProblem(letter) }]
  })
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }
const textOf = (html: string) =>
  html.replace(/<[^>]*>/g, ' ').replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)

type FieldTexts = Record<string, string | string[] | undefined>

function shownFields(kind: Single | Folder, fields: FieldTexts): FieldTexts {
  const { name, initials, role, email, location, nationality, title, organisation, place, items, url } =
    fields
  switch (kind) {
    case 'site.md':
      return { name, initials: Array.from(initials ?? '')[0], role, email, location, nationality }
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
