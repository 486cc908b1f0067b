import { pathIn, type Language } from './language.ts'
import type { Problem } from './diagnostics.ts'
import { hasOwnPage, splitLanguage, type Single } from './kinds.ts'
import type { Placed } from './order.ts'
import type { CompiledEntry, SiteContent } from './site-content.ts'

/** A page in one of the site's languages. */
export interface Translation extends Language {
  path: string
  /** Whether it is the same page: one that is not translated leads to the nearest that is. */
  isSame: boolean
}

/** The page at `path` in all languages of the site, the main one first; none if the site has only one. */
export function translationsOf({ language, languages = [] }: SiteContent, path: string): Translation[] {
  const original = originalPath(language, path)
  return languages.map(({ paths, ...other }) => {
    const nearest = above(original).find((place) => paths.has(place)) ?? '/'
    return { ...other, path: pathIn(other, nearest), isSame: nearest === original }
  })
}

/** The address of a page in the main language. */
export const originalPath = ({ prefix }: Language, path: string): string => path.slice(prefix.length) || '/'

/** A path and those above it: `/projects/shelf`, `/projects`. */
const above = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((_, index, steps) => `/${steps.slice(0, steps.length - index).join('/')}`)

/** The fields of an entry that are the same in every language. */
export const sharedFields: readonly string[] = [
  ...['date', 'start', 'end', 'order', 'icon', 'cover', 'featured', 'navigation', 'sections'],
  ...['accent', 'logo_letter', 'apple_app', 'android_app', 'android_fingerprints'],
]

/** The fields of a translation, with those of its original that are not words. */
export const following = (fields: Placed['fields'], original: Placed['fields']) =>
  Object.fromEntries([
    ...Object.entries(fields).filter(([name]) => !sharedFields.includes(name)),
    ...Object.entries(original).filter(([name]) => sharedFields.includes(name)),
  ])

/**
 * The files of the site in a language. A page that is not translated does not exist there; its other parts, such as the jobs
 * of the CV, are in the main language then.
 */
export function filesIn(
  language: Language,
  main: Language,
  files: readonly CompiledEntry[],
): CompiledEntry[] {
  const originals = files.filter(({ path }) => splitLanguage(path).language === undefined)
  if (language === main) return originals
  const known = new Set(originals.map(({ path }) => path))
  const own = files.filter(({ path, kind }) => {
    const { language: code, path: original } = splitLanguage(path)
    return code === language.code && (known.has(original) || original === kind)
  })
  const translated = new Set(own.map(({ path }) => splitLanguage(path).path))
  const missing = originals.filter(
    ({ path, kind }) => !hasOwnPage(kind) && !translated.has(path) && translated.has(singleOf(path)),
  )
  return [
    ...own,
    ...missing.map((file) => ({
      ...file,
      lang: (file.fields['language'] as string | undefined) ?? main.code,
    })),
  ]
}

/** The file that a language must have for an entry without a page. The home page and the links need no file. */
const singleOf = (path: string): Single => (path.startsWith('cv/') ? 'cv/profile.md' : 'site.md')

/** The advice for a translation whose original is missing. */
export const noOriginal = (path: string): Problem => ({
  message: `No page shows this translation: there is no ${path}`,
  hint: 'Write the original too, or delete the translation.',
})
