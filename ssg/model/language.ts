import { de } from './languages/de.ts'
import { en } from './languages/en.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { it } from './languages/it.ts'
import { languageNames } from './languages/names.ts'
import { nl } from './languages/nl.ts'

/** The fixed texts of one language. */
export type Texts = typeof en

/** The texts of the scripts of public pages, in English. */
export type ScriptText = keyof Texts['scripts']

/** The languages with fixed texts, keyed by code. The owner's words may be in any other language too. */
export const tables = { en, nl, de, fr, es, it } as const satisfies Record<string, Texts>

/** The language of a site's pages. */
export interface Language {
  /** A tag of BCP 47, such as `de` or `pt-BR`. */
  code: string
  /** Its own name. */
  name: string
  direction: 'ltr' | 'rtl'
  texts: Texts
  /** The prefix of the addresses of its pages: nothing, or `/nl` for a further language. */
  prefix: string
  /** The code of `texts`, which are English for a language without a table. */
  textsCode: string
}

/** Whether a code names a language that the site knows, with a script or a region or without. */
export const isLanguage = (code: string): boolean =>
  /^[a-z]{2}(-[A-Z][a-z]{3})?(-[A-Z]{2})?$/.test(code) && primary(code) in languageNames

/** Returns 'de' for 'de-AT' or 'DE'; undefined for a text that names no language that a site can have. */
export function languageCode(locale: string): string | undefined {
  const code = /^([a-z]{2})([-_]\w+)*$/i.exec(locale.trim())?.[1]?.toLowerCase()
  return code !== undefined && isLanguage(code) ? code : undefined
}

/** The language with this code; a further one of the site has addresses of its own. */
export function languageOf(code: string, isFurther = false): Language {
  const known = primary(code) in tables ? (primary(code) as keyof typeof tables) : undefined
  return {
    code,
    name: languageNames[primary(code)] ?? code,
    direction: rightToLeft.has(primary(code)) ? 'rtl' : 'ltr',
    prefix: isFurther ? `/${code.toLowerCase()}` : '',
    texts: tables[known ?? 'en'],
    textsCode: known ? code : 'en',
  }
}

/** The address of a page in the language; `path` is that in the main one. */
export const pathIn = ({ prefix }: Pick<Language, 'prefix'>, path: string): string =>
  path === '/' ? prefix || '/' : prefix + path

/** The language of the fixed texts, if it is another one than the pages'. */
export const fixedLanguage = ({ code, textsCode }: Language): string | undefined =>
  code === textsCode ? undefined : textsCode

const primary = (code: string) => code.slice(0, 2)

const rightToLeft: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ps', 'ur', 'yi'])
