/** A part of pdfkit of which its types do not know yet. */
declare module 'pdfkit/output' {
  import type PDFDocument from 'pdfkit'
  /** All that the document writes, once it has ended. */
  export function toBlob(document: InstanceType<typeof PDFDocument>): Promise<Blob>
}
