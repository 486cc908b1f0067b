import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, statSync, utimesSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/**
 * Returns the value cached at `path`, or makes and caches it. The path must include a hash of the
 * value's inputs.
 */
export async function cached<T>(path: string, make: () => Promise<T>): Promise<T> {
  const known = readCached(path)
  if (known !== undefined) return known as T
  const made = await make()
  await writeCached(path, made)
  return made
}

/** The value in the file `path`; undefined if it is missing or damaged. */
export function readCached(path: string): unknown {
  try {
    // Small files are read sooner than through the thread pool.
    const file = readFileSync(path)
    const value = file.subarray(checksumBytes)
    if (!checksum(value).equals(file.subarray(0, checksumBytes))) return undefined
    const now = new Date()
    utimesSync(path, now, now)
    return deserialize(value)
  } catch {
    return undefined
  }
}

const checksumBytes = 32
const checksum = (value: Uint8Array) => createHash('sha256').update(value).digest()

/** Writes the file as a whole or not at all, since another build may read it. */
export async function writeCached(path: string, value: unknown): Promise<void> {
  const content = serialize(value)
  await mkdir(dirname(path), { recursive: true })
  const unfinished = `${path}.${randomUUID()}`
  await writeFile(unfinished, [checksum(content), content])
  await rename(unfinished, path)
}

/**
 * Removes the files of `folder` that nothing has read or written since `start`, in milliseconds
 * since 1970, when they are by `spare` more than the others: builds of a few branches may
 * alternate.
 */
export async function pruneCache(folder: string, start: number, spare = 64): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  if (names.length <= spare) return
  const unused = names
    .map((name) => join(folder, name))
    .filter((path) => (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0) < start)
  if (unused.length <= names.length - unused.length + spare) return
  await Promise.all(unused.map((path) => rm(path, { force: true })))
}
