import { strFromU8, unzipSync } from 'fflate'
import { ImportError } from './result.ts'

const mebibyte = 2 ** 20
const limits = { files: 2000, file: 4 * mebibyte, all: 16 * mebibyte }

/** The paths in a ZIP archive. Nothing is unpacked. */
export function pathsOf(archive: Uint8Array): string[] {
  const paths: string[] = []
  unzip(archive, (path) => {
    if (paths.push(path) > limits.files)
      throw new ImportError(`This archive has more than ${limits.files} files.`)
    return false
  })
  const outside = paths.find((path) => /^[/\\]|^[a-z]:|(^|[/\\])\.\.([/\\]|$)|\0/i.test(path))
  if (outside !== undefined) throw new ImportError('This archive has files outside of its folder.')
  return paths
}

/** Unpacks the files at `paths`, and no others. */
export function unpack(archive: Uint8Array, paths: readonly string[]): Map<string, Uint8Array> {
  const wanted = new Set(paths)
  let total = 0
  const files = unzip(archive, (path, size, packed) => {
    if (!wanted.has(path)) return false
    total += size
    // The unpacked file never takes more than the size it claims; the time it takes depends on the packed size.
    if (Math.max(size, packed) > limits.file || total > limits.all)
      throw new ImportError('The files in this archive are too large for a CV.')
    return true
  })
  return new Map(Object.entries(files))
}

function unzip(archive: Uint8Array, filter: (path: string, size: number, packed: number) => boolean) {
  try {
    return unzipSync(archive, { filter: ({ name, originalSize, size }) => filter(name, originalSize, size) })
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError('This archive is damaged or protected with a password.', { cause: error })
  }
}

export const isArchive = (bytes: Uint8Array): boolean =>
  strFromU8(bytes.subarray(0, 4), true) === 'PK\x03\x04'

/** The text of a file; undefined if it is not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
