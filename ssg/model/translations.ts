import { pathIn, type Language } from './language.ts'
import type { SiteContent } from './site-content.ts'

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
