import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type PDFDocument from 'pdfkit'
import { codeHash } from '../lib/code-hash.ts'
import { tagHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'
import { fallbackFont } from '../fonts/fallback-font.ts'
import { drawCv, type DocumentOptions } from './draw-cv.ts'
import type { Outline } from './outline.ts'
import { readFaces } from './pdf-faces.ts'
import { pdfFonts } from './pdf-fonts.ts'

export interface PdfOptions extends DocumentOptions {
  /** Where fonts and documents of earlier builds are found. */
  cache: string
}

/**
 * The CV for printing and for forms that take files: tagged, so that it can be read aloud and reflowed, with the site's
 * own font embedded. The same words give the same bytes.
 */
export async function cvPdf(outline: Outline, { cache, ...options }: PdfOptions): Promise<Buffer> {
  const path = join(cache, 'pdf', cacheKey(outline, options))
  return cached(path, async () => {
    const [Pdf, files] = await Promise.all([pdfkit(), pdfFonts(join(cache, 'fonts'))])
    const blob = await drawCv(outline, options, readFaces(files), Pdf)
    return Buffer.from(await blob.arrayBuffer())
  })
}

const letters = readFileSync(join(import.meta.dirname, '..', 'owner', 'letters.mjs'), 'utf8')

/** A hash of the document's text, the code, and the releases of fonts and libraries. */
function cacheKey(outline: Outline, { title, subject, lang, siteUrl }: DocumentOptions): string {
  const code = [codeHash(import.meta.dirname), letters, fallbackFont]
  return tagHash(JSON.stringify([outline, title, subject, lang, siteUrl, code]))
}

const require = createRequire(import.meta.url)

/** pdfkit as the browser has it: what it has for Node compresses by another library, to other bytes. */
async function pdfkit(): Promise<typeof PDFDocument> {
  const file = join(dirname(require.resolve('pdfkit')), 'pdfkit.browser.mjs')
  const { default: Pdf } = (await import(pathToFileURL(file).href)) as { default: typeof PDFDocument }
  return Pdf
}
