import { addressProblems, contactPages, pageOf } from './addresses.ts'
import { audienceOf, audienceProblems, missingEntries, type Audience } from './audiences.ts'
import type { Diagnostic, Problem } from './diagnostics.ts'
import type { BodyPlace, Entry, FileProblem } from './entry.ts'
import { text as escaped } from './escape.ts'
import { galleryAddress, isOfGalleries, type Gallery } from './galleries.ts'
import { imageMarkup, imagePath, isTakenAway, plainImage, type ImageFiles } from './images.ts'
import { checkPaths, hasOwnPage, splitLanguage } from './kinds.ts'
import { languageOf, pathIn, type Language } from './language.ts'
import { siteLink } from './links.ts'
import type { ImageReference } from './markdown.ts'
import { publicPages } from './public-pages.ts'
import { siteContent, type Changed, type CompiledEntry, type SiteContent } from './site-content.ts'
import { filesIn, following, noOriginal, originalPath } from './translations.ts'

export type { SiteContent } from './site-content.ts'

export type FileDiagnostic = Diagnostic & FileProblem & { path: string }

export type PlacedLink = BodyPlace & { path: string; where: string; address: string }

export interface Compiled {
  /** In the main language; undefined if there are diagnostics. */
  content: SiteContent | undefined
  /** In the further languages; empty if there are diagnostics. */
  translations: SiteContent[]
  /** The CVs for an audience, which no page shows; empty if there are diagnostics. */
  audiences: Audience[]
  diagnostics: FileDiagnostic[]
  /** What should be corrected, though the site can be built. */
  advice: FileDiagnostic[]
  links: PlacedLink[]
}

export interface CompileOptions {
  /** The name of the content folder in messages. */
  folder?: string
  /** The address of the site, for texts that are read elsewhere. */
  siteUrl?: string | undefined
  /** The galleries that are shown on the site; undefined if they are unknown. */
  galleries?: readonly Gallery[] | undefined
  /** When notes were changed. */
  changed?: Changed | undefined
  /** Returns an image's renditions or its problem; if undefined, the alternative text is shown. */
  imageOf?: (path: string, address: string) => ImageFiles | Problem | undefined
}

/**
 * Compiles the parsed files of a content folder. Photos and galleries may be taken away while texts name them: a photo then
 * becomes its alternative text, and a link its words. Both are advice.
 */
export function compile(
  entries: readonly Entry[],
  { folder = 'content', siteUrl, galleries, changed, imageOf = () => undefined }: CompileOptions = {},
): Compiled {
  const compiled: CompiledEntry[] = []
  const audiences: Audience[] = []
  const links: PlacedLink[] = []
  const advice: FileDiagnostic[] = []
  const diagnostics: FileDiagnostic[] = []
  const place = <P extends object>(path: string, problem: P) => ({
    path,
    where: `${folder}/${path}`,
    ...problem,
  })
  const paths = entries.map(({ path }) => path)
  const site = entries.find(({ path }) => path === 'site.md')
  const main = languageOf(codeOf(site))
  const originals = new Map(entries.map((entry) => [entry.path, entry]))
  const translated = new Set([...contactPages(entries), ...paths.flatMap((path) => pageOf(path) ?? [])])
  for (const { path, ...problem } of [...checkPaths(paths), ...addressProblems(entries)])
    diagnostics.push(place(path, problem))
  if (site && paths.some((path) => splitLanguage(path).language === main.code)) {
    const line = site.frontMatter.lineOf(['language'])
    diagnostics.push(place(site.path, { line, field: 'language', ...doubledLanguage(main) }))
  }
  const codes = [...new Set(paths.flatMap((path) => splitLanguage(path).language ?? []))]
  for (const entry of entries) {
    const { path, kind, frontMatter, body, placeOfLine } = entry
    const page = pageOf(path) ?? '/'
    if (!kind) continue
    const { language: code = furtherLanguageOf(entry, codes), path: originalFile } = splitLanguage(path)
    const language = code === undefined ? main : languageOf(code, true)
    const original = path === originalFile ? undefined : originals.get(originalFile)
    if (path !== originalFile && !original && originalFile !== kind)
      advice.push(place(path, noOriginal(originalFile)))
    const fields = original?.fields && entry.fields ? following(entry.fields, original.fields) : entry.fields
    diagnostics.push(...entry.problems.map((problem) => place(path, problem)))
    if (kind === 'cv/audiences') {
      const problems = audienceProblems(entry, site && [main.code, ...codes])
      diagnostics.push(...problems.map((problem) => place(path, problem)))
      // A form is checked without the other files.
      if (site) advice.push(...missingEntries(entry, new Set(paths)).map((problem) => place(path, problem)))
    }
    // Otherwise, errors below it may be a consequence.
    if (!frontMatter.document) continue
    const images = new Map<ImageReference, ImageFiles>()
    for (const image of body.images) {
      const found = findImage(image, path, imageOf)
      if (found && 'message' in found)
        (isTakenAway(found) ? advice : diagnostics).push(
          place(path, { ...placeOfLine(image.line), ...found }),
        )
      else if (found) images.set(image, found)
    }
    const cover = coverOf({ path, fields })
    const coverFiles = cover && findImage(cover, path, imageOf)
    if (coverFiles && 'message' in coverFiles)
      (isTakenAway(coverFiles) ? advice : diagnostics).push(
        place(path, { line: frontMatter.lineOf([cover.field]), field: cover.field, ...coverFiles }),
      )
    advice.push(...entry.advice.map((problem) => place(path, problem)))
    const addressOf = addressesOn(page, language, siteUrl, galleries, translated)
    const text =
      addressOf && body.links.some(({ address }) => addressOf(address) !== address)
        ? body.relink(addressOf)
        : body
    for (const { address, line } of body.links)
      if (addressOf && addressOf(address) === undefined)
        advice.push(place(path, { ...placeOfLine(line), ...takenAway(address) }))
    for (const { address, line } of text.links) {
      if (siteLink(address, '/')) links.push({ ...place(path, placeOfLine(line)), address })
    }
    const image = (reference: ImageReference) => {
      const files = images.get(reference)
      // Only the first image of a page may be on the first screen.
      const eager = reference === body.images[0] && hasOwnPage(kind) && !cover
      return files ? imageMarkup(files, reference.alt, eager) : escaped(reference.alt)
    }
    const render: CompiledEntry['render'] = (headingId) => text.render({ image, headingId })
    const renderElsewhere = (site: string) =>
      text.render({
        headingId: (id) => id,
        base: site + page,
        image: (reference) => plainImage(images.get(reference), reference.alt, site),
      })
    const found = coverFiles && 'files' in coverFiles ? { cover: coverFiles } : {}
    if (kind === 'cv/audiences')
      audiences.push(audienceOf(entry, { render, renderElsewhere, tree: text.tree }))
    else
      compiled.push({ path, kind, fields: fields ?? {}, tree: text.tree, render, renderElsewhere, ...found })
  }
  // One says enough: a CV in another script has one in each file.
  const undrawn = entries.find(({ missingLetter }) => missingLetter)
  if (undrawn?.missingLetter) advice.push(place(undrawn.path, undrawn.missingLetter))
  if (diagnostics.length > 0)
    return { content: undefined, translations: [], audiences: [], diagnostics, advice, links }
  const [content, ...translations] = [main, ...codes.map((code) => languageOf(code, true))].map((language) =>
    siteContent(filesIn(language, main, compiled), language, siteUrl, galleries, changed),
  )
  const all = [...(content ? [content] : []), ...translations]
  if (translations.length > 0) {
    const languages = all.map((site) => {
      const paths = publicPages(site).map(({ path }) => originalPath(site.language, path))
      return { ...site.language, paths: new Set(paths) }
    })
    for (const site of all) site.languages = languages
  }
  return { content, translations, audiences, diagnostics, advice, links }
}

/** The further language of the site in which a CV for an audience is. */
function furtherLanguageOf({ kind, fields }: Entry, codes: readonly string[]): string | undefined {
  return kind === 'cv/audiences' ? codes.find((code) => code === fields?.['language']) : undefined
}

/** The code of the main language. */
function codeOf(site: Entry | undefined): string {
  const code = site?.fields?.['language']
  return typeof code === 'string' ? code : 'en'
}

const doubledLanguage = ({ code, name }: Language): Problem & { inForm: Problem } => ({
  message: `The site is written in ${code}, and has a folder for it too`,
  hint: `The files of the main language are not in a folder: move those of ${code}/, or correct "language".`,
  inForm: {
    message: `The site has translations into ${name}`,
    hint: 'Choose another language, or delete the translations first.',
  },
})

/**
 * Returns a function that maps the address of a link on `page` to the current address of its gallery or photo, undefined
 * if that is not shown, and to the translation of its page if there is one. Other addresses are returned unchanged.
 */
function addressesOn(
  page: string,
  language: Language,
  siteUrl: string | undefined,
  galleries: readonly Gallery[] | undefined,
  pages: ReadonlySet<string>,
): ((address: string) => string | undefined) | undefined {
  if (!galleries && language.prefix === '') return undefined
  return (address) => {
    const isAbsolute = siteUrl !== undefined && address.startsWith(`${siteUrl}/`)
    const link = siteLink(isAbsolute ? address.slice(siteUrl.length) : address, page)
    if (!link) return address
    if (galleries && isOfGalleries(link.path)) {
      const [prefix] = /^\/[a-z]{2}(-[a-z]+)*(?=\/gallery(\/|$))/i.exec(link.path) ?? []
      const found = galleryAddress({ ...link, path: link.path.slice(prefix?.length) }, galleries)
      return found && (prefix ?? language.prefix) + found
    }
    const translation = pathIn(language, link.path)
    return language.prefix !== '' && pages.has(translation) && address.startsWith('/')
      ? pathIn(language, address)
      : address
  }
}

const takenAway = (address: string): Problem & { takenAway: true } => ({
  message: `"${address}" leads to a gallery or a photo that the site does not show`,
  hint: 'Visitors read its words without a link. Show it again, or remove the link.',
  takenAway: true,
})

function findImage(
  image: Pick<ImageReference, 'address' | 'alt'>,
  from: string,
  imageOf: Required<CompileOptions>['imageOf'],
) {
  const path = imagePath(image, from)
  return typeof path === 'string' ? imageOf(path, image.address) : path
}

export interface UsedImage {
  path: string
  address: string
}

export function imagesIn(entries: readonly Entry[]): UsedImage[] {
  return entries.flatMap((entry) =>
    [coverOf(entry) ?? [], ...entry.body.images].flat().flatMap((image) => {
      const path = imagePath(image, entry.path)
      return typeof path === 'string' ? [{ path, address: image.address }] : []
    }),
  )
}

/**
 * The image in a field of an entry, as an image in its text: its cover, or the share image of the site. One that is a
 * decoration has no alternative text.
 */
function coverOf({ path, fields }: Pick<Entry, 'path' | 'fields'>) {
  const field = splitLanguage(path).path === 'site.md' ? 'share_image' : 'cover'
  const address = fields?.[field]
  return typeof address === 'string' ? { field, address, alt: field } : undefined
}
