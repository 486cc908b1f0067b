import type { Problem } from './diagnostics.ts'
import { isLanguage } from './language.ts'

/** The paths of files that exist once. */
export const singles = [
  'site.md',
  'home/hero.md',
  'cv/profile.md',
  'on-the-web/page.md',
  'about.md',
  'terms.md',
  'projects/page.md',
  'notes/page.md',
  'gallery/page.md',
] as const

/** Those that a site need not have. */
const optional: readonly string[] = [
  'projects/page.md',
  'notes/page.md',
  'gallery/page.md',
] satisfies Single[]

/** Folders in which each file is an entry. */
export const folders = [
  'home/interests',
  'cv/education',
  'cv/experience',
  'cv/early',
  'cv/volunteering',
  'cv/skills',
  'cv/certifications',
  'cv/awards',
  'cv/publications',
  'cv/languages',
  'cv/tools',
  'cv/sections',
  'cv/audiences',
  'on-the-web',
  'projects',
  'notes',
  'pages',
] as const

export type Single = (typeof singles)[number]
export type Folder = (typeof folders)[number]

const known = new Set<string>([...singles, ...folders])

/** A path of the content folder, without the folder of a further language: `nl/about.md` is `about.md` in `nl`. */
export function splitLanguage(whole: string): { language: string | undefined; path: string } {
  const [first = '', ...rest] = whole.split('/')
  return rest.length > 0 && isLanguage(first)
    ? { language: first, path: rest.join('/') }
    : { language: undefined, path: whole }
}

/** The kind of the file at `path`; undefined if no page reads it. */
export function kindOf(path: string): Single | Folder | undefined {
  const { path: original } = splitLanguage(path)
  return [original, folderOf(original)].find((name): name is Single | Folder => known.has(name))
}

/** Whether a file of the kind is most of a page: its text follows the page's heading. */
export const hasOwnPage = (kind: Single | Folder): boolean =>
  kind.endsWith('.md') || kind === 'projects' || kind === 'notes' || kind === 'pages'

/** How many featured projects the home page shows. */
export const featuredPlaces = 3

export const slugOf = (path: string): string => path.slice(folderOf(path).length).replace(/^\/|\.md$/g, '')

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')))

/** By code units, which is the same in every JavaScript engine. */
export const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

type PathProblem = Problem & { path: string }

/** Checks the names and places of all files of a content folder. */
export function checkPaths(paths: Iterable<string>): PathProblem[] {
  const problems: PathProblem[] = []
  const all = [...paths].sort(compare)
  const missing = new Set<string>(singles.filter((path) => !optional.includes(path)))
  const begun = new Map<string, string>()
  for (const path of all) {
    const kind = kindOf(path)
    missing.delete(path)
    if (!kind) {
      const [first = '', ...rest] = path.split('/')
      const isTranslation = /^[a-z]{2}$/i.test(first) && kindOf(rest.join('/')) !== undefined
      problems.push({ path, ...(isTranslation ? unknownLanguage(first) : unusedFile) })
      continue
    }
    const { language } = splitLanguage(path)
    if (language !== undefined && kind === 'cv/audiences') problems.push({ path, ...translatedAudience })
    if (language !== undefined && !begun.has(language)) begun.set(language, path)
    const slug = slugOf(path)
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug)) problems.push({ path, ...invalidName })
  }
  for (const path of missing) problems.push({ path, ...missingFile })
  for (const [language, path] of begun)
    if (!all.includes(`${language}/site.md`)) problems.push({ path, ...languageWithoutSite(language) })
  return problems
}

export const unusedFile: Problem = {
  message: 'No page reads this file',
  hint: 'Move it to one of the folders that content/README.md lists, show it in a text, or delete it.',
}
const missingFile: Problem = {
  message: 'The file is missing',
  hint: 'Write it; content/README.md lists its fields.',
}
const unknownLanguage = (code: string): Problem => ({
  message: `"${code}" is not the code of a language`,
  hint: 'Name the folder by a code such as de, nl or pt-BR.',
})
const languageWithoutSite = (code: string): Problem => ({
  message: `The language ${code} has no site.md`,
  hint: `Write ${code}/site.md first: it has the name and the role as that language says them.`,
})
const translatedAudience: Problem = {
  message: 'A CV for an audience is in one language',
  hint: 'Move the file to cv/audiences/. Its field "language" says in which language it is.',
}
const invalidName: Problem = {
  message: "The file's name is not plain",
  hint: 'Use small letters, digits and hyphens only.',
}
