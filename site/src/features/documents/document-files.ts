import {
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconPhoto,
  IconPresentation,
  IconTable,
  type Icon as TablerIcon,
} from '../../ui/icons'
import type { DocumentRecord } from '../../api/types'

/** The API accepts these. Browsers disagree on their media types. */
const extensions =
  '.pdf .docx .xlsx .pptx .odt .ods .odp .doc .xls .ppt .txt .md .csv .jpg .jpeg .png .gif .webp'.split(' ')

export const accepted = { 'application/octet-stream': extensions }

export const maxBytes = 50 * 2 ** 20

export function whyRefused(file: File): string {
  const known = extensions.some((extension) => file.name.toLowerCase().endsWith(extension))
  return known
    ? `${file.name} is larger than 50 MB.`
    : `${file.name} is not a PDF, office document, text or image.`
}

const drawings: readonly [RegExp, TablerIcon][] = [
  [/\.pdf$/i, IconFileTypePdf],
  [/\.(docx?|odt)$/i, IconFileWord],
  [/\.(xlsx?|ods|csv)$/i, IconTable],
  [/\.(pptx?|odp)$/i, IconPresentation],
  [/\.(jpe?g|png|gif|webp)$/i, IconPhoto],
]

export function iconOf(name: string): TablerIcon {
  return drawings.find(([ending]) => ending.test(name))?.[1] ?? IconFileText
}

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
