import PDFDocument from 'pdfkit'
import type { SiteContent } from '#model/compile'
import { drawCv } from '#model/cv/draw-cv'
import { loadFonts } from '#model/cv/pdf-fonts'
import { siteUrl } from '../../../lib/document-data'

const fonts = import.meta.glob<string>('../../../../../ssg/fonts/pdf/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Makes /cv.pdf with the same bytes as the build. Undefined if it cannot be drawn. */
export async function cvPdf(content: SiteContent): Promise<Blob | undefined> {
  return drawCv(content, siteUrl(), await loadFonts(fetchFont), PDFDocument)
}

async function fetchFont(name: string): Promise<Uint8Array> {
  const response = await fetch(fonts[`../../../../../ssg/fonts/pdf/${name}.ttf`] ?? '')
  if (!response.ok) throw new Error(`The font ${name} did not load (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}
