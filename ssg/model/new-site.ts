import { stringify } from 'yaml'
import type { Fields } from './schemas.ts'
import { languageOf } from './language.ts'
import type { Place } from './places.ts'
import { slugify } from './slugify.ts'

/** The facts that the owner of a new site has entered. */
export type NewSiteFacts = Pick<Fields<'site.md'>, 'name' | 'role' | 'description' | 'email'> &
  Partial<
    Pick<Fields<'site.md'>, 'language' | 'location' | 'nationality' | 'company' | 'accent' | 'logo_letter'>
  > & {
    places: readonly Place[]
    /** The text at the top of the CV. */
    summary?: string | undefined
  }

/**
 * Returns the files of a new site by path. Texts that its owner has not written are missing, and `entries` are files of
 * entries. `today` is the day of the terms.
 */
export function newSite(
  { places, summary = '', ...facts }: NewSiteFacts,
  entries: Readonly<Record<string, string>> = {},
  today = new Date(),
): Record<string, string> {
  const { name } = facts
  const { texts } = languageOf(facts.language ?? 'en')
  const page = (title: string, heading: string, description: string) => ({ title, description, heading })
  return {
    'site.md': file({ initials: initialsOf(name), ...facts }),
    'home/hero.md': file({}, introductionOf(summary)),
    'cv/profile.md': file(page(texts.cv, texts.cvHeading, short(texts.cvOf(name))), summary),
    'on-the-web/page.md': file(page(texts.onTheWeb, texts.onTheWeb, short(texts.placesOf(name)))),
    'about.md': file(page(texts.about, texts.about, short(texts.aboutOf(name)))),
    'terms.md': file(
      {
        heading: texts.termsHeading,
        updated: texts.longDay(today.getDate(), texts.months[today.getMonth()] ?? '', today.getFullYear()),
      },
      texts.newTerms,
    ),
    ...cards(places, entries),
    ...entries,
  }
}

/** The first paragraph of the summary, or of a long one the first sentences. */
function introductionOf(summary: string): string {
  const [first = ''] = summary.split(/\n\s*\n/)
  if (first.length <= 400) return first
  return /^[^]{1,399}[.!?](?=\s)/.exec(first)?.[0] ?? ''
}

/** Descriptions have a limit, which a long name may pass. */
const short = (description: string) => description.slice(0, 200)

/** The cards of places, under paths that `entries` do not have. */
function cards(places: readonly Place[], entries: Readonly<Record<string, string>>): Record<string, string> {
  const files: Record<string, string> = {}
  const isTaken = (path: string) => path in files || path in entries || path === 'on-the-web/page.md'
  for (const [index, place] of places.entries()) {
    const base = slugify(place.title) || 'place'
    let path = `on-the-web/${base}.md`
    for (let number = 2; isTaken(path); number++) path = `on-the-web/${base}-${number}.md`
    files[path] = file({ ...place, order: index + 1 })
  }
  return files
}

/** A content file; fields without a value are left out. */
function file(fields: Record<string, unknown>, text = ''): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '')
  const yaml = given.length === 0 ? '' : stringify(Object.fromEntries(given), { lineWidth: 0 })
  return `---\n${yaml}---\n${text === '' ? '' : `\n${text.trim()}\n`}`
}

/** Returns one to three capital letters: of the words of a name, or of the first and the last of more than three. */
export function initialsOf(name: string): string {
  const words = name.normalize('NFC').split(/[\s-]+/u)
  const letters = words.flatMap((word) => {
    // Some letters become two as capitals.
    const [first = ''] = Array.from((Array.from(word)[0] ?? '').toLocaleUpperCase('en'))
    return /^[\p{Lu}\p{Lo}]$/u.test(first) ? [first] : []
  })
  const chosen = letters.length > 3 ? [letters[0], letters.at(-1)] : letters
  return chosen.join('') || 'ME'
}
