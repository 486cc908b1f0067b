import type { FrontMatter } from './front-matter.ts'
import type { Folder, Single } from './kinds.ts'
import { isNeeded, missingLetter, missingLetterProblem } from './letters.mjs'

/** The first letter of a file that the CV's PDF cannot show, with its field and line. Signs that it leaves out do not count. */
export function missingLetterIn(
  kind: Single | Folder,
  fields: object,
  body: string,
  { lineOf }: Pick<FrontMatter, 'lineOf'>,
) {
  const texts = [
    ...Object.entries(shownFields(kind, fields as Fields)),
    ['', kind.startsWith('cv/') ? body : ''],
  ]
  for (const [field, value] of texts) {
    const letter = missingLetter([value].flat().join('\n'), isNeeded)
    if (letter === undefined) continue
    const place = field === '' ? {} : { line: lineOf([field]), field }
    return { letter, ...place, ...missingLetterProblem(letter) }
  }
  return undefined
}

type Fields = Record<string, string | string[] | undefined>

/** Those that the PDF shows. */
function shownFields(kind: Single | Folder, fields: Fields): Fields {
  if (kind === 'site.md') {
    const { name, initials = '', logo_letter, role, email, location, nationality } = fields
    const logo = logo_letter === undefined ? { initials: Array.from(initials)[0] } : { logo_letter }
    return { name, ...logo, role, email, location, nationality }
  }
  if (kind === 'on-the-web') return fields['url'] === undefined ? {} : { title: fields['title'] }
  if (kind === 'cv/audiences') return { role: fields['role'] }
  if (!kind.startsWith('cv/') || kind === 'cv/profile.md') return {}
  // Addresses are shown in ASCII.
  const hidden = ['url', 'result', 'result_label']
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !hidden.includes(name)))
}
