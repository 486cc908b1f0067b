/**
 * The content model for the browser: what texts there are, how they are read, changed and checked. The plugin serves it
 * as `virtual:content-model`; nothing it imports needs Node.
 */
import './without-eval.ts'
import { compile, type Content, type Text } from './compile.ts'
import { bodyLine, readFields, type TextFields } from './edit.ts'
import { fieldModel, type FieldModel } from './field-models.ts'
import { folders, singles, type Folder, type Single } from './kinds.ts'
import { splitText } from './front-matter.ts'
import {
  addressProblem,
  deadLink,
  pathMatcher,
  siteLink,
  type SiteAddresses,
  type SiteLink,
} from './links.ts'
import { parseMarkdown, type LinkReference, type PictureReference } from './markdown.ts'
import { checkPlaces, kindOf } from './places.ts'
import { kinds, type Kind } from './schemas.ts'
import { parseText, renderText, type ParsedText } from './text.ts'
import { missingLetterDiagnostics } from '../cv/missing-letter-diagnostics.ts'
import { missingLetters } from '../cv/missing-letters.ts'
import { builtFiles, proxied } from '../lib/addresses.ts'
import type { Diagnostic } from '../lib/diagnostics.ts'
import { missingPhoto, photoId } from '../pictures/photo-address.ts'
import { missingFile, pictureOf, type PictureFiles } from '../pictures/picture-markup.ts'

export type { Content } from './compile.ts'
export { writeBody, writeField, type TextFields } from './edit.ts'
export type { FieldModel } from './field-models.ts'
export type { Folder, Single } from './kinds.ts'
export { byPath, kindOf, slugOf } from './places.ts'
export { photoFiles, photoMarkdown, type Photo } from '../pictures/photo-markdown.ts'
export type { PictureFiles } from '../pictures/picture-markup.ts'
export { slugify } from '../lib/slugify.ts'

/** A file that exists once, or a folder of which each file is one entry. */
export interface TextKind {
  /** As people call it. */
  title: string
  /** Whether there may be any number of them. */
  folder: boolean
  /** Whether text must, may or must not follow the front matter. */
  body: Kind['body']
  fields: readonly FieldModel[]
}

/** What texts there are: the files that exist once by their paths, then the folders of entries by theirs. */
export const textKinds = Object.fromEntries(
  [...singles, ...folders].map((name) => [name, textKind(name)]),
) as Record<Single | Folder, TextKind>

function textKind(name: Single | Folder): TextKind {
  const { title, body, schema }: Kind = kinds[name]
  const fields = Object.entries(schema.shape).map(([name, schema]) => fieldModel(name, schema))
  return { title, folder: !name.endsWith('.md'), body, fields }
}

/**
 * What the form of the text at `path` shows. Undefined where the front matter cannot be read: such a text is shown as
 * it is, with what `checkText` says of it.
 */
export function readText(path: string, text: string): TextFields | undefined {
  const read = readFields(text)
  const kind = kindOf(path)
  if (!read || !kind) return read
  const fields = Object.entries(read.fields).map(([name, value]) => {
    const isList = textKinds[kind].fields.find((field) => field.name === name)?.type === 'list'
    const texts = [value].flat().filter((text) => Array.isArray(value) || text !== '')
    return [name, isList ? texts : [value].flat().join(', ')] as const
  })
  return { ...read, fields: Object.fromEntries(fields) }
}

/** A text of that kind whose fields are still empty. */
export function newText(kind: Single | Folder): string {
  const empty = ({ type, choices, length = 0 }: FieldModel) =>
    type === 'list' ? JSON.stringify(Array<string>(length).fill('')) : (choices?.[0] ?? '""')
  const lines = textKinds[kind].fields
    .filter(({ required }) => required)
    .map((field) => `${field.name}: ${empty(field)}\n`)
  return `---\n${lines.join('')}---\n`
}

/** What is wrong with a text, in the words of the build but for what a form does not show; the line is that of its body. */
export type TextDiagnostic = Pick<Diagnostic, 'line' | 'field' | 'message' | 'hint'>

/** What is known of what texts refer to. */
export interface Known {
  /** Pictures that are neither in the content folder nor, where they are of the photo bench, there; by their paths in the folder. */
  missingPictures: ReadonlySet<string>
  /** What the site has; absent while it is not known. */
  site?: KnownSite | undefined
}

/** What the site has, and on which of its pages a text stands. */
export interface KnownSite extends SiteAddresses {
  pageOf: PageOf
}
type PageOf = (path: string) => string | undefined

const nothing: Known = { missingPictures: new Set() }

/** What is wrong with the text at `path`, for itself and by what is known of what it refers to. The build knows the rest. */
export function checkText(path: string, text: string, known = nothing): TextDiagnostic[] {
  const { parsed, diagnostics } = read(path, text)
  if (!parsed) return diagnostics
  const { body, bodyLine: first } = parsed
  const missing = body.pictures.flatMap((reference) => {
    const picture = pictureOf(reference, path)
    if (typeof picture !== 'string' || !known.missingPictures.has(picture)) return []
    const { address, line } = reference
    const problem = photoId(picture) === undefined ? missingFile(address, picture) : missingPhoto(address)
    return [{ line: first + line, ...problem }]
  })
  const { site } = known
  const dead = body.links.flatMap((reference) => {
    const link = site && siteLinkOf(reference, path, site.pageOf)
    const problem = link && deadLink(link, site)
    return problem ? [{ line: first + reference.line, ...problem }] : []
  })
  return [...diagnostics, ...dead, ...missing].map((diagnostic) => inForm(diagnostic, text))
}

/** What the text at `path` had better not have, though it may be published. */
export function adviseText(path: string, text: string): TextDiagnostic[] {
  return (read(path, text).parsed?.advice ?? []).map((advice) => inForm(advice, text))
}

/** What is said of a text whose fields are in a form and whose body is below them. */
function inForm({ line = 0, field, ...rest }: Omit<Diagnostic, 'where'>, text: string): TextDiagnostic {
  const { message, hint } = rest.inForm ?? rest
  const inBody = line - bodyLine(text) + 1
  return {
    line: rest.inForm || inBody < 1 ? undefined : inBody,
    ...(field !== undefined && { field }),
    message,
    hint,
  }
}

/** The links of the texts to places of this site. */
export function siteLinksIn(texts: ReadonlyMap<string, string>, pageOf: PageOf): SiteLink[] {
  return [...texts].flatMap(([path, text]) =>
    parseMarkdown(splitText(text)?.body ?? '').links.flatMap(
      (reference) => siteLinkOf(reference, path, pageOf) ?? [],
    ),
  )
}

/** Where a link of the text at `path` leads on this site; undefined when it leads nowhere, or out of it. */
function siteLinkOf({ address }: LinkReference, path: string, pageOf: PageOf): SiteLink | undefined {
  const page = pageOf(path)
  const isNowhere = addressProblem(address) ?? (page === undefined && address.startsWith('#'))
  return isNowhere ? undefined : siteLink(address, page ?? '/')
}

/**
 * Whether a site with screens at `paths`, patterns among them, answers at a path. What only some builds write, or under a
 * name of their own, counts as there.
 */
export function answersOf(paths: readonly string[]): SiteAddresses['answers'] {
  return pathMatcher({
    routes: paths.map((path) => ({ path })),
    proxies: [...proxied, ...builtFiles].map((path) => ({ path })),
  })
}

/** The pictures that texts of the content folder show, by their paths in it: of those of the photo bench the ids. */
export function picturesIn(texts: ReadonlyMap<string, string>): Map<string, number | undefined> {
  const found = new Map<string, number | undefined>()
  for (const [path, text] of texts) {
    // Most texts show none.
    const pictures = text.includes('![') ? parseMarkdown(splitText(text)?.body ?? '').pictures : []
    for (const reference of pictures) {
      const picture = pictureOf(reference, path)
      if (typeof picture === 'string') found.set(picture, photoId(picture))
    }
  }
  return found
}

/** What is wrong with all texts of the content folder together, by their paths. */
export function checkTexts(
  texts: ReadonlyMap<string, string>,
  known = nothing,
): (TextDiagnostic & { path: string })[] {
  const places = checkPlaces(texts.keys(), folder)
  return [
    ...places.map((diagnostic) => ({ ...diagnostic, path: diagnostic.where.slice(folder.length + 1) })),
    ...[...texts].flatMap(([path, text]) =>
      checkText(path, text, known).map((diagnostic) => ({ ...diagnostic, path })),
    ),
  ]
}

/**
 * What the build would make of all texts of the content folder, by their paths; undefined where `checkTexts` finds
 * mistakes. Pictures are shown by `pictures`, the files of the last build, by the pictures' paths; words stand for one
 * that it did not have.
 */
export function compileTexts(
  texts: ReadonlyMap<string, string>,
  pictures: Readonly<Record<string, PictureFiles>> = {},
): Content | undefined {
  if (checkPlaces(texts.keys(), folder).length > 0) return undefined
  const compiled = new Map<string, Text>()
  for (const [path, text] of texts) {
    const { parsed, diagnostics } = read(path, text)
    if (!parsed || diagnostics.length > 0) return undefined
    const filesOf = (reference: PictureReference) => {
      const picture = pictureOf(reference, path)
      return typeof picture === 'string' ? pictures[picture] : undefined
    }
    compiled.set(path, renderText(parsed, path, filesOf))
  }
  return compile(compiled)
}

/** What diagnostics call the content folder. */
const folder = 'content'

function read(path: string, text: string): { parsed?: ParsedText | undefined; diagnostics: Diagnostic[] } {
  const kind = kindOf(path)
  const diagnostics: Diagnostic[] = []
  if (!kind) return { diagnostics }
  const where = `${folder}/${path}`
  const parsed = parseText(text, kind, where, diagnostics)
  if (!parsed) return { diagnostics }
  for (const reference of parsed.body.pictures) {
    const picture = pictureOf(reference, path)
    if (typeof picture !== 'string')
      diagnostics.push({ where, line: parsed.bodyLine + reference.line, ...picture })
  }
  const missing = missingLetters(kind, { fields: parsed.fields, html: parsed.body.render() })
  diagnostics.push(...missingLetterDiagnostics(missing, text, where))
  return { parsed, diagnostics }
}
