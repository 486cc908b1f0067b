import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ContentImages } from '../document/document.ts'
import { checkEncoding, listFolder } from '../fetch/content-folder.ts'
import type { Published } from '../fetch/published.ts'
import { DiagnosticsError } from '../lib/diagnostics.ts'
import type { Audience } from '../model/audiences.ts'
import { compile, imagesIn, type PlacedLink, type SiteContent } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { galleriesOf, type ShownGallery } from '../model/galleries.ts'
import { formatDiagnostic, type Diagnostic, type Problem } from '../model/diagnostics.ts'
import { photoId } from '../model/images.ts'
import { publishedProblem } from './check.ts'
import { unusedFile } from '../model/kinds.ts'
import { imageReader, type ContentImage } from '../images/content-images.ts'
import type { OutputFile } from '../lib/output-file.ts'

export interface BuiltContent extends SiteContent {
  /** The site in its further languages. */
  translations: SiteContent[]
  /** The CVs for an audience. */
  audiences: Audience[]
  images: ContentImages
  imageFiles: OutputFile[]
  /** Links to addresses of this site; `published` tells links of content that was published in the browser. */
  links: (PlacedLink & { published: boolean })[]
  /** The texts by path. */
  files: ReadonlyMap<string, string>
  /** The server's number of publications; undefined if the content is that of the folder. */
  publications?: number | undefined
  warnings: string[]
}

const defaultCache = join(import.meta.dirname, '..', '..', 'node_modules', '.vite', 'ssg')

/**
 * Compiles the content of the folder `root`, or `published` content with the images of the folder. Throws
 * DiagnosticsError with all problems; `shownAs` is the folder's name in messages. Images are made once and then cached
 * below `cache`. With `siteUrl` texts for readers elsewhere are made. `galleries` are those on the site.
 */
export async function compileContent(
  root: string,
  shownAs = 'content',
  cache = defaultCache,
  published?: Published,
  siteUrl?: string,
  galleries?: readonly ShownGallery[],
): Promise<BuiltContent> {
  const folder = listFolder(root, shownAs)
  const photos = published?.photos
  const {
    files,
    undecodable,
    diagnostics: unreadable,
  } = published ? { ...published, undecodable: new Set(), diagnostics: [] } : readFiles(folder.files, shownAs)
  const entries = parseEntries(files)
  const readImage = imageReader(folder.files, join(cache, 'images'), photos)
  const shown = new Map<string, ContentImage | Problem>()
  for (const image of imagesIn(entries))
    if (!shown.has(image.path)) shown.set(image.path, await readImage(image))
  const { content, translations, audiences, diagnostics, advice, links } = compile(entries, {
    folder: shownAs,
    siteUrl,
    changed: published?.changed,
    galleries: galleries && galleriesOf(galleries),
    imageOf: (path) => shownBy(shown.get(path)),
  })
  const unused = [...folder.files.keys()].filter((path) => !isText(path) && !shown.has(path)).sort()
  // Staff who edit in the browser cannot delete files, nor does an export delete photos that it wrote.
  const mayBeUnused = (path: string) => published !== undefined || photoId(path) !== undefined
  const unusedFiles = (paths: string[]) =>
    paths.map((path): Diagnostic => ({ where: `${shownAs}/${path}`, ...unusedFile }))
  const all: Diagnostic[] = [
    ...folder.diagnostics,
    ...unreadable,
    ...diagnostics
      .filter(({ path }) => !undecodable.has(path))
      .map((diagnostic) => (published ? publishedProblem(diagnostic) : diagnostic)),
  ]
  // A file with an error may show them.
  if (all.length === 0) all.push(...unusedFiles(unused.filter((path) => !mayBeUnused(path))))
  if (!content || all.length > 0) throw new DiagnosticsError(all)
  const made = [...shown.values()].flatMap((image) => ('message' in image ? [] : [image]))
  return {
    ...content,
    translations,
    audiences,
    images: { files: Object.fromEntries(made.map(({ path, shownBy }) => [path, shownBy])), unused },
    imageFiles: [...new Map(made.flatMap(({ files }) => files).map((file) => [file.name, file])).values()],
    links: links.map((link) => ({ ...link, published: published !== undefined })),
    files,
    publications: published?.publications,
    warnings: [
      ...(photos?.notes() ?? []),
      ...[...unusedFiles(unused.filter(mayBeUnused)), ...advice].map(
        (diagnostic) => `Warning: ${formatDiagnostic(diagnostic).trim()}`,
      ),
    ],
  }
}

const isText = (path: string) => path.endsWith('.md')

function readFiles(all: ReadonlyMap<string, string>, shownAs: string) {
  const files = new Map<string, string>()
  const undecodable = new Set<string>()
  const diagnostics: Diagnostic[] = []
  for (const [path, file] of all) {
    if (!isText(path)) continue
    const content = readFileSync(file)
    const wrong = checkEncoding(content, `${shownAs}/${path}`)
    if (wrong.length > 0) undecodable.add(path)
    diagnostics.push(...wrong)
    files.set(path, content.toString())
  }
  return { files, undecodable, diagnostics }
}

const shownBy = (image: ContentImage | Problem | undefined) =>
  image && 'shownBy' in image ? image.shownBy : image
