import { getDocument, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** An element of a document's structure, with its text. */
export interface Tagged {
  role: string
  text: string
  children: Tagged[]
}

export interface ReadPdf {
  info: Record<string, unknown>
  xmp: string
  marked: boolean
  displayTitle: boolean
  outline: string[]
  pageMode: string
  pages: ReadPage[]
}

export interface ReadPage {
  size: [width: number, height: number]
  /** All text in the order of the file, artifacts left out. */
  text: string
  artifacts: string
  tree: Tagged[]
  links: { url: string; says: string }[]
}

export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0, useSystemFonts: false })
  try {
    const pdf = await task.promise
    const { info, metadata } = await pdf.getMetadata()
    const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1)
    const pages = await Promise.all(numbers.map(async (number) => readPage(await pdf.getPage(number))))
    const preferences: unknown = await pdf.getViewerPreferences()
    const outline = ((await pdf.getOutline()) as { title: string }[] | null) ?? []
    return {
      info: info as Record<string, unknown>,
      xmp: (metadata as { getRaw: () => string } | null)?.getRaw() ?? '',
      marked: (await pdf.getMarkInfo())?.['Marked'] === true,
      displayTitle: (preferences as { DisplayDocTitle?: boolean } | null)?.DisplayDocTitle === true,
      outline: outline.map(({ title }) => title),
      pageMode: await pdf.getPageMode(),
      pages,
    }
  } finally {
    await task.destroy()
  }
}

interface Node {
  role?: string
  type?: string
  id?: string
  children?: Node[]
}

async function readPage(page: PDFPageProxy): Promise<ReadPage> {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = page.view
  const { texts, artifacts } = await markedText(page)
  const root = (await page.getStructTree()) as Node | null
  const annotations = (await page.getAnnotations()) as { url?: string; contentsObj?: { str: string } }[]
  return {
    size: [x1 - x0, y1 - y0],
    text: [...texts.values()].join(' ').replace(/\s+/g, ' '),
    artifacts,
    tree: (root?.children ?? []).map((node) => tagged(node, texts)),
    links: annotations.map(({ url = '', contentsObj }) => ({ url, says: contentsObj?.str ?? '' })),
  }
}

/** The text of each marked content, and that of artifacts. */
async function markedText(page: PDFPageProxy): Promise<{ texts: Map<string, string>; artifacts: string }> {
  const { items } = await page.getTextContent({ includeMarkedContent: true })
  const texts = new Map<string, string>()
  const open: string[] = []
  let artifacts = ''
  for (const item of items) {
    if ('str' in item) {
      const id = open.at(-1) ?? ''
      if (id === '') artifacts += item.str
      else texts.set(id, (texts.get(id) ?? '') + item.str + (item.hasEOL ? ' ' : ''))
    } else if (item.type === 'endMarkedContent') open.pop()
    else open.push(('id' in item && item.id) || '')
  }
  return { texts, artifacts }
}

function tagged(node: Node, texts: Map<string, string>): Tagged {
  const children = node.children ?? []
  const text = children
    .map(({ type, id }) => (type === 'content' ? (texts.get(id ?? '') ?? '') : ''))
    .join('')
  return {
    role: node.role ?? '',
    text: text.replace(/\s+/g, ' '),
    children: children.filter(({ role }) => role !== undefined).map((child) => tagged(child, texts)),
  }
}
