/**
 * The CV's PDF made in the browser, before it is public: the bytes that the build writes. The plugin serves it as
 * `virtual:cv-pdf`; nothing it imports needs Node.
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

/** /cv.pdf when the site is at `siteUrl`, or at an address that is not known. */
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
