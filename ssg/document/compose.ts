import type { Discovery } from '../discovery/discovery.ts'
import { appDocument, pageDocument, type Shell } from './document.ts'
import type { Screen } from '../build/chunks.ts'
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
  /** The names of the app's own scripts. */
  entryScripts: readonly string[]
  /** The one of them that the loader runs in any case. */
  enhance: string | undefined
  /** The public screens, with the scripts that each needs. */
  screens: readonly Screen[]
}

export interface Documents {
  files: OutputFile[]
  /** The inline style sheets of all documents, each once. */
  styles: string[]
}

/** Makes the document of each page, and the one of all other screens. */
export function composeDocuments(rendered: readonly RenderedPage[], parts: DocumentParts): Documents {
  const { shell, name } = parts
  const scripts = parts.entryScripts.map((script) => `/${script}`)
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
  { shell, head, screens, entryScripts, enhance }: DocumentParts,
): OutputFile {
  const { title, description, module } = page
  const all = screens.find((screen) => screen.module === module)?.scripts ?? entryScripts
  const scripts = all.filter((name) => name !== enhance).map((name) => `/${name}`)
  const own = { title, description, style, discovery: head(page) }
  return textFile(page.file, pageDocument(shell, own, scripts, markup))
}
