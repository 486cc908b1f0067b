import './platform.ts'
import PDFDocument from 'pdfkit'
import * as pages from '#pages'
import { checkPages } from '../build/check.ts'
import { composePrivatePages, composeSite } from '../build/compose.ts'
import { fileType } from '../build/file-types.ts'
import { siteManifest } from '../build/headers.ts'
import { audienceCvs } from '../cv/audience-cvs.ts'
import { cvFiles, pdfName } from '../cv/cv-files.ts'
import { readFont } from '../fonts/read-font.ts'
import type { Drawing, OutputFile } from '../lib/output-file.ts'
import { compile, type SiteContent } from '../model/compile.ts'
import { parseEntries } from '../model/entry.ts'
import { drawCv } from '../model/cv/draw-cv.ts'
import { loadFonts } from '../model/cv/pdf-fonts.ts'
import { isSampleSite } from '../model/sample.ts'
import { formatDiagnostic, type Diagnostic } from '../model/diagnostics.ts'
import { galleriesOf } from '../model/galleries.ts'
import { singles } from '../model/kinds.ts'
import { missingPhoto, missingFile, photoFiles, photoId } from '../model/images.ts'
import { toBase64 } from './host.ts'
import type { Input, Kit, Output, RenderedFile } from './input.ts'

/** Renders the whole site as the build does, or private pages alone. */
async function render({
  kit,
  content: source,
  changed,
  photos,
  data,
  siteUrl: address,
  privatePages,
  onlyPrivate,
}: Input): Promise<Output> {
  const siteUrl = address ?? undefined
  const files = new Map(onlyPrivate ? source.filter(([path]) => isShown(path, privatePages)) : source)
  const shown = new Set<string>()
  const { content, translations, audiences, diagnostics, links } = compile(parseEntries(files), {
    siteUrl,
    changed,
    galleries: galleriesOf(data.galleries ?? []),
    imageOf(path, address) {
      shown.add(path)
      return imageOf(kit, photos)(path, address)
    },
  })
  if (!content) return { diagnostics: diagnostics.map(line) }
  const themeColor = kit.options.themeColor
  const site = { content, translations, audiences }
  const privateFiles = composePrivatePages(privatePages, site, pages, kit.parts, themeColor).map(renderedFile)
  if (onlyPrivate) return { files: privateFiles }
  const shared = kit.isSample && !isSampleSite(files.get('site.md') ?? '') ? only(shown, kit) : kit
  const languages = [content, ...translations]
  const pdfs = await Promise.all(languages.map((content) => cvPdf(content, siteUrl)))
  const composed = composeSite(
    { ...content, images: shared.images },
    translations,
    pdfs[0] || !data.cvWaits ? data : { ...data, cv: null },
    pages,
    kit.parts,
    { ...kit.options, siteUrl },
    new Date(),
  )
  const made = [
    ...composed.files,
    ...languages.flatMap((content, index) => cvFiles(pdfs[index], content, siteUrl)),
  ]
  const all = [...made, ...composed.drawings]
  const manifest = siteManifest({
    ...composed,
    files: [...all.map(manifestEntry), ...shared.files],
    apiOrigin: undefined,
    preview: false,
    siteUrl,
  })
  const dead = checkPages(
    composed,
    manifest,
    links.map((link) => ({ ...link, published: true })),
  )
  if (dead.length > 0) return { diagnostics: dead.map(line) }
  const drawings = composed.drawings.map((drawing) => ({ name: drawing.name, drawing }))
  const cvs = await audienceCvs(content, site, (content) => cvPdf(content, siteUrl))
  return {
    files: [...made.map(renderedFile), ...drawings, ...privateFiles],
    manifest,
    cvName: pdfName(content),
    audiences: cvs.map(({ pdf, ...cv }) => ({ ...cv, pdf: pdf ? toBase64(pdf) : '' })),
  }
}

/** Whether private pages may show something of a file. Those without a CV or the site's bar need no entries. */
const isShown = (path: string, asked: Input['privatePages']): boolean =>
  asked.some(({ page: { kind } }) => kind === 'cv' || kind === 'contact') ||
  (singles as readonly string[]).includes(path)

const line = (diagnostic: Diagnostic) => formatDiagnostic(diagnostic).trim()

/** The kit's images and files without those of images that an owner's site does not show. */
function only(shown: ReadonlySet<string>, { images, files }: Kit): Pick<Kit, 'images' | 'files'> {
  const all = Object.entries(images.files)
  const kept = all.filter(([path]) => shown.has(path))
  const namesOf = (entries: typeof all) =>
    new Set(entries.flatMap(([, { files }]) => files.map(({ name }) => name)))
  // Two images of the same bytes have the same files.
  const [names, keptNames] = [namesOf(all), namesOf(kept)]
  return {
    images: { files: Object.fromEntries(kept), unused: [] },
    files: files.filter(({ name }) => !names.has(name) || keptNames.has(name)),
  }
}

const imageOf = (kit: Kit, photos: Input['photos']) => (path: string, address: string) => {
  const image = kit.images.files[path]
  if (image) return image
  const id = photoId(path)
  // A file that only the author's folder has must not keep the other pages from being published.
  if (id === undefined) return { ...missingFile(address, path), takenAway: true }
  const photo = photos.find((photo) => photo.id === id)
  return photo ? photoFiles(photo) : missingPhoto(address)
}

async function cvPdf(content: SiteContent, siteUrl: string | undefined): Promise<Uint8Array | undefined> {
  const fonts = await loadFonts((name) => Promise.resolve(readFont(`pdf/${name}.ttf`)))
  const blob = await drawCv(content, siteUrl, fonts, PDFDocument)
  return blob && new Uint8Array(await blob.arrayBuffer())
}

const manifestEntry = ({ name, headers }: OutputFile | Drawing): Kit['files'][number] => ({
  name,
  served: { type: fileType(name).type, bytes: 0, etag: '', encodings: [] },
  ...(headers && { headers }),
})

const renderedFile = ({ name, content }: OutputFile): RenderedFile =>
  typeof content === 'string' ? { name, text: content } : { name, base64: toBase64(content) }

/** The server calls this with JSON and reads `answer` or `failure`. */
Object.assign(globalThis, {
  startRendering(input: string) {
    render(JSON.parse(input) as Input).then(
      (output) => Object.assign(globalThis, { answer: JSON.stringify(output) }),
      (error: unknown) => Object.assign(globalThis, { failure: String(error) }),
    )
  },
})
