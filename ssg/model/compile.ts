import { parseFile, type BodyPlace, type FileProblem } from './content-file.ts'
import type { Diagnostic, Problem } from './diagnostics.ts'
import { text as escaped } from './escape.ts'
import { splitFile } from './front-matter.ts'
import { imageMarkup, imagePath, type ImageFiles } from './images.ts'
import { byPath, checkPaths, kindOf } from './kinds.ts'
import { siteLink } from './links.ts'
import { parseMarkdown, type ImageReference, type Markdown } from './markdown.ts'
import { siteContent, type CompiledFile, type SiteContent } from './site-content.ts'

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

interface CompileOptions {
  /** The name of the content folder in messages. */
  folder?: string
  /** Returns an image's renditions or its problem; if undefined, the alternative text is shown. */
  imageOf?: (path: string, address: string) => ImageFiles | Problem | undefined
}

/** Compiles the files of a content folder. */
export function compile(
  files: ReadonlyMap<string, string>,
  { folder = 'content', imageOf = () => undefined }: CompileOptions = {},
): Compiled {
  const compiled = new Map<string, CompiledFile>()
  const links: PlacedLink[] = []
  const advice: FileDiagnostic[] = []
  const diagnostics: FileDiagnostic[] = []
  const place = <P extends object>(path: string, problem: P) => ({
    path,
    where: `${folder}/${path}`,
    ...problem,
  })
  for (const { path, ...problem } of checkPaths(files.keys(), folder)) diagnostics.push(place(path, problem))
  for (const [path, source] of [...files].sort(([a], [b]) => byPath(a, b))) {
    const kind = kindOf(path)
    if (!kind) continue
    const file = parseFile(source, kind)
    if (Array.isArray(file)) {
      diagnostics.push(...file.map((problem) => place(path, problem)))
      continue
    }
    const { fields, body, placeOf, problems } = file
    const images = new Map<ImageReference, ImageFiles>()
    for (const image of body.images) {
      const found = findImage(image, path, imageOf)
      if (found && 'message' in found) problems.push({ ...placeOf(image.line), ...found })
      else if (found) images.set(image, found)
    }
    diagnostics.push(...problems.map((problem) => place(path, problem)))
    advice.push(...file.advice.map((problem) => place(path, problem)))
    for (const { address, line } of body.links) {
      if (siteLink(address, '/')) links.push({ ...place(path, placeOf(line)), address })
    }
    compiled.set(path, { fields, html: render(body, path, images) })
  }
  const content = diagnostics.length === 0 ? siteContent(compiled) : undefined
  return { content, diagnostics, advice, links }
}

function findImage(image: ImageReference, from: string, imageOf: Required<CompileOptions>['imageOf']) {
  const path = imagePath(image, from)
  return typeof path === 'string' ? imageOf(path, image.address) : path
}

function render(body: Markdown, path: string, images: ReadonlyMap<ImageReference, ImageFiles>): string {
  return body.render((image) => {
    const files = images.get(image)
    // Entries are further down the page, below the first screen.
    const eager = image === body.images[0] && kindOf(path) === path
    return files ? imageMarkup(files, image.alt, eager) : escaped(image.alt)
  })
}

export interface UsedImage {
  path: string
  address: string
}

export function imagesIn(files: ReadonlyMap<string, string>): UsedImage[] {
  return [...files].flatMap(([from, source]) => {
    if (!source.includes('![')) return []
    return parseMarkdown(splitFile(source)?.body ?? '').images.flatMap((image) => {
      const path = imagePath(image, from)
      return typeof path === 'string' ? [{ path, address: image.address }] : []
    })
  })
}
