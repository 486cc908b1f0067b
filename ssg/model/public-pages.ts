import { contactPage } from './addresses.ts'
import { galleryList, type Gallery } from './galleries.ts'
import type { ImageFiles } from './images.ts'
import { fixedLanguage, pathIn, type Language } from './language.ts'
import { shortened, type ListPage, type PageText, type SiteContent } from './site-content.ts'

/** A public page of the site. */
export interface PublicPage extends PageText {
  path: string
  /** The text of links to it in the footer and, if `inBar`, in the bar of each page; undefined for pages that lists link. */
  label?: string
  inBar?: boolean
  /** The language of the label, if it is a fixed text in another one than the page. */
  labelLanguage?: string | undefined
  /** The language of its words, if it is another one than the site's. */
  lang?: string | undefined
  /** The day of its last change, if known. */
  updated?: string
  /** Its subject, if it is more than a page. */
  work?: Work
}

interface Work {
  /** A type of schema.org. */
  type: 'CreativeWork' | 'BlogPosting' | 'ImageGallery'
  name: string
  date?: string
  keywords?: readonly string[]
  /** For previews of links. */
  image?: ImageFiles
  imageAlt?: string
}

const made = new WeakMap<SiteContent, readonly PublicPage[]>()

/**
 * Every public page that has content, in the order of the navigation; those without a label come last. They are made once
 * for each content, because each page asks for them.
 */
export function publicPages(content: SiteContent): readonly PublicPage[] {
  const known = made.get(content) ?? makePages(content)
  made.set(content, known)
  return known
}

function makePages({
  language,
  pages,
  site,
  projects,
  notes,
  galleries,
  ownPages,
}: SiteContent): PublicPage[] {
  const { texts } = language
  const at = (path: string) => pathIn(language, path)
  const labelLanguage = fixedLanguage(language)
  const titled = (title: string) => `${title} · ${site.name}`
  const fixed = (path: string, label: string, text: PageText | undefined): PublicPage[] =>
    text
      ? [
          {
            path: at(path),
            label,
            labelLanguage,
            inBar: true,
            title: text.title,
            description: text.description,
          },
        ]
      : []
  const list = (path: string, page: ListPage | undefined, updated?: string): PublicPage[] =>
    page
      ? [{ ...page, path: at(path), inBar: page.navigation, ...(updated !== undefined && { updated }) }]
      : []
  const own = (inBar: boolean) =>
    ownPages
      .filter(({ navigation = false }) => navigation === inBar)
      .map(({ path, lang, title, description }) => ({
        path,
        lang,
        label: title,
        inBar,
        title: titled(title),
        description,
      }))
  const galleryLinks = galleryPages(galleries, pages.gallery, site.name, language)
  return [
    ...fixed('/', texts.home, pages.home),
    ...fixed('/cv', texts.cv, pages.cv),
    ...list('/projects', pages.projects),
    ...list('/notes', pages.notes, notes[0]?.updated.slice(0, 10)),
    ...own(true),
    ...galleryLinks.filter(({ inBar = false }) => inBar),
    ...fixed('/on-the-web', texts.onTheWeb, pages.onTheWeb),
    ...fixed('/about', texts.about, pages.about),
    ...galleryLinks.filter(({ inBar = false }) => !inBar),
    ...own(false),
    ...(site.contact_form
      ? [{ path: at(contactPage), title: titled(texts.getInTouch), description: texts.contactOf(site.name) }]
      : []),
    ...(pages.terms ? [{ path: at('/terms'), label: texts.terms, labelLanguage, ...pages.terms }] : []),
    ...projects.map(({ path, lang, title, summary, tags, cover, cover_alt }): PublicPage => {
      const image = cover && { image: cover, imageAlt: cover_alt ?? title }
      const work = { type: 'CreativeWork' as const, name: title, ...(tags && { keywords: tags }), ...image }
      return { path, lang, title: titled(title), description: summary, work }
    }),
    ...notes.map(({ path, lang, title, description, date, updated }): PublicPage => {
      const work = { type: 'BlogPosting' as const, name: title, date }
      return { path, lang, title: titled(title), description, updated: updated.slice(0, 10), work }
    }),
  ]
}

/** The pages of the galleries, after their list if there are several. */
function galleryPages(
  galleries: readonly Gallery[],
  list: ListPage,
  owner: string,
  language: Language,
): PublicPage[] {
  const pages = galleries.flatMap(({ name, description, updated, cover, pages }) => {
    const [first] = pages[0]?.photos ?? []
    const imageAlt = first?.alt || first?.title || name
    return pages.map(({ path }, index): PublicPage => ({
      path,
      title: `${index === 0 ? name : language.texts.numberedPage(name, index + 1)} · ${owner}`,
      description: shortened(description) || list.description,
      updated,
      work: { type: 'ImageGallery', name, ...(cover && { image: cover, imageAlt }) },
    }))
  })
  const { title, description, label, labelLanguage, navigation: inBar } = list
  const all =
    galleries.length > 1 ? [{ path: pathIn(language, galleryList), title, description }, ...pages] : pages
  return all.map((page, index) => (index === 0 ? { ...page, label, labelLanguage, inBar } : page))
}
