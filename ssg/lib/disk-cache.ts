import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'

/**
 * The value that the file `path` holds, or that `make` gives and the file then holds: objects, texts and buffers. The file's
 * name must tell all that the value depends on. A file that cannot be read is made again.
 */
export async function cached<T>(path: string, make: () => Promise<T>): Promise<T> {
  const known = await readCached<T>(path)
  if (known !== undefined) return known
  const made = await make()
  await writeCached(path, made)
  return made
}

/** The value in the file `path`; undefined when there is none, or none that can be read. */
export async function readCached<T>(path: string): Promise<T | undefined> {
  try {
    return deserialize(await readFile(path)) as T
  } catch {
    return undefined
  }
}

export const writeCached = (path: string, value: unknown): Promise<void> =>
  save(dirname(path), basename(path), serialize(value))

/** Writes `content` into `folder` as a whole file or not at all: another build may be reading there. */
async function save(folder: string, name: string, content: Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${name}.${process.pid}`)
  await writeFile(unfinished, content)
  await rename(unfinished, join(folder, name))
}

/** As `save`, in a folder that is emptied when it holds eight files: builds of two branches may alternate. */
export async function saveFew(folder: string, name: string, content: Uint8Array): Promise<void> {
  const previous = await readdir(folder).catch(() => [])
  await save(folder, name, content)
  if (previous.length < 8) return
  await Promise.all(previous.map((file) => rm(join(folder, file), { force: true })))
}
