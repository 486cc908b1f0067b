import { sharedFields } from '#model/translations'
import { kindModels, type FieldModel } from '#model/fields'
import { readForm, writeForm } from '#model/form'
import { kindOf, splitLanguage } from '#model/kinds'
import type { Entries, Entry } from './entries'

/** The code of the main language. */
export const mainLanguage = (entries: Entries): string =>
  String(entries.get('site.md')?.fields['language'] ?? 'en')

/** The codes of the further languages, sorted. */
export const furtherLanguages = (entries: Entries): string[] =>
  [...entries.values()].flatMap(({ original, language, content }) =>
    original === 'site.md' && language !== undefined && content !== null ? [language] : [],
  )

/** The path of the file in a language; undefined is the main one. */
export const fileIn = (language: string | undefined, original: string): string =>
  language === undefined ? original : `${language}/${original}`

/**
 * The entries of a language, and the originals that are not translated into it. A list page without a file has the words
 * of each language already.
 */
export function entriesIn(entries: Entries, language: string | undefined): Entries {
  const isUntranslated = ({ path, language: own, content, stored, draft }: Entry) =>
    own === undefined && content !== null && Boolean(stored ?? draft) && !entries.has(fileIn(language, path))
  return new Map([...entries].filter(([, entry]) => entry.language === language || isUntranslated(entry)))
}

/** The translations of an entry. */
export const translationsOf = (entries: Entries, { path }: Entry): Entry[] =>
  [...entries.values()].filter(({ original, language }) => language !== undefined && original === path)

/** Those that no translation has. */
const ofOriginals = ['aliases', 'first_address', 'language']

/** Whether a translation has a field of its own: dates, order and images are those of its original. */
export const isTranslated = ({ name }: FieldModel): boolean =>
  !sharedFields.includes(name) && !ofOriginals.includes(name)

/** The text of a new translation at `path`: that of its original, with the fields that it must have of the shared ones. */
export function newTranslation(path: string, original: string): string {
  const form = readForm(path, original)
  const kind = kindOf(path)
  if (!form || !kind) return original
  const { language = '' } = splitLanguage(path)
  // The alternative text of a cover needs one.
  const left = kindModels[kind].fields.filter(
    (field) => !isTranslated(field) && !field.required && field.name !== 'cover',
  )
  const fields = Object.entries(form.fields).filter(([name]) => left.every((field) => field.name !== name))
  return writeForm(path, original, {
    ...form,
    fields: { ...Object.fromEntries(fields), ...(kind === 'site.md' && { language }) },
  })
}
