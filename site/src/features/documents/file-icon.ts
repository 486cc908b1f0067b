import {
  IconFileText,
  IconFileTypePdf,
  IconFileWord,
  IconPhoto,
  IconPresentation,
  IconTable,
  type Icon as TablerIcon,
} from '../../ui/icons'

const drawings: readonly [RegExp, TablerIcon][] = [
  [/\.pdf$/i, IconFileTypePdf],
  [/\.(docx?|odt)$/i, IconFileWord],
  [/\.(xlsx?|ods|csv)$/i, IconTable],
  [/\.(pptx?|odp)$/i, IconPresentation],
  [/\.(jpe?g|png|gif|webp)$/i, IconPhoto],
]

/** The drawing for a file of that name. */
export function iconOf(name: string): TablerIcon {
  return drawings.find(([ending]) => ending.test(name))?.[1] ?? IconFileText
}
