import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { checkEncoding, listFolder } from './folder.ts'
import { layOver, publishedMistake, type Edit } from './edits.ts'
import { compile, type Content, type Text } from './compile.ts'
import type { PlacedLink } from './links.ts'
import type { PictureReference } from './markdown.ts'
import { placeholderFinder } from './placeholders.ts'
import { byPath, checkPlaces, kindOf, unusedFile } from './places.ts'
import type { ParsedText } from './text.ts'
import { codeHash } from '../lib/code-hash.ts'
import { DiagnosticsError, formatDiagnostic, type Diagnostic } from '../lib/diagnostics.ts'
import { readCached, writeCached } from '../lib/disk-cache.ts'
import { fileHash, tagHash } from '../lib/hash.ts'
import type { PhotoReader } from '../fetch/photos.ts'
import type { OutputFile } from '../lib/output-file.ts'
import { missingLetters } from '../cv/missing-letters.ts'
import { pictureReader } from '../pictures/content-pictures.ts'
import { photoId } from '../pictures/photo-address.ts'
import type { PictureFiles } from '../pictures/picture-markup.ts'

/** What the build makes of the content folder. */
export interface BuiltContent extends Content {
  /** What the pictures in the texts are shown by, by their paths in the content folder. */
  'picture-files': Record<string, PictureFiles>
  /** The other files of the folder, which no text shows. */
  'unused-files': string[]
  /** The files of the pictures in the texts. */
  pictures: OutputFile[]
  /** The links of the texts to places of this site. */
  links: PlacedLink[]
  /** The texts of the folder by their paths, without what was published over them; a build that tells nobody of them keeps none. */
  files: ReadonlyMap<string, string>
  /** Whether published texts were laid over them. */
  edited: boolean
  /** How many publications the server had when it was asked for published texts; undefined where it has not said. */
  publications?: number | undefined
  /** For the build's report: texts that an owner has not written yet, and published ones that were left out. */
  warnings: string[]
}

/** The pictures of all texts so far. */
interface Pictures {
  reader: ReturnType<typeof pictureReader>
  files: Map<string, OutputFile>
  /** By paths below the content folder. */
  shown: Map<string, PictureFiles>
}

const defaultCache = join(import.meta.dirname, '..', '..', 'node_modules', '.vite', 'ssg')

/**
 * Compiles the owner's files with `edits` over them. Throws DiagnosticsError with all that is wrong in them; `shownAs` is
 * the folder's name in its texts. Pictures, and texts without any, are made once and then cached below `cache`. Pictures
 * of the photo bench that are not in the folder come from `photos`.
 */
export async function compileContent(
  root: string,
  shownAs = 'content',
  cache = defaultCache,
  edits: readonly Edit[] = [],
  photos?: PhotoReader,
): Promise<BuiltContent> {
  const { files: all, diagnostics } = listFolder(root, shownAs)
  const isText = (path: string) => path.endsWith('.md')
  const files = new Map<string, string>()
  const undecodable = new Set<string>()
  for (const [path, file] of all) {
    if (!isText(path)) continue
    const content = readFileSync(file)
    const wrong = checkEncoding(content, `${shownAs}/${path}`)
    if (wrong.length > 0) undecodable.add(path)
    diagnostics.push(...wrong)
    files.set(path, content.toString())
  }
  const { texts: contents, applied, conflicts } = layOver(files, edits, fileHash)
  diagnostics.push(...checkPlaces(contents.keys(), shownAs))
  const compiled = new Map<string, Text>()
  const pictures: Pictures = {
    reader: pictureReader(all, join(cache, 'pictures'), photos),
    files: new Map(),
    shown: new Map(),
  }
  const texts = cachedTexts(join(cache, 'texts'), root)
  const placeholders = placeholderFinder(shownAs)
  const published = new Set(applied)
  const links: PlacedLink[] = []
  const advice: Diagnostic[] = []
  for (const [path, content] of [...contents].sort(([a], [b]) => byPath(a, b))) {
    const where = `${shownAs}/${path}`
    const kind = kindOf(path)
    if (!kind || undecodable.has(path)) continue
    placeholders.look(path, content)
    const key = tagHash(`${kind}\n${content}`)
    let text = texts.find(key)
    if (!text) {
      const { parseText, renderText } = await import('./text.ts')
      const parsed = parseText(content, kind, where, diagnostics)
      if (!parsed) continue
      // Each text is rendered before the next is parsed: parsed, it is many times as large.
      const shownBy = await makePictures(parsed, path, where, pictures, diagnostics)
      text = renderText(parsed, path, (reference) => shownBy.get(reference))
      if (parsed.body.pictures.length === 0) texts.add(key, text)
    }
    const missing = missingLetters(kind, text)
    if (missing.length > 0) {
      const { missingLetterDiagnostics } = await import('../cv/missing-letter-diagnostics.ts')
      diagnostics.push(...missingLetterDiagnostics(missing, content, where))
    }
    compiled.set(path, text)
    for (const link of text.links) links.push({ where, ...link, published: published.has(path) })
    for (const each of text.advice) advice.push({ where, ...each })
  }
  const unused = [...all.keys()].sort().filter((path) => !isText(path) && !pictures.shown.has(path))
  // Who edits in the browser cannot delete a picture that no text shows any more, nor does an export delete one that it wrote.
  const mayBeUnused = (path: string) => applied.length > 0 || photoId(path) !== undefined
  const unusedFiles = (paths: string[]) => paths.map((path) => unusedFile(`${shownAs}/${path}`))
  // A text with an error may show them.
  if (diagnostics.length === 0) diagnostics.push(...unusedFiles(unused.filter((path) => !mayBeUnused(path))))
  if (diagnostics.length > 0) {
    throw new DiagnosticsError(
      diagnostics.map((diagnostic) =>
        published.has(diagnostic.where.slice(shownAs.length + 1)) ? publishedMistake(diagnostic) : diagnostic,
      ),
    )
  }
  await texts.save()
  return {
    ...compile(compiled),
    'picture-files': Object.fromEntries(pictures.shown),
    'unused-files': unused,
    pictures: [...pictures.files.values()],
    links,
    files,
    edited: applied.length > 0,
    warnings: [
      ...(photos?.notes() ?? []),
      ...conflicts.map((path) => conflictWarning(`${shownAs}/${path}`)),
      ...[...unusedFiles(unused.filter(mayBeUnused)), ...advice].map(
        (diagnostic) => `Warning: ${formatDiagnostic(diagnostic).trim()}`,
      ),
      ...placeholders.warnings(),
    ],
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

/** Makes the pictures of a text. */
async function makePictures(
  { body, bodyLine }: ParsedText,
  path: string,
  where: string,
  { reader, files, shown }: Pictures,
  diagnostics: Diagnostic[],
): Promise<Map<PictureReference, PictureFiles>> {
  const made = new Map<PictureReference, PictureFiles>()
  for (const reference of body.pictures) {
    const picture = await reader(reference, path)
    if ('message' in picture) {
      diagnostics.push({ where, line: bodyLine + reference.line, ...picture })
      continue
    }
    shown.set(picture.path, picture.shownBy)
    for (const file of picture.files) files.set(file.name, file)
    made.set(reference, picture.shownBy)
  }
  return made
}
