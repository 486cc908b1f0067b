/**
 * The CV's PDF made in the browser, before it is public: the bytes that the build writes. The plugin serves it as
 * `virtual:cv-pdf`; nothing it imports needs Node.
 */
import PDFDocument from 'pdfkit'
import files from 'virtual:cv-fonts/files'
import type { Content } from '../content/compile.ts'
import { documentOptions, drawCv } from './draw-cv.ts'
import { cvOutline } from './outline.ts'
import { readFaces } from './pdf-faces.ts'

export type { FontFiles } from './pdf-faces.ts'

/** /cv.pdf when the site is at `siteUrl`, or at an address that is not known. */
export function cvPdf(content: Pick<Content, 'site' | 'cv' | 'pages'>, siteUrl?: string): Promise<Blob> {
  return drawCv(
    cvOutline(content, siteUrl),
    documentOptions(content.pages.cv, siteUrl),
    readFaces(files),
    PDFDocument,
  )
}
