import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Folder, Single } from './kinds.ts'
import type { PictureReference } from './markdown.ts'
import { placeholderFinder } from './placeholders.ts'
import { byPath, checkPlaces, kindOf, slugOf, unusedFile } from './places.ts'
import type { EntryFields, SingleFields } from './schemas.ts'
import type { ParsedText } from './text.ts'
import { codeHash } from '../lib/code-hash.ts'
import { DiagnosticsError, type Diagnostic } from '../lib/diagnostics.ts'
import { readCached, writeCached } from '../lib/disk-cache.ts'
import { tagHash } from '../lib/hash.ts'
import type { OutputFile } from '../build/output-files.ts'
import { contentFiles } from '../owner/demo.mjs'
import { pictureReader } from '../pictures/content-pictures.ts'

/** One file of the content folder, checked: its fields and its text as HTML. */
interface Text<Fields = unknown> {
  fields: Fields
  html: string
}

/** A text with the name it goes by. */
export interface Entry<Fields> extends Text<Fields> {
  slug: string
}

export interface ContentSource {
  single: <P extends Single>(path: P) => Entry<SingleFields<P>>
  /** In the order of the files' names. */
  entries: <F extends Folder>(folder: F) => Entry<EntryFields<F>>[]
  /** The files of the pictures in the texts. */
  pictures: OutputFile[]
  /** Of texts that an owner has not written yet. */
  warnings: string[]
}

/** The pictures of all texts so far. */
interface Pictures {
  reader: ReturnType<typeof pictureReader>
  files: Map<string, OutputFile>
  /** Paths below the content folder. */
  shown: Set<string>
}

/**
 * Reads and checks the whole content folder. Throws DiagnosticsError with every diagnostic; `shownAs` is the folder's
 * name in their texts. Pictures, and texts without any, are made once and then cached below `cache`.
 */
export async function readContent(root: string, shownAs: string, cache: string): Promise<ContentSource> {
  const all = contentFiles(root).sort(byPath)
  const paths = new Set(all.filter((path) => path.endsWith('.md')))
  const diagnostics: Diagnostic[] = checkPlaces(paths, shownAs)
  const entries = new Map<Single | Folder, Entry<unknown>[]>()
  const pictures: Pictures = {
    reader: pictureReader(root, join(cache, 'pictures')),
    files: new Map(),
    shown: new Set(),
  }
  const texts = cachedTexts(join(cache, 'texts'), root)
  const placeholders = placeholderFinder(shownAs)
  for (const path of paths) {
    const where = `${shownAs}/${path}`
    const kind = kindOf(path)
    if (!kind) continue
    const content = readFileSync(join(root, path), 'utf8')
    placeholders.look(path, content)
    const key = tagHash(`${kind}\n${content}`)
    let text = texts.find(key)
    if (!text) {
      const { parseText } = await import('./text.ts')
      const parsed = parseText(content, kind, where, diagnostics)
      if (!parsed) continue
      // Each text is rendered before the next is parsed: parsed, it is many times as large.
      text = await renderText(parsed, path, where, pictures, diagnostics)
      if (parsed.body.pictures.length === 0) texts.add(key, text)
    }
    const group = entries.get(kind) ?? []
    entries.set(kind, group)
    group.push({ slug: slugOf(path), ...text })
  }
  for (const path of all) {
    if (!paths.has(path) && !pictures.shown.has(path)) diagnostics.push(unusedFile(`${shownAs}/${path}`))
  }
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)
  await texts.save()
  return {
    pictures: [...pictures.files.values()],
    warnings: placeholders.warnings(),
    single: (path) => entries.get(path)?.[0] as never,
    entries: (folder) => (entries.get(folder) ?? []) as never,
  }
}

/** What the last build made of the texts below `root`, by their hashes; the file's name tells which code made it. */
function cachedTexts(folder: string, root: string) {
  const path = join(folder, tagHash(resolve(root) + codeHash(import.meta.dirname)))
  const before = (readCached(path) ?? new Map()) as Map<string, Text>
  const now = new Map<string, Text>()
  let added = false
  return {
    find(key: string): Text | undefined {
      const text = before.get(key)
      if (text) now.set(key, text)
      return text
    },
    add(key: string, text: Text) {
      now.set(key, text)
      added = true
    },
    async save() {
      if (added || now.size < before.size) await writeCached(path, now)
    },
  }
}

/** Makes the pictures of a text, and renders the text with them. */
async function renderText(
  { fields, body, bodyLine }: ParsedText,
  path: string,
  where: string,
  { reader, files, shown }: Pictures,
  diagnostics: Diagnostic[],
): Promise<Text> {
  const markup = new Map<PictureReference, string>()
  for (const [index, reference] of body.pictures.entries()) {
    const picture = await reader(reference, path)
    if ('message' in picture) {
      diagnostics.push({ where, line: bodyLine + reference.line, ...picture })
      continue
    }
    shown.add(picture.path)
    for (const file of picture.files) files.set(file.name, file)
    // Entries of a folder come further down the page, below the first screen.
    markup.set(reference, picture.markup(reference.alt, index === 0 && kindOf(path) === path))
  }
  return { fields, html: body.render((reference) => markup.get(reference) ?? '') }
}
