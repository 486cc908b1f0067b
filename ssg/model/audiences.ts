import type { Entry, FileProblem } from './entry.ts'
import { slugOf } from './kinds.ts'
import type { Node } from './markdown.ts'
import type { Fields } from './schemas.ts'
import { pageRenderer, type CompiledEntry, type SiteContent } from './site-content.ts'

/** A CV for an audience. Only shares show it; nothing of it is in a public file. */
export interface Audience {
  slug: string
  /** Only the owner sees it. */
  title: string
  role?: string | undefined
  language?: string | undefined
  /** The paths of entries. */
  leaveOut: readonly string[]
  order: readonly string[]
  /** Undefined if it has the summary of the CV. */
  summary?: { html: string; tree: Node[] } | undefined
}

export function audienceOf(
  { path, fields, body }: Entry,
  text: Pick<CompiledEntry, 'render' | 'renderElsewhere' | 'tree'>,
): Audience {
  const {
    title = '',
    role,
    language,
    leave_out = [],
    order = [],
  } = (fields ?? {}) as Partial<Fields<'cv/audiences'>>
  return {
    slug: slugOf(path),
    title,
    role,
    language,
    leaveOut: leave_out,
    order,
    // The ids of headings differ from those of entries.
    summary: body.empty ? undefined : { html: pageRenderer('summary-')(text), tree: text.tree },
  }
}

/** The folders of the entries, by their place in the content. */
const sections = {
  education: 'cv/education',
  experience: 'cv/experience',
  early: 'cv/early',
  volunteering: 'cv/volunteering',
  skills: 'cv/skills',
  certifications: 'cv/certifications',
  awards: 'cv/awards',
  publications: 'cv/publications',
  languages: 'cv/languages',
  tools: 'cv/tools',
  own: 'cv/sections',
} as const

/**
 * The content of the CV for an audience: `content`, or the one of `translations` in the audience's language, with its own
 * role and summary, without the entries that it leaves out, and with those of its order first in their sections.
 */
export function audienceContent(
  content: SiteContent,
  translations: readonly SiteContent[],
  { language, role, summary, leaveOut, order }: Audience,
): SiteContent {
  const base = translations.find((other) => other.language.code === language) ?? content
  const chosen = ([name, folder]: [string, string]) => {
    const entries: readonly { slug: string }[] = base.cv[name as keyof typeof sections]
    const pathOf = ({ slug }: { slug: string }) => `${folder}/${slug}.md`
    const kept = entries.filter((entry) => !leaveOut.includes(pathOf(entry)))
    return [name, inOrder(kept, order, pathOf)]
  }
  const entries = Object.fromEntries(Object.entries(sections).map(chosen)) as Pick<
    SiteContent['cv'],
    keyof typeof sections
  >
  const cv = { ...base.cv, ...entries }
  return {
    ...base,
    site: { ...base.site, role: role ?? base.site.role },
    cv: summary ? { ...cv, summary: summary.html, summaryTree: summary.tree } : cv,
  }
}

/** The entries of a section, with those of `order` first. */
export function inOrder<E>(
  entries: readonly E[],
  order: readonly string[],
  pathOf: (entry: E) => string,
): E[] {
  const first = order.flatMap((path) => entries.find((entry) => pathOf(entry) === path) ?? [])
  return [...new Set([...first, ...entries])]
}

/**
 * The shortest `order` that puts a section's `paths` in this order instead of the CV's, `usual`. Entries that are
 * written later then have the places that the CV gives them.
 */
export function shortestOrder(paths: readonly string[], usual: readonly string[]): string[] {
  const place = (index: number) => usual.indexOf(paths[index] ?? '')
  let length = Math.max(0, paths.length - 1)
  while (length > 0 && place(length - 1) < place(length)) length -= 1
  return paths.slice(0, length)
}

/** The problems of a CV for an audience that its form shows too. `languages` are those of the site, if they are known. */
export function audienceProblems(
  { fields, body, frontMatter, placeOfLine }: Entry,
  languages: readonly string[] | undefined,
): FileProblem[] {
  const { language } = (fields ?? {}) as Partial<Fields<'cv/audiences'>>
  return [
    ...(language === undefined || languages === undefined || languages.includes(language)
      ? []
      : [{ line: frontMatter.lineOf(['language']), field: 'language', ...noLanguage(language, languages) }]),
    ...body.images.map(({ line }) => ({ ...placeOfLine(line), ...publicImage })),
  ]
}

/** The listed entries that are missing: one may be deleted later, which must not keep the site from being published. */
export function missingEntries({ fields, frontMatter }: Entry, paths: ReadonlySet<string>): FileProblem[] {
  const { leave_out = [], order = [] } = (fields ?? {}) as Partial<Fields<'cv/audiences'>>
  return Object.entries({ leave_out, order }).flatMap(([field, listed]) =>
    listed.flatMap((path, index) => {
      const isEntry =
        paths.has(path) && Object.values<string>(sections).some((folder) => path.startsWith(`${folder}/`))
      return isEntry ? [] : [{ line: frontMatter.lineOf([field, index]), field, ...noEntry(path) }]
    }),
  )
}

const noEntry = (path: string) => ({
  message: `The CV has no entry ${path}`,
  hint: 'Leave it out of the list, or correct its name.',
})
const noLanguage = (code: string, languages: readonly string[]) => ({
  message: `The site has no pages in ${code}`,
  hint: `Use one of: ${languages.join(', ')}.`,
})
const publicImage = {
  message: 'A CV for an audience has no images',
  hint: 'Leave it out: images of the site are public.',
}
