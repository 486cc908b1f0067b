import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OutputFile } from '../lib/output-file.ts'
import { nameHash } from '../lib/hash.ts'

/** The site's own fonts: files to ship, and the style that declares them. */
export interface Fonts {
  files: OutputFile[]
  css: string
  /** The address of the one font that every page needs at once. */
  preload: string
}

const licences = ['figtree-OFL.txt', 'instrument-serif-OFL.txt', 'inter-OFL.txt']

/** Reads the fonts of make-subsets.mjs. Their names contain a hash. */
export function siteFonts(): Fonts {
  const declared = readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8')
  const fonts = new Map(
    Array.from(declared.matchAll(/url\(([^)]+)\)/g), ([, name = '']) => [name, asset(name)]),
  )
  const address = (name: string) => `/${fonts.get(name)?.name ?? ''}`
  return {
    files: [...fonts.values(), ...licences.map(asset)],
    css: minified(declared).replace(/url\(([^)]+)\)/g, (_, name: string) => `url(${address(name)})`),
    preload: address('figtree.woff2'),
  }
}

function asset(file: string): OutputFile {
  const content = readFileSync(join(import.meta.dirname, 'web', file))
  return { name: `assets/${file.replace('.', `-${nameHash(content)}.`)}`, content }
}

/** The style without comments and optional spaces, for it is in every page. */
const minified = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}:;,]) ?/g, '$1')
    .replaceAll(';}', '}')
    .replaceAll(') format', ')format')
    .trim()
