import PDFDocument from 'pdfkit'

/** A line: the size of its letters, how far it is below the line before, and its text. */
export type Line = [size: number, gap: number, text: string]
/** Where the next page begins. */
export const newPage = 'new page'

/** Draws a profile as LinkedIn does: a narrow column and a wide one, and the number of each page. */
export function drawProfile(
  side: Line[],
  main: (Line | typeof newPage)[],
  { author = 'LinkedIn', links = ['mailto:mara@a.example', 'https://www.linkedin.com/in/mara?trk=1'] } = {},
) {
  const doc = new PDFDocument({ size: 'LETTER', margin: 0, info: { Author: author } })
  const chunks: Buffer[] = []
  const done = new Promise<Uint8Array>((resolve) =>
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks)))),
  )
  doc.on('data', (chunk: Buffer) => chunks.push(chunk))
  const write = (x: number, lines: typeof main, start: number) => {
    let y = start
    for (const line of lines) {
      if (line === newPage) {
        doc.addPage()
        y = start
        continue
      }
      const [size, gap, text] = line
      y += gap
      doc.fontSize(size).text(text, x, y, { baseline: 'alphabetic', lineBreak: false })
      doc.fontSize(9).text('Page 1 of 2', 384, 778, { baseline: 'alphabetic', lineBreak: false })
    }
  }
  for (const [index, url] of links.entries()) doc.link(21.6, 60 + 15 * index, 100, 12, url)
  write(21.6, side, 35)
  write(223.6, main, 45)
  doc.end()
  return done.then((bytes) => ({ name: 'Profile.pdf', bytes }))
}
