/**
 * Makes the CV's PDF in the browser for the preview, where this module is `virtual:cv-pdf`. Its
 * bytes equal the build's.
 */
import PDFDocument from 'pdfkit'
import type { SiteContent } from '../model/compile.ts'
import { documentOptions, drawCv } from './draw-cv.ts'
import { cvOutline } from './outline.ts'
import { loadFonts } from './pdf-fonts.ts'

const addresses = import.meta.glob<string>('../fonts/pdf/*.ttf', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** Makes /cv.pdf. `siteUrl` is the site's address, if known. */
export async function cvPdf(
  content: Pick<SiteContent, 'site' | 'cv' | 'pages'>,
  siteUrl?: string,
): Promise<Blob> {
  const options = documentOptions(content.pages.cv, siteUrl)
  return drawCv(cvOutline(content, siteUrl), options, await loadFonts(fetchFont), PDFDocument)
}

async function fetchFont(name: string): Promise<Uint8Array> {
  const response = await fetch(addresses[`../fonts/pdf/${name}.ttf`] ?? '')
  if (!response.ok) throw new Error(`The font ${name} did not load (${response.status}).`)
  return new Uint8Array(await response.arrayBuffer())
}
