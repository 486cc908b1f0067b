import type PDFDocument from 'pdfkit'
import { text } from '../lib/escape.ts'

/** Private members of pdfkit, for which it has no API. */
interface PdfInternals {
  _root: { data: Record<string, unknown> }
  _addInfo: () => void
}

export interface Description {
  Title: string
  Author: string
  Subject: string
}

/**
 * Describes the document in XMP as its information does. pdfkit's own XMP does not escape `&` in a title, and
 * holds the time of the build, so that no two builds would give the same bytes; this one has no date.
 */
export function writeMetadata(pdf: InstanceType<typeof PDFDocument>, description: Description): void {
  const inside = pdf as unknown as PdfInternals
  delete pdf.info.CreationDate
  inside._addInfo = () => {
    pdf.appendXML(xmp(description))
  }
  // The panel of bookmarks is closed at first.
  inside._root.data['PageMode'] = 'UseNone'
}

const xmp = ({ Title, Author, Subject }: Description) => `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${text(Title)}</rdf:li></rdf:Alt></dc:title>
  <dc:creator><rdf:Seq><rdf:li>${text(Author)}</rdf:li></rdf:Seq></dc:creator>
  <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${text(Subject)}</rdf:li></rdf:Alt></dc:description>
</rdf:Description>`
