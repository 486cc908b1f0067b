import { readdir, readFile } from 'node:fs/promises'
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
import { fieldMistakes } from './field-diagnostics.ts'
import { readFrontMatter } from './front-matter.ts'
import { parseMarkdown, slugify, type Parsed, type PictureReference } from './markdown.ts'
import { BuildRefused, type Mistake } from '../lib/diagnostics.ts'
import type { OutputFile } from '../build/output-files.ts'
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
  /** The files of the pictures that stand in the texts. */
  pictures: OutputFile[]
}

/** A file whose pictures are still to be made. */
interface Unfinished {
  path: string
  where: string
  slug: string
  fields: unknown
  text: Parsed
  /** The line of the file on which the text begins. */
  bodyLine: number
}

/**
 * Reads and checks the whole content folder. Throws BuildRefused with every mistake in it; `shownAs` is the folder's
 * name in their texts. Pictures are made once and then kept below `cache`.
 */
export async function readContent(root: string, shownAs: string, cache: string): Promise<ContentSource> {
  const all = await ownersFiles(root)
  const paths = all.filter((path) => path.endsWith('.md'))
  const mistakes: Mistake[] = []
  const unfinished: Unfinished[] = []
  // At once, for both bundles wait for these files.
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  for (const [index, path] of paths.entries()) {
    const where = `${shownAs}/${path}`
    const kind = kindOf(path)
    if (kind) unfinished.push(...parseEntry(texts[index] ?? '', path, where, kind, mistakes))
    else mistakes.push(unreadFile(where))
  }
  const { read, pictures, shown } = await finish(unfinished, root, cache, mistakes)
  for (const path of all) {
    if (!paths.includes(path) && !shown.has(path)) mistakes.push(unreadFile(`${shownAs}/${path}`))
  }
  for (const path of Object.keys(singles)) {
    if (!paths.includes(path)) mistakes.push(missingFile(`${shownAs}/${path}`))
  }
  mistakes.push(...sameSlugs(read, shownAs))
  if (mistakes.length > 0) throw new BuildRefused(mistakes)
  return {
    pictures,
    single: (path) => read.get(path) as never,
    entries: (folder) =>
      [...read].filter(([path]) => isEntryOf(folder, path)).map(([, entry]) => entry) as never,
  }
}

async function ownersFiles(root: string): Promise<string[]> {
  const found = await readdir(root, { recursive: true, withFileTypes: true })
  return found
    .filter((item) => item.isFile() && !item.name.startsWith('.'))
    .map((item) =>
      join(item.parentPath, item.name)
        .slice(root.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => path !== 'README.md')
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
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
  mistakes: Mistake[],
): Unfinished[] {
  const source = readFrontMatter(content, where)
  if (Array.isArray(source)) {
    mistakes.push(...source)
    return []
  }
  const checked: z.ZodSafeParseResult<unknown> = kind.schema.safeParse(source.fields)
  if (!checked.success) mistakes.push(...fieldMistakes(checked.error, kind, source, where))
  const { bodyLine } = source
  const text = parseMarkdown(source.body)
  for (const line of text.topHeadings) mistakes.push(topHeading(where, bodyLine + line))
  if (kind.body === 'required' && text.empty) mistakes.push(noText(where, bodyLine))
  if (kind.body === 'none' && !text.empty) mistakes.push(unreadText(where, bodyLine))
  const slug = basename(path, '.md').replace(/^\d+-/, '')
  if (slug === '' || slugify(slug) !== slug) mistakes.push(badName(where))
  return [{ path, where, slug, fields: checked.data, text, bodyLine }]
}

/** Makes the pictures of all texts, and the texts with them. */
async function finish(unfinished: readonly Unfinished[], root: string, cache: string, mistakes: Mistake[]) {
  const reader = pictureReader(root, cache)
  const read = new Map<string, Entry<unknown>>()
  const files = new Map<string, OutputFile>()
  const shown = new Set<string>()
  for (const { path, where, slug, fields, text, bodyLine } of unfinished) {
    const markup = new Map<PictureReference, string>()
    for (const [index, reference] of text.pictures.entries()) {
      const picture = await reader(reference, path)
      if ('what' in picture) {
        mistakes.push({ where, line: bodyLine + reference.line, ...picture })
        continue
      }
      shown.add(picture.path)
      for (const file of picture.files) files.set(file.name, file)
      // Entries of a folder stand further down, below what is seen first.
      markup.set(reference, picture.markup(reference.alt, index === 0 && path in singles))
    }
    read.set(path, { slug, fields, html: text.render((reference) => markup.get(reference) ?? '') })
  }
  return { read, shown, pictures: [...files.values()] }
}

function sameSlugs(read: Map<string, Entry<unknown>>, shownAs: string): Mistake[] {
  const owners = new Map<string, string>()
  const mistakes: Mistake[] = []
  for (const [path, { slug }] of read) {
    const key = `${dirname(path)}/${slug}`
    const owner = owners.get(key)
    owners.set(key, path)
    if (owner === undefined) continue
    const what = `The name "${slug}" is also that of ${shownAs}/${owner}`
    mistakes.push({ where: `${shownAs}/${path}`, what, remedy: 'Rename one of the two files.' })
  }
  return mistakes
}

const unreadFile = (where: string): Mistake => ({
  where,
  what: 'No page reads this file',
  remedy: 'Move it to one of the folders that content/README.md lists, show it in a text, or delete it.',
})
const missingFile = (where: string): Mistake => ({
  where,
  what: 'The file is missing',
  remedy: 'Write it; content/README.md lists its fields.',
})
const topHeading = (where: string, line: number): Mistake => ({
  where,
  line,
  what: 'A heading of the first level stands in the text',
  remedy: 'Begin it with "##": the page has its own first heading.',
})
const noText = (where: string, line: number): Mistake => ({
  where,
  line,
  what: 'The text below the front matter is missing',
  remedy: 'Write a paragraph below the second "---".',
})
const unreadText = (where: string, line: number): Mistake => ({
  where,
  line,
  what: 'No page shows the text below the front matter',
  remedy: 'Put it into a field, or delete it.',
})
const badName = (where: string): Mistake => ({
  where,
  what: "The file's name is not plain",
  remedy:
    'Use small letters, digits and hyphens only; a number in front, as in "2-french.md", sets the place.',
})
