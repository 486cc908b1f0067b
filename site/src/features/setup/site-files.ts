import { accentError, defaultAccent } from '#model/accent'
import { checkFile } from '#model/check'
import { compile } from '#model/compile'
import { parseEntries } from '#model/entry'
import { normalDate } from '#model/import/dates'
import { entriesOf, isSummary, toFiles, withFeatured } from '#model/import/entries'
import { withoutDeadLinks } from '#model/import/links'
import { withImages } from '#model/import/photos'
import type { ImportedEntry } from '#model/import/result'
import { languageCode } from '#model/language'
import { missing } from '#model/missing'
import { newSite } from '#model/new-site'
import { placeOf, type Place } from '#model/places'
import type { FormErrors } from '../../ui/form-errors'
import type { Imported, Inputs } from './inputs'

/** The entries that are ticked and have no problem. */
export function chosenEntries({ result, chosen }: Imported): ImportedEntry[] {
  return result.entries.filter(({ id, problem }) => chosen.includes(id) && !problem)
}

/** The latest job as an entry of the CV. */
export function jobOf({ job_title, job_organisation, job_start }: Inputs): ImportedEntry | undefined {
  const fields = { title: inOneLine(job_title), organisation: inOneLine(job_organisation) }
  const [entry] = entriesOf([
    { folder: 'cv/experience', fields: { ...fields, start: normalDate(job_start) } },
  ])
  return entry
}

/** The entries that the CV begins with. */
function cvEntries(inputs: Inputs, imported: Imported | null): ImportedEntry[] {
  if (imported) return chosenEntries(imported)
  const job = inputs.cv === 'job' ? jobOf(inputs) : undefined
  return job && !job.problem ? [job] : []
}

/** The name of the accent's family, or the owner's own colour. */
export const accentOf = ({ accent, own_colour }: Inputs): string => own_colour.trim() || accent

/** The code of the site's language: chosen, or the browser's first one that a site can have. */
export const languageIn = ({ language }: Inputs): string =>
  language || navigator.languages.map(languageCode).find(Boolean) || 'en'

/** The name of the site. */
export const nameOf = ({ name }: Inputs): string => inOneLine(name)

const inOneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ')

/** The files of the new site, with the entries of `imported`, or with the latest job. */
export function siteFiles(inputs: Inputs, imported: Imported | null): Record<string, string> {
  const entries = cvEntries(inputs, imported)
  const cards = new Set(entries.map(({ fields }) => fields['url']))
  const names = new Map(imported?.result.facts.links.map(({ url, label }) => [url, label]))
  const placeAt = (address: string): Place[] => {
    const place = placeOf(address)
    if (!place || cards.has(place.url)) return []
    const name = place.icon === 'site' ? names.get(address) : undefined
    return [{ ...place, ...(name && { title: name }) }]
  }
  const accent = accentOf(inputs)
  const language = languageIn(inputs)
  const { name, email, role, description, location, nationality, company, logo_letter } = inputs
  const texts = { name, email, role, description, location, nationality, company }
  const facts = Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [field, inOneLine(text)]),
  ) as typeof texts
  const files = newSite(
    {
      ...facts,
      // Without one the site is as light as before.
      accent: accent === defaultAccent ? undefined : accent,
      language: language === 'en' ? undefined : language,
      logo_letter: logo_letter?.trim(),
      places: inputs.places.flatMap(placeAt),
      summary: entries
        .filter(isSummary)
        .map(({ text }) => text)
        .join('\n\n'),
    },
    toFiles(withFeatured(entries), ['site.md']),
  )
  return imported?.result.source === 'content' ? withoutDeadLinks(files) : files
}

/** The files without the images that are not in the library yet. */
export const withoutImages = (files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(files).map(([path, source]) => [path, withImages(path, source, () => undefined)]),
  )

/** Returns the content of the site with `files`; undefined if they have errors. */
export const contentOf = (files: Record<string, string>) =>
  compile(parseEntries(new Map(Object.entries(files)))).content

/** Returns how many texts are still to be written. */
export function missingTexts(inputs: Inputs, imported: Imported | null): number {
  const content = contentOf(siteFiles(inputs, imported))
  return content ? missing(content).length : 0
}

/** Why the site cannot have some of its facts, keyed by the inputs in `names`. */
export function factErrors(inputs: Inputs, names: readonly (keyof Inputs)[]): FormErrors['fields'] {
  const { errors } = checkFile('site.md', siteFiles(inputs, null)['site.md'] ?? '')
  const found = errors.map(({ field = '', message, hint }) => {
    const colour = field === 'accent' && accentError(accentOf(inputs))
    return [field === 'accent' ? 'own_colour' : field, colour || `${message}. ${hint}`] as const
  })
  return Object.fromEntries(
    found
      .filter(([field]) => (names as readonly string[]).includes(field))
      .map(([field, text]) => [field, [text]]),
  )
}
