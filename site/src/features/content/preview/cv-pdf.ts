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

/** Makes a CV's PDF with the same bytes as the build. Undefined if it cannot be drawn. */
export async function cvPdf(content: SiteContent): Promise<{ file: Blob; pages: number } | undefined> {
  const file = await drawCv(content, siteUrl(), await loadFonts(fetchFont), PDFDocument)
  return file && { file, pages: [...(await file.text()).matchAll(/\/Type \/Page\b/g)].length }
}

async function fetchFont(name: string): Promise<Uint8Array> {
  const response = await fetch(fonts[`../../../../../ssg/fonts/pdf/${name}.ttf`] ?? '')
  if (!response.ok) throw new Error(`The font ${name} did not load (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}
