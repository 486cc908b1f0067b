import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

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
  await mkdir(dirname(path), { recursive: true })
  // Another build may read while this one writes.
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, JSON.stringify(made))
  await rename(unfinished, path)
  return made
}
