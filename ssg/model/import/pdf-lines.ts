// The folder is one of the package.
/* eslint-disable no-restricted-imports */
import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist/legacy/build/pdf.mjs'
import workerSrc from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
/* eslint-enable no-restricted-imports */
import { ImportError } from './result.ts'

/** A line of text in a column; lengths are in points. */
export interface PdfLine {
  page: number
  x: number
  /** From the bottom of the page. */
  y: number
  size: number
  width: number
  /** The parts that the file draws apart; spaces between words are in them. */
  parts: string[]
}

export interface PdfText {
  author: string
  pageWidth: number
  lines: PdfLine[]
  /** The addresses of its links, in their order. */
  links: string[]
}

const mostPages = 60

// Node has none, and reads the file in its own thread.
if (typeof Worker !== 'undefined') GlobalWorkerOptions.workerSrc = workerSrc

/** Reads the text of a PDF, page by page in the order of the file. Rejects with an ImportError for a damaged one. */
export async function readPdf(bytes: Uint8Array): Promise<PdfText> {
  // The worker takes the bytes.
  const task = getDocument({
    ...{ data: bytes.slice(), verbosity: 0, isEvalSupported: false, useWasm: false },
    ...{ useSystemFonts: false, disableFontFace: true },
  })
  try {
    const pdf = await task.promise
    const { info } = await pdf.getMetadata()
    const text: PdfText = { author: '', pageWidth: 0, lines: [], links: [] }
    if ('Author' in info) text.author = String(info.Author)
    for (let number = 1; number <= Math.min(pdf.numPages, mostPages); number++) {
      const page = await pdf.getPage(number)
      text.pageWidth = page.view[2] ?? 0
      const { items } = await page.getTextContent()
      for (const item of items) if ('str' in item && item.str !== '') addItem(text.lines, number, item)
      for (const { url } of (await page.getAnnotations()) as { url?: string }[]) if (url) text.links.push(url)
    }
    return text
  } catch (error) {
    throw new ImportError('This PDF is damaged or protected with a password.', { cause: error })
  } finally {
    await task.destroy()
  }
}

interface Item {
  str: string
  transform: number[]
  width: number
}

/** Adds the item to the last line if it is beside it, and as a new line otherwise. */
function addItem(lines: PdfLine[], page: number, { str, transform, width }: Item): void {
  const [, , c = 0, d = 0, x = 0, y = 0] = transform
  const last = lines.at(-1)
  const isBeside = last?.page === page && Math.abs(last.y - y) < 1 && Math.abs(x - last.x - last.width) < 20
  if (last && isBeside) {
    last.parts.push(str)
    last.width = x + width - last.x
  } else if (str.trim() !== '') lines.push({ page, x, y, size: Math.hypot(c, d), width, parts: [str] })
}
