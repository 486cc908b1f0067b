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
} from './content-kinds.ts'
import { fieldMistakes } from './field-mistakes.ts'
import { readFrontMatter } from './front-matter.ts'
import { renderMarkdown, slugify } from './markdown.ts'
import { BuildRefused, type Mistake } from './mistakes.ts'

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
}

/**
 * Reads and checks the whole content folder. Throws BuildRefused with every mistake in it; `shownAs` is the folder's
 * name in their texts.
 */
export async function readContent(root: string, shownAs: string): Promise<ContentSource> {
  const paths = await markdownFiles(root)
  const mistakes: Mistake[] = []
  const read = new Map<string, Entry<unknown>>()
  // At once, for both bundles wait for these files.
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path), 'utf8')))
  for (const [index, path] of paths.entries()) {
    const where = `${shownAs}/${path}`
    const kind = kindOf(path)
    if (kind) readEntry(texts[index] ?? '', path, where, kind, mistakes, read)
    else mistakes.push(unreadFile(where))
  }
  for (const path of Object.keys(singles)) {
    if (!paths.includes(path)) mistakes.push(missingFile(`${shownAs}/${path}`))
  }
  mistakes.push(...sameSlugs(read, shownAs))
  if (mistakes.length > 0) throw new BuildRefused(mistakes)
  return {
    single: (path) => read.get(path) as never,
    entries: (folder) =>
      [...read].filter(([path]) => isEntryOf(folder, path)).map(([, entry]) => entry) as never,
  }
}

async function markdownFiles(root: string): Promise<string[]> {
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

function readEntry(
  text: string,
  path: string,
  where: string,
  kind: Kind,
  mistakes: Mistake[],
  read: Map<string, Entry<unknown>>,
): void {
  const source = readFrontMatter(text, where)
  if (Array.isArray(source)) {
    mistakes.push(...source)
    return
  }
  const checked: z.ZodSafeParseResult<unknown> = kind.schema.safeParse(source.fields)
  if (!checked.success) mistakes.push(...fieldMistakes(checked.error, kind, source, where))
  const { html, topHeadings } = renderMarkdown(source.body)
  for (const line of topHeadings) mistakes.push(topHeading(where, source.bodyLine + line))
  if (kind.body === 'required' && html === '') mistakes.push(noText(where, source.bodyLine))
  if (kind.body === 'none' && html !== '') mistakes.push(unreadText(where, source.bodyLine))
  const slug = basename(path, '.md').replace(/^\d+-/, '')
  if (slug === '' || slugify(slug) !== slug) mistakes.push(badName(where))
  read.set(path, { slug, fields: checked.data, html })
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
  remedy: 'Move it to one of the folders that content/README.md lists, or delete it.',
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
