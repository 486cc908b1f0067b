import { folders, singles, type Folder, type Single } from './kinds.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'
import { slugify } from '../lib/slugify.ts'

const known = new Set<string>([...singles, ...folders])

/** What the text at `path` has to be, by its place in the content folder; undefined where no page reads it. */
export function kindOf(path: string): Single | Folder | undefined {
  return [path, folderOf(path)].find((name): name is Single | Folder => known.has(name))
}

/** The name that a text goes by: that of its file, without the number in front. */
export const slugOf = (path: string): string =>
  path
    .slice(folderOf(path).length)
    .replace(/^\/|\.md$/g, '')
    .replace(/^\d+-/, '')

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

const numbers = new Intl.Collator('en', { numeric: true })

/** The order of texts: by the numbers in their names, then by the names. */
export const byPath = (a: string, b: string): number => numbers.compare(a, b)

/** What is wrong with the names and places of the texts at `paths`, all of the content folder; `shownAs` is the folder's name. */
export function checkPlaces(paths: Iterable<string>, shownAs: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = []
  const names = new Map<string, string>()
  const missing = new Set<string>(singles)
  for (const path of [...paths].sort(byPath)) {
    const where = `${shownAs}/${path}`
    const kind = kindOf(path)
    missing.delete(path)
    if (!kind) {
      diagnostics.push(unusedFile(where))
      continue
    }
    const slug = slugOf(path)
    if (slug === '' || slugify(slug) !== slug) diagnostics.push(invalidName(where))
    const other = names.get(`${kind}/${slug}`)
    if (other !== undefined) diagnostics.push(duplicateName(where, slug, `${shownAs}/${other}`))
    names.set(`${kind}/${slug}`, path)
  }
  for (const path of missing) diagnostics.push(missingFile(`${shownAs}/${path}`))
  return diagnostics
}

/** Of a file that no page reads or shows. */
export const unusedFile = (where: string): Diagnostic => ({
  where,
  message: 'No page reads this file',
  hint: 'Move it to one of the folders that content/README.md lists, show it in a text, or delete it.',
})
const missingFile = (where: string): Diagnostic => ({
  where,
  message: 'The file is missing',
  hint: 'Write it; content/README.md lists its fields.',
})
const invalidName = (where: string): Diagnostic => ({
  where,
  message: "The file's name is not plain",
  hint: 'Use small letters, digits and hyphens only; a number in front, as in "2-french.md", sets the place.',
})
const duplicateName = (where: string, slug: string, other: string): Diagnostic => ({
  where,
  message: `The name "${slug}" is also that of ${other}`,
  hint: 'Rename one of the two files.',
})
