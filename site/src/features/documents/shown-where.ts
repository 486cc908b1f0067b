import type { DocumentRecord } from '../../api/types'

/** The category whose current document is the public CV. */
export const cvCategory = 'CV'

/** Tells staff how visitors reach a document; undefined if they can't. */
export function shownWhere({ is_current, category_name }: DocumentRecord): string | undefined {
  if (!is_current) return undefined
  return category_name === cvCategory
    ? 'Shown on the CV page (/cv) and at /cv-download.'
    : 'Public: anyone with the link can download it.'
}

/** What visitors lose with a document; undefined for nothing. */
export function lossOf(document: DocumentRecord): string | undefined {
  if (!document.is_current) return undefined
  return document.category_name === cvCategory
    ? "It's on the CV page (/cv) and at /cv-download: visitors can't download a CV until another one is current."
    : "It's public: links to it will stop working."
}
