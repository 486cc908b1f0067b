import type aboutModule from 'virtual:content/about'
import type cvModule from 'virtual:content/cv'
import type { CvEntry } from 'virtual:content/cv'
import type homeModule from 'virtual:content/home'
import type webModule from 'virtual:content/on-the-web'
import type { WebCard } from 'virtual:content/on-the-web'
import type pagesModule from 'virtual:content/pages'
import type siteModule from 'virtual:content/site'
import type termsModule from 'virtual:content/terms'
import type { ProfileLink } from 'virtual:content/site'
import type { Folder, Single } from './kinds.ts'
import type { LinkReference } from './markdown.ts'
import type { EntryFields, SingleFields } from './schemas.ts'
import { byPath, kindOf, slugOf } from './places.ts'
import type { NativeApps } from '../seo/well-known.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'

/** The values of the modules `virtual:content/<key>`. */
export interface Content {
  pages: typeof pagesModule
  site: typeof siteModule
  home: typeof homeModule
  cv: typeof cvModule
  'on-the-web': typeof webModule
  about: typeof aboutModule
  terms: typeof termsModule
  /** Used by the build alone: no screen shows it. */
  apps: NativeApps
}

/** A text of the content folder, checked: its fields and its body as HTML. */
export interface Text<Fields = unknown> {
  fields: Fields
  html: string
  /** The links to places of this site, with their lines in the file. */
  links: LinkReference[]
  advice: Advice[]
}

/** What a text had better not have, though the site may be built with it. */
export type Advice = Required<Pick<Diagnostic, 'line' | 'message' | 'hint'>>

/** A text with the name it goes by. */
interface Entry<Fields> extends Text<Fields> {
  slug: string
}

interface ContentSource {
  single: <P extends Single>(path: P) => Entry<SingleFields<P>>
  /** In the order of the files' names. */
  entries: <F extends Folder>(folder: F) => Entry<EntryFields<F>>[]
}

/** Compiles all texts of a content folder, by their paths. None may be missing or wrong. */
export function compile(texts: ReadonlyMap<string, Text>): Content {
  const source = contentSource(texts)
  const web = onTheWeb(source)
  return {
    pages: pages(source),
    site: site(source, web.cards),
    home: home(source),
    cv: cv(source),
    'on-the-web': web,
    about: pageText(source, 'about.md', 'body', headingIds()),
    terms: terms(source),
    apps: apps(source),
  }
}

/**
 * The ids that pages have without their texts, and 'top', which leads to the beginning of any page. React's own, such as
 * '_R_1_', have capitals, which no heading's id has.
 */
const pageIds = ['comb', 'main', 'root', 'site-links', 'top']

type HeadingIds = (html: string) => string

/** Gives the headings of a page's texts, one text after the other, ids that are unique on the page. */
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

function contentSource(texts: ReadonlyMap<string, Text>): ContentSource {
  const groups = new Map<Single | Folder, Entry<unknown>[]>()
  for (const [path, text] of [...texts].sort(([a], [b]) => byPath(a, b))) {
    const kind = kindOf(path)
    if (!kind) continue
    const group = groups.get(kind) ?? []
    groups.set(kind, group)
    group.push({ slug: slugOf(path), ...text })
  }
  return {
    single: (path) => groups.get(path)?.[0] as never,
    entries: (folder) => (groups.get(folder) ?? []) as never,
  }
}

function pages(source: ContentSource): Content['pages'] {
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

function site(source: ContentSource, cards: readonly WebCard[]): Content['site'] {
  const links = cards.flatMap(({ title, handle, url, icon }): ProfileLink[] =>
    url !== null && handle !== null ? [{ title, handle, url, icon }] : [],
  )
  const { name, initials, company, email, role, description, nationality } = source.single('site.md').fields
  return { name, initials, company, email, role, description, nationality, links }
}

function apps(source: ContentSource): NativeApps {
  const { apple_app, android_app, android_fingerprints } = source.single('site.md').fields
  return {
    ...(apple_app !== undefined && { apple: apple_app }),
    ...(android_app !== undefined &&
      android_fingerprints !== undefined && {
        android: { package: android_app, fingerprints: android_fingerprints },
      }),
  }
}

function terms(source: ContentSource): Content['terms'] {
  const { fields, html } = source.single('terms.md')
  return { ...fields, body: headingIds()(html) }
}

function home(source: ContentSource): Content['home'] {
  const { fields, html } = source.single('home/hero.md')
  const withIds = headingIds()
  return {
    tagline: fields.tagline,
    typewriter: fields.typewriter,
    bio: withIds(html),
    interests: source
      .entries('home/interests')
      .map(({ slug, fields, html }) => ({ slug, ...fields, description: withIds(html) })),
  }
}

function cv(source: ContentSource): Content['cv'] {
  const plain = <F extends 'cv/skills' | 'cv/certifications' | 'cv/languages' | 'cv/tools'>(folder: F) =>
    source.entries(folder).map(({ slug, fields }) => ({ slug, ...fields }))
  const withIds = headingIds()
  return {
    ...pageText(source, 'cv/profile.md', 'summary', withIds),
    education: datedEntries(source.entries('cv/education'), withIds),
    experience: datedEntries(source.entries('cv/experience'), withIds),
    early: datedEntries(source.entries('cv/early'), withIds),
    skills: plain('cv/skills'),
    certifications: plain('cv/certifications')
      .sort((a, b) => b.date.localeCompare(a.date))
      .map((fields) => ({ ...fields, period: formatDate(fields.date) })),
    languages: plain('cv/languages'),
    tools: plain('cv/tools'),
  }
}

function onTheWeb(source: ContentSource): Content['on-the-web'] {
  const withIds = headingIds()
  return {
    ...pageText(source, 'on-the-web/page.md', 'intro', withIds),
    cards: source.entries('on-the-web').map(({ slug, fields, html }) => ({
      slug,
      title: fields.title,
      handle: fields.handle ?? null,
      url: fields.url ?? null,
      icon: fields.icon,
      description: withIds(html),
    })),
  }
}

function pageText<K extends string>(
  source: ContentSource,
  path: 'cv/profile.md' | 'on-the-web/page.md' | 'about.md',
  key: K,
  withIds: HeadingIds,
): { heading: string } & Record<K, string> {
  const { fields, html } = source.single(path)
  return { heading: fields.heading, [key]: withIds(html) } as { heading: string } & Record<K, string>
}

function datedEntries(entries: Entry<EntryFields<'cv/experience'>>[], withIds: HeadingIds): CvEntry[] {
  const last = (end: string | undefined) => end ?? '9999'
  return entries
    .sort(
      (a, b) =>
        last(b.fields.end).localeCompare(last(a.fields.end)) || b.fields.start.localeCompare(a.fields.start),
    )
    .map(({ slug, fields, html }) => ({
      slug,
      title: fields.title,
      organisation: fields.organisation,
      place: fields.place ?? null,
      start: fields.start,
      end: fields.end ?? null,
      period: period(fields.start, fields.end),
      body: withIds(html),
    }))
}

/** '2018 to 2022', 'March 2022 to present', '2014'. */
export function period(start: string, end: string | undefined): string {
  if (start === end) return formatDate(start)
  return `${formatDate(start)} to ${end === undefined ? 'present' : formatDate(end)}`
}

const months = new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' })

function formatDate(date: string): string {
  const [year = '', month] = date.split('-')
  return month === undefined ? year : `${months.format(new Date(`${year}-${month}-01`))} ${year}`
}
