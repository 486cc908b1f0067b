import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { z } from 'zod'
import {
  folders,
  singles,
  type EntryFields,
  type Folder,
  type Kind,
  type Single,
  type SingleFields,
} from './schemas.ts'
import { fieldDiagnostics } from './field-diagnostics.ts'
import { readFrontMatter } from './front-matter.ts'
import { parseMarkdown, slugify, type Parsed, type PictureReference } from './markdown.ts'
import { DiagnosticsError, type Diagnostic } from '../lib/diagnostics.ts'
import type { OutputFile } from '../build/output-files.ts'
import { contentFiles } from '../owner/demo.mjs'
import { pictureReader } from '../pictures/content-pictures.ts'

/** One file of the content folder, checked: its fields, its text as HTML, and the name it goes by. */
export interface Entry<Fields> {
  slug: string
  fields: Fields
  html: string
}

export interface ContentSource {
  single: <P extends Single>(path: P) => Entry<SingleFields<P>>
  /** In the order of the files' names. */
  entries: <F extends Folder>(folder: F) => Entry<EntryFields<F>>[]
  /** The files of the pictures in the texts. */
  pictures: OutputFile[]
}

/** A file whose pictures are not made yet. */
interface ParsedFile {
  path: string
  where: string
  slug: string
  fields: unknown
  text: Parsed
  /** The line of the file on which the text begins. */
  bodyLine: number
}

/** The pictures of all texts so far. */
interface Pictures {
  reader: ReturnType<typeof pictureReader>
  files: Map<string, OutputFile>
  /** Paths below the content folder. */
  shown: Set<string>
}

const byNumbers = new Intl.Collator('en', { numeric: true })

/**
 * Reads and checks the whole content folder. Throws DiagnosticsError with every diagnostic; `shownAs` is the folder's
 * name in their texts. Pictures are made once and then cached below `cache`.
 */
export async function readContent(root: string, shownAs: string, cache: string): Promise<ContentSource> {
  const all = contentFiles(root).sort(byNumbers.compare)
  const paths = new Set(all.filter((path) => path.endsWith('.md')))
  const diagnostics: Diagnostic[] = []
  const read = new Map<string, Entry<unknown>>()
  const pictures: Pictures = { reader: pictureReader(root, cache), files: new Map(), shown: new Set() }
  for (const path of paths) {
    const where = `${shownAs}/${path}`
    const kind = kindOf(path)
    if (!kind) {
      diagnostics.push(unusedFile(where))
      continue
    }
    const parsed = parseEntry(readFileSync(join(root, path), 'utf8'), path, where, kind, diagnostics)
    // Each text is rendered before the next is parsed: parsed, it is many times as large.
    if (parsed) read.set(path, await renderEntry(parsed, pictures, diagnostics))
  }
  for (const path of all) {
    if (!paths.has(path) && !pictures.shown.has(path)) diagnostics.push(unusedFile(`${shownAs}/${path}`))
  }
  for (const path of Object.keys(singles)) {
    if (!paths.has(path)) diagnostics.push(missingFile(`${shownAs}/${path}`))
  }
  diagnostics.push(...duplicateSlugs(read, shownAs))
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)
  return {
    pictures: [...pictures.files.values()],
    single: (path) => read.get(path) as never,
    entries: (folder) =>
      [...read].filter(([path]) => isEntryOf(folder, path)).map(([, entry]) => entry) as never,
  }
}

function kindOf(path: string): Kind | undefined {
  if (path in singles) return singles[path as Single]
  const folder = Object.keys(folders).find((name) => isEntryOf(name, path))
  return folders[folder as Folder]
}

const isEntryOf = (folder: string, path: string) =>
  dirname(path) === folder && path.endsWith('.md') && !(path in singles)

function parseEntry(
  content: string,
  path: string,
  where: string,
  kind: Kind,
  diagnostics: Diagnostic[],
): ParsedFile | undefined {
  const source = readFrontMatter(content, where)
  if (Array.isArray(source)) {
    diagnostics.push(...source)
    return undefined
  }
  const checked: z.ZodSafeParseResult<unknown> = kind.schema.safeParse(source.fields)
  if (!checked.success) diagnostics.push(...fieldDiagnostics(checked.error, kind, source, where))
  const { bodyLine } = source
  const text = parseMarkdown(source.body)
  for (const line of text.topHeadings) diagnostics.push(topHeading(where, bodyLine + line))
  if (kind.body === 'required' && text.empty) diagnostics.push(missingText(where, bodyLine))
  if (kind.body === 'none' && !text.empty) diagnostics.push(unusedText(where, bodyLine))
  const slug = basename(path, '.md').replace(/^\d+-/, '')
  if (slug === '' || slugify(slug) !== slug) diagnostics.push(invalidName(where))
  return { path, where, slug, fields: checked.data, text, bodyLine }
}

/** Makes the pictures of a text, and renders the text with them. */
async function renderEntry(
  { path, where, slug, fields, text, bodyLine }: ParsedFile,
  { reader, files, shown }: Pictures,
  diagnostics: Diagnostic[],
): Promise<Entry<unknown>> {
  const markup = new Map<PictureReference, string>()
  for (const [index, reference] of text.pictures.entries()) {
    const picture = await reader(reference, path)
    if ('message' in picture) {
      diagnostics.push({ where, line: bodyLine + reference.line, ...picture })
      continue
    }
    shown.add(picture.path)
    for (const file of picture.files) files.set(file.name, file)
    // Entries of a folder come further down the page, below the first screen.
    markup.set(reference, picture.markup(reference.alt, index === 0 && path in singles))
  }
  return { slug, fields, html: text.render((reference) => markup.get(reference) ?? '') }
}

function duplicateSlugs(read: Map<string, Entry<unknown>>, shownAs: string): Diagnostic[] {
  const owners = new Map<string, string>()
  const diagnostics: Diagnostic[] = []
  for (const [path, { slug }] of read) {
    const key = `${dirname(path)}/${slug}`
    const owner = owners.get(key)
    owners.set(key, path)
    if (owner === undefined) continue
    const message = `The name "${slug}" is also that of ${shownAs}/${owner}`
    diagnostics.push({ where: `${shownAs}/${path}`, message, hint: 'Rename one of the two files.' })
  }
  return diagnostics
}

const unusedFile = (where: string): Diagnostic => ({
  where,
  message: 'No page reads this file',
  hint: 'Move it to one of the folders that content/README.md lists, show it in a text, or delete it.',
})
const missingFile = (where: string): Diagnostic => ({
  where,
  message: 'The file is missing',
  hint: 'Write it; content/README.md lists its fields.',
})
const topHeading = (where: string, line: number): Diagnostic => ({
  where,
  line,
  message: 'A heading of the first level stands in the text',
  hint: 'Begin it with "##": the page has its own first heading.',
})
const missingText = (where: string, line: number): Diagnostic => ({
  where,
  line,
  message: 'The text below the front matter is missing',
  hint: 'Write a paragraph below the second "---".',
})
const unusedText = (where: string, line: number): Diagnostic => ({
  where,
  line,
  message: 'No page shows the text below the front matter',
  hint: 'Put it into a field, or delete it.',
})
const invalidName = (where: string): Diagnostic => ({
  where,
  message: "The file's name is not plain",
  hint: 'Use small letters, digits and hyphens only; a number in front, as in "2-french.md", sets the place.',
})
