import { pagePath, redirectsOf, type Redirect } from './addresses.ts'
import { galleriesIn, galleryRedirects, type Gallery } from './galleries.ts'
import type { ImageFiles } from './images.ts'
import { slugOf, type Folder, type Single } from './kinds.ts'
import { normalAddress } from './links.ts'
import { formatDate, formatDay, noon, period } from './dates.ts'
import { fixedLanguage, languageOf, pathIn, type Language, type Texts } from './language.ts'
import { firstParagraph, type Node } from './markdown.ts'
import { compareEntries, cvSectionOrder, type Placed } from './order.ts'
import type { Fields } from './schemas.ts'

/** Trusted HTML: block elements made from markdown without raw HTML. All other strings are plain text. */
type Html = string

/** The title of a page's window, with the owner's name, and its meta description. */
export interface PageText {
  title: string
  description: string
}

type CardFields = Omit<Fields<'on-the-web'>, 'order'>

/** A profile elsewhere: a card of on-the-web that has an address. */
export type ProfileLink = { [Name in keyof CardFields]-?: NonNullable<CardFields[Name]> }

/**
 * Something with dates: a study, a job, an early job. `period` is ready to read: '2022 to present'. The page shows
 * `body`; the CV's other formats are made of `tree`.
 */
export type CvEntry = Entry<'cv/experience'> & Written & { period: string }

/** The page that lists the entries of a folder, or the galleries. */
export interface ListPage extends PageText {
  /** The text of links to it. */
  label: string
  /** The language of the label and the heading, if they are fixed texts in another one than the page. */
  labelLanguage?: string | undefined
  heading: string
  intro: Html
  /** Whether the bar of each page has it. */
  navigation: boolean
}

type PageFolder = 'projects' | 'notes' | 'pages'

/** An entry with a page. */
type PageEntry<F extends PageFolder> = Entry<F> & {
  /** Its address. */
  path: string
  body: Html
}

/** A project; its `period` is empty without dates. */
export type Project = Omit<PageEntry<'projects'>, 'cover'> & { period: string; cover: ImageFiles | undefined }
/** A note; its `day` is ready to read: '18 Nov 2026'. */
export type Note = PageEntry<'notes'> & {
  day: string
  /** The time of its last change, if known, else that of its date (RFC 3339). */
  updated: string
  description: string
  /** The text for readers elsewhere; undefined if the site's address is unknown. */
  feedBody: Html | undefined
}

/** Everything the pages show of the content folder. Texts that are not written are empty or absent. */
export interface SiteContent {
  language: Language
  /** The languages of the site with the addresses that each has, the main one first; undefined if there is only one. */
  languages?: readonly SiteLanguage[] | undefined
  /** Pages without content are absent. */
  pages: Record<'home', PageText> &
    Record<'gallery', ListPage> &
    Partial<Record<'cv' | 'onTheWeb' | 'about' | 'terms', PageText>> &
    Partial<Record<'projects' | 'notes', ListPage>>
  site: Omit<Fields<'site.md'>, 'language' | `${'apple' | 'android' | 'logo' | 'share'}_${string}`> & {
    /** The letter or digit in the logo. */
    logo: string
    /** The image beside links to the site; undefined if it is drawn. */
    shareImage?: ImageFiles | undefined
    links: ProfileLink[]
  }
  home: ReturnType<typeof home>
  cv: ReturnType<typeof cv>
  onTheWeb: ReturnType<typeof onTheWebContent>
  about: ReturnType<typeof about>
  terms: ReturnType<typeof terms>
  /** Newest first. */
  projects: Project[]
  /** Newest first. */
  notes: Note[]
  /** By their addresses. */
  ownPages: PageEntry<'pages'>[]
  /** Galleries of the library that are shown on the site, which the content does not have. */
  galleries: readonly Gallery[]
  /** Former addresses of pages, and addresses of galleries that have no page. */
  redirects: Redirect[]
  /** Native apps that open links to this site. Only the build uses them. */
  apps: ReturnType<typeof apps>
}

interface SiteLanguage extends Language {
  /** Of its pages, as they are in the main language. */
  paths: ReadonlySet<string>
}

type Entry<F extends Folder> = Fields<F> & Named

interface Named {
  slug: string
  /** The language of its words, if it is another one than the page's. */
  lang?: string | undefined
}

interface Written {
  body: Html
  tree: Node[]
}

export interface CompiledEntry extends Body, Placed {
  kind: Single | Folder
  lang?: string | undefined
}

interface Body {
  tree: Node[]
  render: (headingId: (id: string) => string) => Html
  /** With addresses that are absolute. */
  renderElsewhere: (site: string) => Html
  cover?: ImageFiles
}

type ListFile = 'projects/page.md' | 'notes/page.md' | 'gallery/page.md'

interface Source {
  has: (path: Single) => boolean
  single: <P extends Exclude<Single, ListFile>>(path: P) => Body & { fields: Fields<P> }
  list: (path: ListFile) => (Body & { fields: Fields<ListFile> }) | undefined
  entries: <F extends Folder>(folder: F) => EntryFile<F>[]
}

type EntryFile<F extends Folder> = Body & Named & { fields: Fields<F> }

/** The times (RFC 3339, in UTC) at which texts were changed after their first publication, by path. */
export type Changed = Readonly<Record<string, string>>

/** Returns the site's content in one language; `files` are in the order of their paths. */
export function siteContent(
  files: readonly CompiledEntry[],
  language: Language,
  siteUrl?: string,
  shownGalleries: readonly Gallery[] = [],
  changed: Changed = {},
): SiteContent {
  const source = sourceOf(files)
  const { texts, prefix } = language
  const galleries = galleriesIn(shownGalleries, language)
  const shown = {
    cv: cv(source, texts),
    onTheWeb: onTheWebContent(source),
    about: about(source),
    projects: source.entries('projects').map((file) => project(file, language)),
    notes: source
      .entries('notes')
      .map((file) =>
        note(file, language, siteUrl, changed[`${prefix.slice(1)}/notes/${file.slug}.md`.replace(/^\//, '')]),
      ),
  }
  return {
    language,
    pages: pages(source, language, shown),
    site: site(source, shown.onTheWeb.cards),
    home: home(source, texts),
    ...shown,
    ownPages: source.entries('pages').map((file) => pageEntry('pages', file, language)),
    galleries,
    redirects: [
      ...redirectsOf(files, siteUrl !== undefined && shown.notes.length > 0),
      ...galleryRedirects(galleries, language),
    ],
    terms: terms(source),
    apps: apps(source),
  }
}

function sourceOf(files: readonly CompiledEntry[]): Source {
  const groups = new Map<Single | Folder, unknown[]>()
  for (const { path, kind, ...file } of [...files].sort(compareEntries)) {
    const group = groups.get(kind) ?? []
    groups.set(kind, group)
    group.push({ slug: slugOf(path), ...file })
  }
  return {
    has: (path) => groups.has(path),
    single: (path) => (groups.get(path)?.[0] ?? notWritten) as never,
    list: (path) => groups.get(path)?.[0] as never,
    entries: (folder) => (groups.get(folder) ?? []) as never,
  }
}

/** A file that the language does not have. */
const notWritten: Body & { fields: object } = {
  fields: {},
  tree: [],
  render: () => '',
  renderElsewhere: () => '',
}

/**
 * Ids that pages have without their content, and 'top', which leads to the beginning of any page. React's own, such as
 * '_R_1_', have capitals, which no heading's id has.
 */
const pageIds = ['comb', 'main', 'root', 'site-links', 'top']

type Render = (body: Body) => Html

/**
 * Returns a function that renders the texts of one page in their order, so that no id is on it twice. `prefix` begins the
 * ids.
 */
export function pageRenderer(prefix = ''): Render {
  const taken = new Set(pageIds)
  const numbers = new Map<string, number>()
  const unique = (text: string) => {
    const id = prefix + text
    let free = id
    // A text may have thousands of equal headings.
    let number = numbers.get(id) ?? 2
    for (; taken.has(free); number++) free = `${id}-${number}`
    numbers.set(id, number)
    taken.add(free)
    return free
  }
  return (body) => body.render(unique)
}

function pages(
  source: Source,
  language: Language,
  {
    cv,
    onTheWeb,
    about,
    projects,
    notes,
  }: Pick<SiteContent, 'cv' | 'onTheWeb' | 'about' | 'projects' | 'notes'>,
): SiteContent['pages'] {
  const { texts } = language
  const { name, role, description } = source.single('site.md').fields
  const page = (path: 'cv/profile.md' | 'on-the-web/page.md' | 'about.md') => {
    const { title, description } = source.single(path).fields
    return { title: `${title} · ${name}`, description }
  }
  const { education, experience, early, volunteering, skills, certifications } = cv
  const { awards, publications, languages, tools, own } = cv
  const hasCv =
    cv.summary !== '' ||
    [education, experience, early, volunteering, skills, certifications].some(isFilled) ||
    [awards, publications, languages, tools, own].some(isFilled)
  return {
    ...(source.has('terms.md') && {
      terms: {
        title: `${source.single('terms.md').fields.heading} · ${name}`,
        description: texts.termsOf(name),
      },
    }),
    home: { title: `${name} · ${source.single('home/hero.md').fields.title ?? role}`, description },
    ...(hasCv && source.has('cv/profile.md') && { cv: page('cv/profile.md') }),
    ...((onTheWeb.intro !== '' || onTheWeb.cards.length > 0) &&
      source.has('on-the-web/page.md') && { onTheWeb: page('on-the-web/page.md') }),
    ...(about.body !== '' && { about: page('about.md') }),
    ...(projects.length > 0 && { projects: listPage(source, language, 'projects/page.md', texts.projects) }),
    ...(notes.length > 0 && { notes: listPage(source, language, 'notes/page.md', texts.notes) }),
    gallery: listPage(source, language, 'gallery/page.md', texts.gallery),
  }
}

/** At most about 200 letters, in whole words. */
export const shortened = (text: string) =>
  text.length > 200 ? `${text.slice(0, 200).replace(/\s*\S*$/, '')}…` : text

/** The fields of the page that lists entries, if its file is missing. */
export const listPageFields = (label: string, name: string, { listOf }: Pick<Texts, 'listOf'>) => ({
  title: label,
  description: listOf(label, name),
  heading: label,
})

/** The page that lists the entries of a folder, or the galleries. */
function listPage(source: Source, language: Language, path: ListFile, label: string): ListPage {
  const { name } = source.single('site.md').fields
  const file = source.list(path)
  const { title, ...fields }: Fields<ListFile> = file?.fields ?? listPageFields(label, name, language.texts)
  return {
    ...fields,
    title: `${title} · ${name}`,
    label: title,
    intro: file ? pageRenderer()(file) : '',
    labelLanguage: file ? undefined : fixedLanguage(language),
    navigation: fields.navigation ?? false,
  }
}

/** An entry that has a page. */
const pageEntry = <F extends PageFolder>(
  folder: F,
  { slug, lang, fields, ...body }: EntryFile<F>,
  language: Language,
) => ({
  ...fields,
  slug,
  lang: lang ?? fields.language,
  path: pathIn(language, pagePath(folder, slug)),
  body: pageRenderer()(body),
})

function project(file: EntryFile<'projects'>, language: Language): Project {
  const entry = pageEntry('projects', file, language)
  const { start, end, url, code } = entry
  return {
    ...entry,
    ...(url !== undefined && { url: normalAddress(url) }),
    ...(code !== undefined && { code: normalAddress(code) }),
    period: start === undefined && end === undefined ? '' : period(start ?? end ?? '', end, language.texts),
    cover: file.cover,
  }
}

function note(file: EntryFile<'notes'>, language: Language, siteUrl: string | undefined, changed = ''): Note {
  const entry = pageEntry('notes', file, language)
  return {
    ...entry,
    day: formatDay(entry.date, language.texts),
    updated: changed > noon(entry.date) ? changed : noon(entry.date),
    description: entry.summary ?? shortened(firstParagraph(file.tree)),
    feedBody: siteUrl === undefined ? undefined : file.renderElsewhere(siteUrl),
  }
}

const isFilled = (list: readonly unknown[]) => list.length > 0

function site(source: Source, cards: SiteContent['onTheWeb']['cards']): SiteContent['site'] {
  const linked = cards.flatMap(({ title, handle, url, icon }) =>
    url !== undefined && handle !== undefined ? [{ title, handle, url, icon }] : [],
  )
  // Links to several accounts of one service have different names.
  const isOnly = (title: string) => linked.filter((link) => link.title === title).length === 1
  const links = linked.map((link) =>
    isOnly(link.title) ? link : { ...link, title: `${link.title} (${link.handle})` },
  )
  const { fields, cover: shareImage } = source.single('site.md')
  const { name, initials, company, email, role, description, location, nationality, accent } = fields
  const { contact_form, contact_intro, contact_reply } = fields
  const logo = fields.logo_letter ?? Array.from(initials)[0] ?? ''
  const facts = { name, initials, company, email, role, description, location, nationality, accent }
  const contact = { contact_form, contact_intro, contact_reply }
  return { ...facts, ...contact, logo, shareImage, links }
}

function apps(source: Source) {
  const { apple_app, android_app, android_fingerprints } = source.single('site.md').fields
  return {
    ...(apple_app !== undefined && { apple: apple_app }),
    ...(android_app !== undefined &&
      android_fingerprints !== undefined && {
        android: { package: android_app, fingerprints: android_fingerprints },
      }),
  }
}

function terms(source: Source) {
  const file = source.single('terms.md')
  return { ...file.fields, body: pageRenderer()(file) }
}

const about = (source: Source) => page(source, 'about.md', 'body', pageRenderer())

/** Home, with at most three results of jobs, in the CV's order. */
function home(source: Source, own: Texts) {
  const hero = source.single('home/hero.md')
  const render = pageRenderer()
  return {
    tagline: hero.fields.tagline,
    typewriter: hero.fields.typewriter,
    bio: render(hero),
    results: source
      .entries('cv/experience')
      .flatMap(({ lang, fields: { result, result_label = '', organisation } }) => {
        const texts = lang === undefined ? own : languageOf(lang).texts
        return result === undefined
          ? []
          : [{ lang, value: result, label: texts.resultAt(result_label, organisation) }]
      })
      .slice(0, 3),
    interests: source
      .entries('home/interests')
      .map((file) => ({ slug: file.slug, lang: file.lang, ...file.fields, description: render(file) })),
  }
}

/** The CV; `sections` has the order of its sections, those without entries included. Entries with dates are newest first. */
function cv(source: Source, texts: Texts) {
  const render = pageRenderer()
  const profile = source.single('cv/profile.md')
  const withoutBody = <F extends Folder>(folder: F): Entry<F>[] =>
    source.entries(folder).map(({ slug, lang, fields }) => ({ slug, lang, ...fields }))
  const written = <F extends Folder>(folder: F): (Entry<F> & Written)[] =>
    source.entries(folder).map(({ slug, lang, fields, ...body }) => {
      return { slug, lang, ...fields, body: render(body), tree: body.tree }
    })
  const dated = (folder: 'cv/education' | 'cv/experience' | 'cv/early' | 'cv/volunteering'): CvEntry[] =>
    written(folder).map((entry) => ({ ...entry, period: period(entry.start, entry.end, texts) }))
  const day = <E extends { date?: string | undefined }>(entry: E) => ({
    ...entry,
    period: entry.date === undefined ? '' : formatDate(entry.date, texts),
  })
  const linked = <E extends { url?: string | undefined }>({ url, ...entry }: E) => ({
    ...entry,
    ...(url !== undefined && { url: normalAddress(url) }),
  })
  const parts = {
    ...page(source, 'cv/profile.md', 'summary', render),
    summaryTree: profile.tree,
    education: dated('cv/education'),
    experience: dated('cv/experience'),
    early: dated('cv/early'),
    volunteering: dated('cv/volunteering'),
    skills: withoutBody('cv/skills'),
    certifications: withoutBody('cv/certifications').map(day).map(linked),
    awards: written('cv/awards').map(day),
    publications: written('cv/publications').map(day).map(linked),
    languages: withoutBody('cv/languages'),
    tools: withoutBody('cv/tools'),
    own: written('cv/sections'),
  }
  const own = parts.own.map(({ slug }) => slug)
  return { ...parts, sections: cvSectionOrder(profile.fields.sections ?? [], own) }
}

/** On the Web; a card without an address is a placeholder. */
function onTheWebContent(source: Source) {
  const render = pageRenderer()
  return {
    ...page(source, 'on-the-web/page.md', 'intro', render),
    cards: source.entries('on-the-web').map(({ slug, lang, fields: { url, ...fields }, ...body }) => ({
      slug,
      lang,
      ...fields,
      ...(url !== undefined && { url: normalAddress(url) }),
      description: render(body),
    })),
  }
}

function page<K extends string>(
  source: Source,
  path: 'cv/profile.md' | 'on-the-web/page.md' | 'about.md',
  key: K,
  render: Render,
) {
  const file = source.single(path)
  return { heading: file.fields.heading, [key]: render(file) } as { heading: string } & Record<K, Html>
}
