import type { DocumentRecord } from '../../api/types'

/** The category whose current document is the public CV. */
export const cvCategory = 'CV'

export const isPublicCv = ({ is_current, category_name }: DocumentRecord) =>
  is_current && category_name === cvCategory

/** Tells staff how visitors reach a document; undefined if they can't. */
export function shownWhere(document: DocumentRecord): string | undefined {
  if (!document.is_current) return undefined
  return isPublicCv(document)
    ? 'Shown on the CV page (/cv) and at /cv-download.'
    : 'Public: anyone with the link can download it.'
}

/** What visitors lose with a document; undefined for nothing. */
export function lossOf(document: DocumentRecord): string | undefined {
  if (!document.is_current) return undefined
  return isPublicCv(document)
    ? "It's on the CV page (/cv) and at /cv-download: visitors can't download a CV until another one is current."
    : "It's public: links to it will stop working."
}
