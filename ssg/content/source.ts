import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { layOver, type Edit } from './edits.ts'
import type { Folder, Single } from './kinds.ts'
import type { PictureReference } from './markdown.ts'
import { placeholderFinder } from './placeholders.ts'
import { byPath, checkPlaces, kindOf, slugOf, unusedFile } from './places.ts'
import type { EntryFields, SingleFields } from './schemas.ts'
import type { ParsedText } from './text.ts'
import { codeHash } from '../lib/code-hash.ts'
import { DiagnosticsError, formatDiagnostic, type Diagnostic } from '../lib/diagnostics.ts'
import { readCached, writeCached } from '../lib/disk-cache.ts'
import { fileHash, tagHash } from '../lib/hash.ts'
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
  /** The texts of the folder by their paths, without what was published over them. */
  files: ReadonlyMap<string, string>
  /** Whether published texts were laid over them. */
  edited: boolean
  /** Of texts that an owner has not written yet, and of published texts that were left out. */
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
 * Reads the whole content folder, lays `edits` over it and checks it. Throws DiagnosticsError with every diagnostic; `shownAs` is the folder's
 * name in their texts. Pictures, and texts without any, are made once and then cached below `cache`.
 */
export async function readContent(
  root: string,
  shownAs: string,
  cache: string,
  edits: readonly Edit[],
): Promise<ContentSource> {
  const all = contentFiles(root)
  const isText = (path: string) => path.endsWith('.md')
  const files = new Map(all.filter(isText).map((path) => [path, readFileSync(join(root, path), 'utf8')]))
  const { texts: contents, applied, conflicts } = layOver(files, edits, fileHash)
  const diagnostics: Diagnostic[] = checkPlaces(contents.keys(), shownAs)
  const entries = new Map<Single | Folder, Entry<unknown>[]>()
  const pictures: Pictures = {
    reader: pictureReader(root, join(cache, 'pictures')),
    files: new Map(),
    shown: new Set(),
  }
  const texts = cachedTexts(join(cache, 'texts'), root)
  const placeholders = placeholderFinder(shownAs)
  for (const [path, content] of [...contents].sort(([a], [b]) => byPath(a, b))) {
    const where = `${shownAs}/${path}`
    const kind = kindOf(path)
    if (!kind) continue
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
  const unused = all
    .filter((path) => !isText(path) && !pictures.shown.has(path))
    .map((path) => unusedFile(`${shownAs}/${path}`))
  // Who edits in the browser cannot delete a picture that no text shows any more.
  if (applied.length === 0) diagnostics.push(...unused)
  if (diagnostics.length > 0) throw new DiagnosticsError(diagnostics)
  await texts.save()
  return {
    pictures: [...pictures.files.values()],
    files,
    edited: applied.length > 0,
    warnings: [
      ...conflicts.map((path) => conflictWarning(`${shownAs}/${path}`)),
      ...(applied.length > 0 ? unused.map((unused) => `Warning: ${formatDiagnostic(unused).trim()}`) : []),
      ...placeholders.warnings(),
    ],
    single: (path) => entries.get(path)?.[0] as never,
    entries: (folder) => (entries.get(folder) ?? []) as never,
  }
}

const conflictWarning = (where: string) =>
  `Warning: what was published over ${where} is left out, because the file has changed since. Settle it at /words.`

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
