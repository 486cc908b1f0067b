import type { Discovery } from '../seo/seo.ts'
import { appDocument, pageDocument, type Shell } from './document.ts'
import type { Screen } from '../build/chunks.ts'
import type { Style } from '../build/inline-style.ts'
import { textFile, type OutputFile } from '../build/output-files.ts'
import { pageStyles } from './page-style.ts'
import type { Page } from './pages.ts'

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

/** A document, and its inline style sheet. */
export interface Document {
  file: OutputFile
  css: string
}

export interface Composer {
  page: (page: Page, markup: string) => Document
  /** The document of all screens that are no pages. */
  app: () => Document
}

export function documentComposer(parts: DocumentParts): Composer {
  const { shell, name, head, screens, entryScripts, enhance } = parts
  const styleOf = pageStyles(parts.style)
  return {
    page(page, markup) {
      const { title, description, module, status } = page
      const style = styleOf(markup)
      const all = screens.find((screen) => screen.module === module)?.scripts ?? entryScripts
      const scripts = all.filter((name) => name !== enhance).map((name) => `/${name}`)
      const own = { title, description, status, style, discovery: head(page) }
      return { file: textFile(page.file, pageDocument(shell, own, scripts, markup)), css: style.css }
    },
    app() {
      const style = styleOf('')
      const scripts = entryScripts.map((script) => `/${script}`)
      return { file: textFile('app.html', appDocument(shell, name, style, scripts)), css: style.css }
    },
  }
}
