import { slugOf } from '../../../../ssg/model/kinds'
import { slugify } from '../../../../ssg/model/slugify'

/** The number in front of the file's name, which is the entry's place. */
function numberOf(path: string): number | undefined {
  const digits = /(?:^|\/)(\d+)-[^/]*$/.exec(path)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The path of a new entry that is called `title`: the last of its folder, where the folder has an order. */
export function newEntryPath(
  folder: string,
  title: string,
  { taken, ordered }: { taken: readonly string[]; ordered: boolean },
): string {
  const slugs = new Set(taken.map(slugOf))
  // A name of digits alone, or with digits in front, would be taken for a place.
  const base =
    slugify(title)
      .slice(0, 60)
      .replace(/-+$/, '')
      .replace(/^(?=\d)/, 'entry-') || 'entry'
  let slug = base
  for (let count = 2; slugs.has(slug); count++) slug = `${base}-${count}`
  const last = Math.max(0, ...taken.map((path) => numberOf(path) ?? 0))
  return ordered ? `${folder}/${last + 1}-${slug}.md` : `${folder}/${slug}.md`
}

/**
 * New paths for those entries of a folder that cannot keep theirs when the entries are to come in the order of `paths`:
 * as few as can be. A file's place is the number in front of its name.
 */
export function renamesFor(paths: readonly string[]): { from: string; to: string }[] {
  const numbers = paths.map(numberOf)
  const kept = keepable(numbers)
  let last = kept.size === 0 ? 0 : -1
  return paths.flatMap((from, index) => {
    const number = numbers[index]
    last = kept.has(index) && number !== undefined ? number : last + 1
    const to = `${from.slice(0, from.lastIndexOf('/'))}/${last}-${slugOf(from)}.md`
    return to === from || kept.has(index) ? [] : [{ from, to }]
  })
}

/**
 * The most entries whose numbers rise, with room between them for those that get a new one. Such are the longest rising
 * run of the numbers less their places.
 */
function keepable(numbers: readonly (number | undefined)[]): Set<number> {
  const runs: number[][] = []
  numbers.forEach((number, index) => {
    const room = number === undefined ? -1 : number - index
    const before = runs.filter((run) => {
      const last = run.at(-1) ?? 0
      return room >= (numbers[last] ?? 0) - last
    })
    const longest = before.reduce<number[]>((best, run) => (run.length > best.length ? run : best), [])
    if (room >= 0) runs.push([...longest, index])
  })
  return new Set(runs.reduce<number[]>((best, run) => (run.length > best.length ? run : best), []))
}
