import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import pLimit from 'p-limit'
import { compress } from './compress.ts'
import { tagHash } from '../lib/hash.ts'
import type { EncodedFile, Headers, StaticFile } from '../document/manifest.ts'

/** A file of the output, by its name below dist. */
export interface OutputFile {
  name: string
  content: Buffer
  /** When given, the file is served by this name, with these headers besides its type. */
  headers?: Headers
  /** Whether no public page loads it until its visitor asks for it. */
  lazy?: boolean
}

export const textFile = (name: string, text: string): OutputFile => ({ name, content: Buffer.from(text) })

/** A file of text that is served by its name. */
export const namedFile = (name: string, text: string): OutputFile => ({
  ...textFile(name, text),
  headers: {},
})

/** What servers have to know of a file. */
export interface ServedFile extends Omit<OutputFile, 'content'> {
  served: StaticFile
}

/** A file with its metadata for servers, and its precompressed copies. */
export interface FinishedFile extends OutputFile, ServedFile {
  precompressed: OutputFile[]
}

/** By the ending of a file's name, or the whole of a name that has none. */
const types: Record<string, { type: string; compress: boolean }> = {
  '.html': { type: 'text/html; charset=utf-8', compress: true },
  '.js': { type: 'text/javascript; charset=utf-8', compress: true },
  '.wasm': { type: 'application/wasm', compress: true },
  '.css': { type: 'text/css; charset=utf-8', compress: true },
  '.json': { type: 'application/json', compress: true },
  'apple-app-site-association': { type: 'application/json', compress: true },
  '.webmanifest': { type: 'application/manifest+json', compress: true },
  '.xml': { type: 'application/xml', compress: true },
  '.svg': { type: 'image/svg+xml', compress: true },
  '.txt': { type: 'text/plain; charset=utf-8', compress: true },
  '.vcf': { type: 'text/vcard; charset=utf-8', compress: true },
  '.pdf': { type: 'application/pdf', compress: false },
  '.ttf': { type: 'font/ttf', compress: true },
  '.woff2': { type: 'font/woff2', compress: false },
  '.avif': { type: 'image/avif', compress: false },
  '.webp': { type: 'image/webp', compress: false },
  '.png': { type: 'image/png', compress: false },
  '.jpg': { type: 'image/jpeg', compress: false },
  '.ico': { type: 'image/x-icon', compress: false },
}

/** The value of Content-Type for a file of that name, and whether compression makes it smaller. */
export function fileType(name: string): { type: string; compress: boolean } {
  const known = types[extname(name) || basename(name)]
  if (known) return known
  throw new Error(
    `No content type is known for ${name}. Add its extension to the list in ssg/build/output-files.ts.`,
  )
}

/** Each compression at work holds megabytes. */
const compressing = pLimit(6)

/**
 * Compresses what gets smaller on the thread pool, and adds type, size and validator of each file. What is compressed is
 * cached below `cache` for the next build; without a `cache`, nothing is compressed.
 */
export async function finishFiles(files: readonly OutputFile[], cache?: string): Promise<FinishedFile[]> {
  // The largest take longest, so they go first.
  const order = files.toSorted((a, b) => b.content.length - a.content.length)
  const finished = new Map<string, FinishedFile>()
  await compressing.map(order, async (file) => finished.set(file.name, await finishFile(file, cache)))
  return files.flatMap(({ name }) => finished.get(name) ?? [])
}

async function finishFile(output: OutputFile, cache?: string): Promise<FinishedFile> {
  const { name, content } = output
  const known = fileType(name)
  const served: StaticFile = {
    type: known.type,
    bytes: content.length,
    etag: `"${tagHash(content)}"`,
    encodings: [],
  }
  const precompressed: OutputFile[] = []
  if (!known.compress || cache === undefined) return { ...output, served, precompressed }
  const { br, gz } = await compress(output, cache)
  const encodings: [EncodedFile['encoding'], string, Buffer][] = [
    ['br', 'br', br],
    ['gzip', 'gz', gz],
  ]
  for (const [encoding, suffix, compressed] of encodings.toSorted((a, b) => a[2].length - b[2].length)) {
    if (compressed.length >= content.length) continue
    const file = `${name}.${suffix}`
    precompressed.push({ name: file, content: compressed })
    served.encodings.push({
      encoding,
      file,
      bytes: compressed.length,
      etag: `"${tagHash(content)}-${suffix}"`,
    })
  }
  return { ...output, served, precompressed }
}

/** Writes files into the folder that is being filled. */
export type WriteFiles = (files: readonly OutputFile[]) => void

/** Replaces the folder `target` by the files that `fill` writes. Until all are written, and if `fill` fails, it stays as it was. */
export async function replaceFolder<Result>(
  target: string,
  fill: (write: WriteFiles) => Promise<Result>,
): Promise<Result> {
  const unfinished = `${target}.new-${process.pid}`
  const previous = `${target}.old-${process.pid}`
  const folders = new Set<string>()
  try {
    const result = await fill((files) => {
      // A small file is written sooner at once than through the thread pool.
      for (const { name, content } of files) {
        const path = join(unfinished, name)
        const folder = dirname(path)
        if (!folders.has(folder)) mkdirSync(folder, { recursive: true })
        folders.add(folder)
        writeFileSync(path, content)
      }
    })
    if (existsSync(target)) renameSync(target, previous)
    try {
      renameSync(unfinished, target)
    } catch (error) {
      if (existsSync(previous)) renameSync(previous, target)
      throw error
    }
    rmSync(previous, { recursive: true, force: true })
    return result
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
