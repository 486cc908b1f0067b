import {
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconPhoto,
  IconPresentation,
  IconTable,
  type Icon as TablerIcon,
} from '../../ui/icons'

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
