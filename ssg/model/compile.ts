import { addressProblems, pageOf } from './addresses.ts'
import type { Diagnostic, Problem } from './diagnostics.ts'
import type { BodyPlace, Entry, FileProblem } from './entry.ts'
import { text as escaped } from './escape.ts'
import { galleryAddress, isOfGalleries, type Gallery } from './galleries.ts'
import { imageMarkup, imagePath, isTakenAway, plainImage, type ImageFiles } from './images.ts'
import { checkPaths, hasOwnPage } from './kinds.ts'
import { siteLink } from './links.ts'
import type { ImageReference } from './markdown.ts'
import { siteContent, type Changed, type CompiledEntry, type SiteContent } from './site-content.ts'

export type { SiteContent } from './site-content.ts'

export type FileDiagnostic = Diagnostic & FileProblem & { path: string }

export type PlacedLink = BodyPlace & { path: string; where: string; address: string }

export interface Compiled {
  /** Undefined if there are diagnostics. */
  content: SiteContent | undefined
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
  const links: PlacedLink[] = []
  const advice: FileDiagnostic[] = []
  const diagnostics: FileDiagnostic[] = []
  const place = <P extends object>(path: string, problem: P) => ({
    path,
    where: `${folder}/${path}`,
    ...problem,
  })
  const paths = entries.map(({ path }) => path)
  for (const { path, ...problem } of [...checkPaths(paths), ...addressProblems(entries)])
    diagnostics.push(place(path, problem))
  for (const entry of entries) {
    const { path, kind, frontMatter, fields, body, placeOfLine } = entry
    const page = pageOf(path) ?? '/'
    if (!kind) continue
    diagnostics.push(...entry.problems.map((problem) => place(path, problem)))
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
    const cover = coverOf(entry)
    const coverFiles = cover && findImage(cover, path, imageOf)
    if (coverFiles && 'message' in coverFiles)
      (isTakenAway(coverFiles) ? advice : diagnostics).push(
        place(path, { line: frontMatter.lineOf([cover.field]), field: cover.field, ...coverFiles }),
      )
    advice.push(...entry.advice.map((problem) => place(path, problem)))
    const addressOf = galleries && linksToGalleries(page, siteUrl, galleries)
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
    compiled.push({ path, kind, fields: fields ?? {}, tree: text.tree, render, renderElsewhere, ...found })
  }
  const content = diagnostics.length === 0 ? siteContent(compiled, siteUrl, galleries, changed) : undefined
  return { content, diagnostics, advice, links }
}

/**
 * Returns a function that maps the address of a link on `page` to the current address of its gallery or photo; undefined
 * if that is not shown. Other addresses are returned unchanged.
 */
const linksToGalleries =
  (page: string, siteUrl: string | undefined, galleries: readonly Gallery[]) =>
  (address: string): string | undefined => {
    const isAbsolute = siteUrl !== undefined && address.startsWith(`${siteUrl}/`)
    const link = siteLink(isAbsolute ? address.slice(siteUrl.length) : address, page)
    return link && isOfGalleries(link.path) ? galleryAddress(link, galleries) : address
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
function coverOf({ path, fields }: Entry) {
  const field = path === 'site.md' ? 'share_image' : 'cover'
  const address = fields?.[field]
  return typeof address === 'string' ? { field, address, alt: field } : undefined
}
