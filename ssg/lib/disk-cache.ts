import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * The value that the file `path` holds, or that `make` gives and the file then holds. The file's name must tell all that
 * the value depends on. A file that cannot be read or parsed is made again.
 */
export async function cached<T>(path: string, make: () => Promise<T>): Promise<T> {
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known !== undefined) {
    try {
      return JSON.parse(known) as T
    } catch {
      // Made again below.
    }
  }
  const made = await make()
  await save(dirname(path), basename(path), JSON.stringify(made))
  return made
}

/** Writes `content` into `folder` as a whole file or not at all: another build may be reading there. */
export async function save(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${name}.${process.pid}`)
  await writeFile(unfinished, content)
  await rename(unfinished, join(folder, name))
}

/** As `save`, in a folder that is emptied when it holds eight files: builds of two branches may alternate. */
export async function saveFew(folder: string, name: string, content: Uint8Array): Promise<void> {
  const former = await readdir(folder).catch(() => [])
  await save(folder, name, content)
  if (former.length < 8) return
  await Promise.all(former.map((file) => rm(join(folder, file), { force: true })))
}
