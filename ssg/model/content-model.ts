/** The content model as the editor uses it. */
import { compile, imagesIn, type FileDiagnostic } from './compile.ts'
import { readForm, writeForm } from './form.ts'
import type { Problem } from './diagnostics.ts'
import { missingFile, missingPhoto, photoId, type ImageFiles } from './images.ts'
import { deadLink, pathMatcher, siteLink, type SiteAddresses, type SiteLink } from './links.ts'
import { builtFiles } from '../document/built-files.ts'
import { proxied } from '../document/proxied.ts'

export type { SiteContent as Content } from './compile.ts'
export type { FieldModel } from './fields.ts'
export type { Folder, Single } from './kinds.ts'
export { byPath, kindOf, slugOf } from './kinds.ts'
export { photoFiles, photoMarkdown, type ImageFiles as PictureFiles, type Photo } from './images.ts'
export { slugify } from './slugify.ts'
export { newFile as newText } from './form.ts'
export { kindModels as textKinds, type KindModel as TextKind } from './fields.ts'
export type { FormFile as TextFields } from './form.ts'
export { readForm as readText } from './form.ts'

export function writeField(text: string, name: string, value: string | string[] | undefined): string {
  const form = readForm('', text)
  if (!form) throw new Error('The front matter cannot be read.')
  const { [name]: _, ...others } = form.fields
  return writeForm('', text, {
    ...form,
    fields: value === undefined ? others : { ...form.fields, [name]: value },
  })
}

export function writeBody(text: string, body: string): string {
  const form = readForm('', text)
  if (!form) throw new Error('The front matter is missing.')
  return writeForm('', text, { ...form, body })
}

/** A problem as a form shows it; the line is that of the body. */
export interface TextDiagnostic extends Problem {
  line: number | undefined
  field?: string
}

/** What is known of the things that content refers to. */
export interface Known {
  /** Images that exist nowhere, by their paths in the content folder. */
  missingPictures: ReadonlySet<string>
  /** Absent while it is not known. */
  site?: KnownSite | undefined
}

/** The addresses of the site, and the page of each file. */
export interface KnownSite extends SiteAddresses {
  pageOf: PageOf
}
type PageOf = (path: string) => string | undefined

const nothing: Known = { missingPictures: new Set() }

export const checkText = (path: string, text: string, known = nothing): TextDiagnostic[] =>
  checkTexts(new Map([[path, text]]), known).filter((diagnostic) => diagnostic.path === path)

export const adviseText = (path: string, text: string): TextDiagnostic[] =>
  compile(new Map([[path, text]])).advice.map(inForm)

function inForm({ path, bodyLine, field, ...rest }: FileDiagnostic): TextDiagnostic & { path: string } {
  const { message, hint } = rest.inForm ?? rest
  return { path, line: bodyLine, ...(field !== undefined && { field }), message, hint }
}

export function checkTexts(
  texts: ReadonlyMap<string, string>,
  { missingPictures, site } = nothing,
): (TextDiagnostic & { path: string })[] {
  const { diagnostics, links } = compile(texts, {
    imageOf: (path, address) => {
      if (!missingPictures.has(path)) return undefined
      return photoId(path) === undefined ? missingFile(address, path) : missingPhoto(address)
    },
  })
  const dead = links.flatMap(({ path, where, line, bodyLine, address }) => {
    const page = site?.pageOf(path)
    const link = page === undefined && address.startsWith('#') ? undefined : siteLink(address, page ?? '/')
    const problem = link && site && deadLink(link, site)
    return problem ? [{ path, where, line, bodyLine, ...problem }] : []
  })
  return [...diagnostics, ...dead].map(inForm)
}

export function siteLinksIn(texts: ReadonlyMap<string, string>, pageOf: PageOf): SiteLink[] {
  return compile(texts).links.flatMap(({ path, address }) => siteLink(address, pageOf(path) ?? '/') ?? [])
}

/** Whether a site with screens at `paths` answers at a path. What only some builds write counts as there. */
export function answersOf(paths: readonly string[]): SiteAddresses['answers'] {
  return pathMatcher({
    routes: paths.map((path) => ({ path })),
    proxies: [...proxied, ...builtFiles].map((path) => ({ path })),
  })
}

export const picturesIn = (texts: ReadonlyMap<string, string>): Map<string, number | undefined> =>
  new Map(imagesIn(texts).map(({ path }) => [path, photoId(path)]))

export const compileTexts = (
  texts: ReadonlyMap<string, string>,
  pictures: Readonly<Record<string, ImageFiles>> = {},
) => compile(texts, { imageOf: (path) => pictures[path] }).content
