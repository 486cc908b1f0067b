import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/**
 * What `make` gives, made once and then kept in the file `path`, whose name must tell all that the work depends on. A file
 * that cannot be read or is broken is made anew.
 */
export async function kept<T>(path: string, make: () => Promise<T>): Promise<T> {
  const known = await readFile(path, 'utf8').catch(() => undefined)
  if (known !== undefined) {
    try {
      return JSON.parse(known) as T
    } catch {
      // Made anew below.
    }
  }
  const made = await make()
  await keep(dirname(path), basename(path), JSON.stringify(made))
  return made
}

/** Keeps `content` below `folder` for the next build, which may already be reading there. */
export async function keep(folder: string, name: string, content: string | Uint8Array): Promise<void> {
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${name}.${process.pid}`)
  await writeFile(unfinished, content)
  await rename(unfinished, join(folder, name))
}

/** As `keep`, in a folder that is emptied when it has come to a few: builds of two branches may take turns. */
export async function keepFew(folder: string, name: string, content: Uint8Array): Promise<void> {
  const former = await readdir(folder).catch(() => [])
  await keep(folder, name, content)
  if (former.length < 8) return
  await Promise.all(former.map((file) => rm(join(folder, file), { force: true })))
}
