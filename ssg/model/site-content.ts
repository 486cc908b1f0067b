import { byPath, compare, kindOf, slugOf, type Folder, type Single } from './kinds.ts'
import { normalAddress } from './links.ts'
import type { Fields } from './schemas.ts'

/** Trusted HTML: block elements made from markdown without raw HTML. All other strings are plain text. */
type Html = string

/** The title of a page's window, with the owner's name, and its meta description. */
export interface PageText {
  title: string
  description: string
}

/** A profile elsewhere: a card of on-the-web that has an address. */
export type ProfileLink = { [Name in keyof Fields<'on-the-web'>]-?: NonNullable<Fields<'on-the-web'>[Name]> }

export type Interest = Entry<'home/interests'> & { description: Html }

/** Something with dates: a study, a job, an early job. `period` is ready to read: '2022 to present'. */
export type CvEntry = Entry<'cv/experience'> & { period: string; body: Html }
export type CvGroup = Entry<'cv/skills'>
export type CvCertification = Entry<'cv/certifications'> & { period: string }
export type CvLanguage = Entry<'cv/languages'>
/** A card without an address is a placeholder. */
export type WebCard = Entry<'on-the-web'> & { description: Html }

export type Terms = Fields<'terms.md'> & { body: Html }

/** Everything the pages show of the content folder. */
export interface SiteContent {
  pages: Record<'home' | 'cv' | 'onTheWeb' | 'about', PageText>
  site: Omit<Fields<'site.md'>, `${'apple' | 'android'}_${string}`> & { links: ProfileLink[] }
  home: Pick<Fields<'home/hero.md'>, 'tagline' | 'typewriter'> & {
    bio: Html
    /** At most three results of jobs, in the CV's order. */
    results: { value: string; label: string }[]
    interests: Interest[]
  }
  cv: {
    heading: string
    summary: Html
    /** Newest first, as all entries with dates. */
    education: CvEntry[]
    experience: CvEntry[]
    early: CvEntry[]
    skills: CvGroup[]
    certifications: CvCertification[]
    languages: CvLanguage[]
    tools: CvGroup[]
  }
  onTheWeb: { heading: string; intro: Html; cards: WebCard[] }
  about: { heading: string; body: Html }
  terms: Terms
  /** Native apps that open links to this site. Only the build uses them. */
  apps: { apple?: string; android?: { package: string; fingerprints: string[] } }
}

type Entry<F extends Folder> = Fields<F> & { slug: string }

export interface CompiledFile {
  fields: unknown
  html: Html
}

interface Source {
  single: <P extends Single>(path: P) => { fields: Fields<P>; html: Html }
  entries: <F extends Folder>(folder: F) => { slug: string; fields: Fields<F>; html: Html }[]
}

export function siteContent(files: ReadonlyMap<string, CompiledFile>): SiteContent {
  const source = sourceOf(files)
  const onTheWeb = onTheWebContent(source)
  return {
    pages: pages(source),
    site: site(source, onTheWeb.cards),
    home: home(source),
    cv: cv(source),
    onTheWeb,
    about: page(source, 'about.md', 'body', headingIds()),
    terms: terms(source),
    apps: apps(source),
  }
}

function sourceOf(files: ReadonlyMap<string, CompiledFile>): Source {
  const groups = new Map<Single | Folder, unknown[]>()
  for (const [path, file] of [...files].sort(([a], [b]) => byPath(a, b))) {
    const kind = kindOf(path)
    if (!kind) continue
    const group = groups.get(kind) ?? []
    groups.set(kind, group)
    group.push({ slug: slugOf(path), ...file })
  }
  return {
    single: (path) => groups.get(path)?.[0] as never,
    entries: (folder) => (groups.get(folder) ?? []) as never,
  }
}

/**
 * Ids that pages have without their content, and 'top', which leads to the beginning of any page. React's own, such as
 * '_R_1_', have capitals, which no heading's id has.
 */
const pageIds = ['comb', 'main', 'root', 'site-links', 'top']

type HeadingIds = (html: Html) => Html

/** Gives the headings of one page after the other unique ids. */
function headingIds(): HeadingIds {
  const taken = new Set(pageIds)
  const unique = (id: string) => {
    let free = id
    for (let number = 2; taken.has(free); number++) free = `${id}-${number}`
    taken.add(free)
    return free
  }
  return (html) => html.replace(/(?<=<h[1-6] id=")[^"]+/g, unique)
}

function pages(source: Source): SiteContent['pages'] {
  const { name, description } = source.single('site.md').fields
  const page = (path: 'cv/profile.md' | 'on-the-web/page.md' | 'about.md') => {
    const { title, description } = source.single(path).fields
    return { title: `${title} · ${name}`, description }
  }
  return {
    home: { title: `${name} · ${source.single('home/hero.md').fields.title}`, description },
    cv: page('cv/profile.md'),
    onTheWeb: page('on-the-web/page.md'),
    about: page('about.md'),
  }
}

function site(source: Source, cards: readonly WebCard[]): SiteContent['site'] {
  const links = cards.flatMap(({ title, handle, url, icon }) =>
    url !== undefined && handle !== undefined ? [{ title, handle, url, icon }] : [],
  )
  const { fields } = source.single('site.md')
  const { name, initials, company, email, role, description, location, nationality } = fields
  return { name, initials, company, email, role, description, location, nationality, links }
}

function apps(source: Source): SiteContent['apps'] {
  const { apple_app, android_app, android_fingerprints } = source.single('site.md').fields
  return {
    ...(apple_app !== undefined && { apple: apple_app }),
    ...(android_app !== undefined &&
      android_fingerprints !== undefined && {
        android: { package: android_app, fingerprints: android_fingerprints },
      }),
  }
}

function terms(source: Source): SiteContent['terms'] {
  const { fields, html } = source.single('terms.md')
  return { ...fields, body: headingIds()(html) }
}

function home(source: Source): SiteContent['home'] {
  const { fields, html } = source.single('home/hero.md')
  const withIds = headingIds()
  return {
    tagline: fields.tagline,
    typewriter: fields.typewriter,
    bio: withIds(html),
    results: datedEntries(source, 'cv/experience', (html) => html)
      .flatMap(({ result, result_label, organisation }) =>
        result === undefined ? [] : [{ value: result, label: `${result_label} at ${organisation}` }],
      )
      .slice(0, 3),
    interests: source
      .entries('home/interests')
      .map(({ slug, fields, html }) => ({ slug, ...fields, description: withIds(html) })),
  }
}

function cv(source: Source): SiteContent['cv'] {
  const withoutBody = <F extends Folder>(folder: F): Entry<F>[] =>
    source.entries(folder).map(({ slug, fields }) => ({ slug, ...fields }))
  const withIds = headingIds()
  return {
    ...page(source, 'cv/profile.md', 'summary', withIds),
    education: datedEntries(source, 'cv/education', withIds),
    experience: datedEntries(source, 'cv/experience', withIds),
    early: datedEntries(source, 'cv/early', withIds),
    skills: withoutBody('cv/skills'),
    certifications: withoutBody('cv/certifications')
      .sort((a, b) => compare(b.date, a.date))
      .map((fields) => ({ ...fields, period: formatDate(fields.date) })),
    languages: withoutBody('cv/languages'),
    tools: withoutBody('cv/tools'),
  }
}

function onTheWebContent(source: Source): SiteContent['onTheWeb'] {
  const withIds = headingIds()
  return {
    ...page(source, 'on-the-web/page.md', 'intro', withIds),
    cards: source.entries('on-the-web').map(({ slug, fields: { url, ...fields }, html }) => ({
      slug,
      ...fields,
      ...(url !== undefined && { url: normalAddress(url) }),
      description: withIds(html),
    })),
  }
}

function page<K extends string>(
  source: Source,
  path: 'cv/profile.md' | 'on-the-web/page.md' | 'about.md',
  key: K,
  withIds: HeadingIds,
) {
  const { fields, html } = source.single(path)
  return { heading: fields.heading, [key]: withIds(html) } as { heading: string } & Record<K, Html>
}

function datedEntries(
  source: Source,
  folder: 'cv/education' | 'cv/experience' | 'cv/early',
  withIds: HeadingIds,
): CvEntry[] {
  const last = (end: string | undefined) => end ?? '9999'
  return source
    .entries(folder)
    .sort(
      (a, b) => compare(last(b.fields.end), last(a.fields.end)) || compare(b.fields.start, a.fields.start),
    )
    .map(({ slug, fields, html }) => ({
      slug,
      ...fields,
      period: period(fields.start, fields.end),
      body: withIds(html),
    }))
}

/** '2018 to 2022', 'March 2022 to present', '2014'. */
export function period(start: string, end: string | undefined): string {
  if (start === end) return formatDate(start)
  return `${formatDate(start)} to ${end === undefined ? 'present' : formatDate(end)}`
}

const months = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July'],
  ...['August', 'September', 'October', 'November', 'December'],
]

function formatDate(date: string): string {
  const [year = '', month] = date.split('-')
  return month === undefined ? year : `${months[Number(month) - 1] ?? ''} ${year}`
}
