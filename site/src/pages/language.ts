import { createContext, use } from 'react'
import { fixedLanguage, languageOf, pathIn, type Language } from '#model/language'

/** The language of the page that is rendered. */
export const PageLanguage = createContext(languageOf('en'))

interface PageTexts {
  /** The fixed texts in the page's language, or in English. */
  texts: Language['texts']
  /** The address in the page's language of a page, given by that in the main language. */
  at: (path: string) => string
  /** Attributes of elements that have a fixed text, if the texts are in another language than the page. */
  fixed: { lang?: string }
}

export function usePageTexts(): PageTexts {
  const language = use(PageLanguage)
  const lang = fixedLanguage(language)
  return {
    texts: language.texts,
    at: (path) => pathIn(language, path),
    fixed: lang === undefined ? {} : { lang },
  }
}
