import { createContext, use } from 'react'
import { fixedLanguage, languageOf, pathIn, type Language } from '#model/language'
import type { SiteContent } from './page-props'

/** The language of the page that is rendered. */
export const PageLanguage = createContext(languageOf('en'))

interface PageTexts {
  /** The code of the page's language. */
  code: string
  /** The fixed texts in the page's language, or in English. */
  texts: Language['texts']
  /** The address in the page's language of a page, given by that in the main language. */
  at: (path: string) => string
  /** Attributes of elements that have a fixed text, if the texts are in another language than the page. */
  fixed: { lang?: string }
  /** Attributes of elements with the owner's words inside elements with `fixed`. */
  own: { lang?: string }
  /** The same as `fixed` for elements inside words in `lang`. */
  fixedIn: (lang: string | undefined) => { lang?: string }
}

export function usePageTexts(): PageTexts {
  const language = use(PageLanguage)
  const lang = fixedLanguage(language)
  const fixed = lang === undefined ? {} : { lang }
  return {
    code: language.code,
    texts: language.texts,
    at: (path) => pathIn(language, path),
    fixed,
    own: lang === undefined ? {} : { lang: language.code },
    fixedIn: (around) => (around === undefined ? fixed : { lang: language.textsCode }),
  }
}

/** The language of the photo library's words, which is the site's main one; undefined if it is the page's. */
export function libraryLanguage({ language, languages }: Pick<SiteContent, 'language' | 'languages'>) {
  const main = languages?.[0]?.code
  return main === language.code ? undefined : main
}
