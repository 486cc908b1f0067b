import type { Discovery } from '../discovery/discovery.ts'
import { appDocument, pageDocument, type Shell } from './document.ts'
import type { Style } from '../build/inline-style.ts'
import { textFile, type OutputFile } from '../build/output-files.ts'
import { pageStyles, type PageStyle } from './page-style.ts'
import type { RenderedPage } from './render.ts'

/** What the documents of one build share. */
export interface DocumentParts {
  shell: Shell
  style: Style
  /** The tags of a page's head. */
  head: Discovery['head']
  /** The title of screens that only the app can show, until it shows them. */
  name: string
  /** The addresses of the scripts that such screens start with. */
  scripts: string[]
}

export interface Documents {
  files: OutputFile[]
  /** The inline style sheets of all documents, each once. */
  styles: string[]
}

/** Makes the document of each page, and the one of all other screens. */
export function composeDocuments(rendered: readonly RenderedPage[], parts: DocumentParts): Documents {
  const { shell, name, scripts } = parts
  const styleOf = pageStyles(parts.style)
  const styles = new Set<string>()
  const styled = (markup: string) => {
    const style = styleOf(markup)
    styles.add(style.css)
    return style
  }
  const files = rendered.map((page) => toDocument(page, styled(page.markup), parts))
  files.push(textFile('app.html', appDocument(shell, name, styled(''), scripts)))
  return { files, styles: [...styles] }
}

function toDocument(
  { markup, ...page }: RenderedPage,
  style: PageStyle,
  { shell, head }: DocumentParts,
): OutputFile {
  const { title, description } = page
  const own = { title, description, style, discovery: head(page) }
  return textFile(page.file, pageDocument(shell, own, markup))
}
