import { compare } from './kinds.ts'
import { cvSections, type CvSection } from './schemas.ts'

export interface Placed {
  path: string
  /** As they are in the file, or as a form shows them. */
  fields: Readonly<Record<string, unknown>>
}

/**
 * Compares two entries of a folder as the site shows them. Those with dates come newest first, with those that go on before
 * all others. Those without dates come last, by the field `order`, then those without one. Equal ones come by the name of their file.
 */
export function compareEntries(a: Placed, b: Placed): number {
  const [first, second] = [sortKeys(a), sortKeys(b)]
  return (
    compare(second.end, first.end) ||
    compare(second.start, first.start) ||
    first.order - second.order ||
    compare(a.path, b.path)
  )
}

function sortKeys({ fields: { start, date, end, order } }: Placed) {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const place = typeof order === 'number' ? order : parseInt(text(order))
  const first = text(start) || text(date)
  return {
    start: first,
    end: text(end) || (first && '9999'),
    order: Number.isNaN(place) ? Number.MAX_SAFE_INTEGER : place,
  }
}

/** A section of the CV, or one of the owner's own. */
type SectionName = CvSection | `sections/${string}`

/** The sections that `chosen` names, then the others. `own` are the slugs of the owner's own sections that exist. */
export function cvSectionOrder(chosen: readonly string[], own: readonly string[]): SectionName[] {
  const all: SectionName[] = [...cvSections, ...own.map((slug) => `sections/${slug}` as const)]
  const first = [...new Set(chosen)].flatMap((name) => all.find((section) => section === name) ?? [])
  return [...first, ...all.filter((section) => !first.includes(section))]
}
