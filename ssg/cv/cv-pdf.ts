import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type PDFDocument from 'pdfkit'
import { drawCv } from '../model/cv/draw-cv.ts'
import type { CvContent } from '../model/cv/outline.ts'
import { loadFonts, type FontFiles } from '../model/cv/pdf-fonts.ts'

/**
 * Makes the CV for printing and for forms that take files: tagged, with its fonts embedded. Undefined if these lack a letter.
 */
export async function cvPdf(content: CvContent, siteUrl?: string): Promise<Buffer | undefined> {
  const [Pdf, fonts] = await Promise.all([pdfkit(), readFonts()])
  const blob = await drawCv(content, siteUrl, fonts, Pdf)
  return blob && Buffer.from(await blob.arrayBuffer())
}

export const readFonts = (): Promise<FontFiles> =>
  loadFonts((name) => readFile(join(import.meta.dirname, '..', 'fonts', 'pdf', `${name}.ttf`)))

const require = createRequire(import.meta.url)

/** pdfkit's browser build. Its Node build compresses with another library, to other bytes. */
async function pdfkit(): Promise<typeof PDFDocument> {
  const file = join(dirname(require.resolve('pdfkit')), 'pdfkit.browser.mjs')
  const { default: Pdf } = (await import(pathToFileURL(file).href)) as { default: typeof PDFDocument }
  return Pdf
}
