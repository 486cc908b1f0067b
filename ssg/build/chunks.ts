import type { Rolldown } from 'vite'

export type Bundle = Rolldown.OutputBundle
export type Chunk = Rolldown.OutputChunk

/** A screen of the site that comes in a chunk of its own. */
export interface Screen {
  /** The source module, as the build names it. */
  module: string
  /** The files that the screen needs: the entry, the screen, and what they import. */
  scripts: string[]
}

/**
 * A module that no page shows until its visitor asks for it: `*.lazy.ts` and `*.lazy.tsx`, always imported dynamically. The
 * server's bundle does without it, and its style stays in files of its own.
 */
export const lazyModule = /\.lazy\.tsx?$/

/** The name of the chunk that brings prerendered pages to life without the app. */
export const enhanceChunk = 'enhance'

/** The chunk that is the app. */
export function entryChunk(bundle: Bundle): Chunk {
  const entry = Object.values(bundle).find((output) => output.type === 'chunk' && output.isEntry)
  if (entry?.type !== 'chunk') throw new Error('The client bundle has no entry.')
  return entry
}

/** Names of `first` and of all that it imports statically, each after its imports. */
export function staticClosure(bundle: Bundle, first: string): Set<string> {
  const found = new Set<string>()
  const begun = new Set<string>()
  const visit = (name: string) => {
    const chunk = bundle[name]
    // Chunks may import each other.
    if (chunk?.type !== 'chunk' || begun.has(name)) return
    begun.add(name)
    chunk.imports.forEach(visit)
    found.add(name)
  }
  visit(first)
  return found
}

/**
 * The chunks that show public pages, in the order in which they are reached. Lazy modules, and what only they import, are not
 * among them.
 */
export function publicChunks(bundle: Bundle): Chunk[] {
  const reached = new Set<string>()
  const visit = (name: string) => {
    for (const file of staticClosure(bundle, name)) {
      const chunk = bundle[file]
      if (reached.has(file) || chunk?.type !== 'chunk') continue
      reached.add(file)
      for (const next of chunk.dynamicImports) {
        const target = bundle[next]
        if (target?.type === 'chunk' && !lazyModule.test(target.facadeModuleId ?? '')) visit(next)
      }
    }
  }
  visit(entryChunk(bundle).fileName)
  return [...reached].flatMap((name) => {
    const chunk = bundle[name]
    return chunk?.type === 'chunk' ? [chunk] : []
  })
}

/** The public screens: what the entry's own graph imports dynamically, but for lazy modules. */
export function publicScreens(bundle: Bundle): Screen[] {
  const entry = staticClosure(bundle, entryChunk(bundle).fileName)
  const imported = new Set([...entry].flatMap((name) => (bundle[name] as Chunk).dynamicImports))
  return [...imported].flatMap((name) => {
    const chunk = bundle[name]
    if (chunk?.type !== 'chunk' || !chunk.facadeModuleId || lazyModule.test(chunk.facadeModuleId)) return []
    const scripts = [...new Set([...entry, ...staticClosure(bundle, name)])]
    return [{ module: chunk.facadeModuleId, scripts }]
  })
}
