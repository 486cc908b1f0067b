import type PDFDocument from 'pdfkit'

/** What pdfkit keeps to itself, and does otherwise than a document without a date, in every script, needs. */
interface Inside {
  _root: { data: Record<string, unknown> }
  _addInfo: () => void
}

export interface Description {
  Title: string
  Author: string
  Subject: string
}

/**
 * Describes the document in XMP as its information does. pdfkit's own XMP takes `&` in a title for markup, and names the
 * moment of the build, by which no two builds would be alike; so the file has no date at all.
 */
export function describe(pdf: InstanceType<typeof PDFDocument>, description: Description): void {
  const inside = pdf as unknown as Inside
  delete pdf.info.CreationDate
  inside._addInfo = () => {
    pdf.appendXML(xmp(description))
  }
  // Bookmarks are there for those who open them.
  inside._root.data['PageMode'] = 'UseNone'
}

const xmp = ({ Title, Author, Subject }: Description) => `
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escape(Title)}</rdf:li></rdf:Alt></dc:title>
  <dc:creator><rdf:Seq><rdf:li>${escape(Author)}</rdf:li></rdf:Seq></dc:creator>
  <dc:description><rdf:Alt><rdf:li xml:lang="x-default">${escape(Subject)}</rdf:li></rdf:Alt></dc:description>
</rdf:Description>`

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
