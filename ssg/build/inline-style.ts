import type { Plugin } from 'vite'
import { entryChunk, publicChunks, publicScreens, staticClosure, type Bundle } from './chunks.ts'

/** The style of the public pages. */
export interface Style {
  /** The style of what more than one page shows. Every document has it inline; it is no file. */
  common: string
  /** The sheets of what only one page shows, in the order in which they apply. */
  sheets: Sheet[]
}

/** The style of one chunk: a file that loads with the chunk, unless the document has its rules inline. */
export interface Sheet {
  /** Its name below dist. */
  name: string
  css: string
}

export interface InlineStyle extends Plugin {
  /** The style of the last build. */
  style: () => Style
}

/**
 * Removes the style that public pages share from the client bundle, for every document has it inline, and collects the sheets
 * of the other public chunks, which are inline in the documents that show them. The style of lazy modules is left alone.
 */
export function inlineStyle(): InlineStyle {
  let found: Style = { common: '', sheets: [] }
  return {
    name: 'ssg:inline-style',
    // After Vite has collected each chunk's style, and before it writes which links a dynamic import needs.
    enforce: 'post',
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      const shared = sharedChunks(bundle)
      const all = publicChunks(bundle).map(({ fileName }) => fileName)
      const common = sheetsOf(bundle, all.filter(shared))
      const own = sheetsOf(
        bundle,
        all.filter((chunk) => !shared(chunk)),
      )
      removeSheets(bundle, common)
      found = { common: common.map(({ css }) => css).join(''), sheets: own }
    },
    style: () => found,
  }
}

/** Whether a chunk is the entry's, which every page needs, or one that several public screens need. */
function sharedChunks(bundle: Bundle): (chunk: string) => boolean {
  const entry = staticClosure(bundle, entryChunk(bundle).fileName)
  const screens = publicScreens(bundle).map(({ scripts }) => new Set(scripts))
  return (chunk) => entry.has(chunk) || screens.filter((scripts) => scripts.has(chunk)).length > 1
}

function sheetsOf(bundle: Bundle, chunks: readonly string[]): Sheet[] {
  const names = new Set<string>()
  for (const chunk of chunks) {
    const output = bundle[chunk]
    if (output?.type === 'chunk') for (const name of output.viteMetadata?.importedCss ?? []) names.add(name)
  }
  return [...names].map((name) => {
    const asset = bundle[name]
    if (asset?.type !== 'asset') throw new Error(`The style sheet ${name} is not in the bundle.`)
    return { name, css: Buffer.from(asset.source).toString().trim() }
  })
}

/** Removes the files of sheets that every page has inline, and each reference to them. */
function removeSheets(bundle: Bundle, sheets: readonly Sheet[]): void {
  const names = sheets.map(({ name }) => name)
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk') for (const name of names) output.viteMetadata?.importedCss.delete(name)
  }
  for (const name of names) Reflect.deleteProperty(bundle, name)
}
