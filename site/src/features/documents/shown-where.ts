import type { DocumentRecord } from '../../api/types'

/** The category whose current document is the public CV. */
export const cvCategory = 'CV'

/** Where visitors find a document; undefined where they do not. */
export function shownWhere({ is_current, category_name }: DocumentRecord): string | undefined {
  if (!is_current) return undefined
  return category_name === cvCategory
    ? 'Shown on the CV page (/cv) and at /cv-download.'
    : 'Public: whoever has its link may download it.'
}

/** What visitors lose with a document; undefined for nothing. */
export function lossOf(document: DocumentRecord): string | undefined {
  if (!document.is_current) return undefined
  return document.category_name === cvCategory
    ? 'It is shown on the CV page (/cv) and at /cv-download: visitors can download no CV until another one is current.'
    : 'It is public: the links to it will lead nowhere.'
}
