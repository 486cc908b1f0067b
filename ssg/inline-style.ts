import type { Plugin } from 'vite'
import { publicChunks, type Bundle } from './chunks.ts'

export interface InlineStyle extends Plugin {
  /** The style of the last build. */
  css: () => string
}

/**
 * Takes the style sheets of all public chunks out of the client bundle and joins them to one, which goes into every page.
 * The style of what comes on demand stays in files, and comes with its chunks.
 */
export function inlineStyle(onDemand: (module: string) => boolean): InlineStyle {
  let joined = ''
  return {
    name: 'ssg:inline-style',
    // After Vite has gathered each chunk's style, and before it writes which links a lazy import needs.
    enforce: 'post',
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      joined = takeStyle(bundle, onDemand)
    },
    css: () => joined,
  }
}

function takeStyle(bundle: Bundle, onDemand: (module: string) => boolean): string {
  const taken = new Set<string>()
  for (const chunk of publicChunks(bundle, onDemand)) {
    for (const file of chunk.viteMetadata?.importedCss ?? []) taken.add(file)
  }
  let css = ''
  for (const file of taken) {
    const asset = bundle[file]
    if (asset?.type !== 'asset') throw new Error(`The style sheet ${file} is not in the bundle.`)
    css += typeof asset.source === 'string' ? asset.source : Buffer.from(asset.source).toString()
  }
  for (const output of Object.values(bundle)) {
    if (output.type === 'chunk') for (const file of taken) output.viteMetadata?.importedCss.delete(file)
  }
  // A sheet that stands in the page is not a file any more; no part of the bundle names it.
  for (const file of taken) Reflect.deleteProperty(bundle, file)
  return css.trim()
}
