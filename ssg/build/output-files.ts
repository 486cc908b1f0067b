import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { compress } from './compress.ts'
import { fileType } from './file-types.ts'
import { tagHash } from '../lib/hash.ts'
import type { OutputFile } from '../lib/output-file.ts'
import type { EncodedFile, StaticFile } from './manifest.ts'

/** A file with its metadata for servers, and its precompressed copies. */
export interface FinishedFile extends OutputFile {
  served: StaticFile
  copies: OutputFile[]
}

/** Each compression at work holds megabytes. */
const compressing = pLimit(6)

/**
 * Compresses what gets smaller on the thread pool, and adds type, size and validator of each file. Compressed copies are
 * cached below `cache` for the next build.
 */
export async function finishFiles(files: readonly OutputFile[], cache: string): Promise<FinishedFile[]> {
  // The largest take longest, so they go first.
  const order = files.toSorted((a, b) => b.content.length - a.content.length)
  const finished = new Map<string, FinishedFile>()
  await compressing.map(order, async (file) => finished.set(file.name, await finishFile(file, cache)))
  return files.flatMap(({ name }) => finished.get(name) ?? [])
}

async function finishFile(file: OutputFile, cache: string): Promise<FinishedFile> {
  const { name } = file
  const content = Buffer.from(file.content)
  const known = fileType(name)
  const tag = tagHash(content)
  const served: StaticFile = { type: known.type, bytes: content.length, etag: `"${tag}"`, encodings: [] }
  if (!known.compress) return { ...file, served, copies: [] }
  const { br, gz } = await compress(content, cache)
  const copies: OutputFile[] = []
  const encodings: [EncodedFile['encoding'], string, Buffer][] = [
    ['br', 'br', br],
    ['gzip', 'gz', gz],
  ]
  for (const [encoding, suffix, compressed] of encodings.toSorted((a, b) => a[2].length - b[2].length)) {
    if (compressed.length >= content.length) continue
    const copy = { name: `${name}.${suffix}`, content: compressed }
    copies.push(copy)
    served.encodings.push({
      encoding,
      file: copy.name,
      bytes: compressed.length,
      etag: `"${tag}-${suffix}"`,
    })
  }
  return { ...file, served, copies }
}

/** Replaces the folder `target` with `files`, once all of them are written. */
export function replaceFolder(target: string, files: readonly OutputFile[]): void {
  const unfinished = `${target}.new-${process.pid}`
  const previous = `${target}.old-${process.pid}`
  try {
    for (const { name, content } of files) {
      const path = join(unfinished, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
    }
    if (existsSync(target)) renameSync(target, previous)
    try {
      renameSync(unfinished, target)
    } catch (error) {
      if (existsSync(previous)) renameSync(previous, target)
      throw error
    }
    rmSync(previous, { recursive: true, force: true })
  } finally {
    rmSync(unfinished, { recursive: true, force: true })
  }
}
