import { strFromU8, unzipSync } from 'fflate'
import { ImportError } from './result.ts'

const mebibyte = 2 ** 20
const mostFiles = 2000
const textLimits = {
  file: 4 * mebibyte,
  all: 16 * mebibyte,
  error: 'The files in this archive are too large for a CV.',
}
const photoLimits = {
  file: 50 * mebibyte,
  all: 400 * mebibyte,
  error: 'The photos in this archive are too large.',
}

/** The paths in a ZIP archive. Nothing is unpacked. */
export function pathsOf(archive: Uint8Array): string[] {
  const paths: string[] = []
  unzip(archive, (path) => {
    if (paths.push(path) > mostFiles) throw new ImportError(`This archive has more than ${mostFiles} files.`)
    return false
  })
  const outside = paths.find((path) => /^\/|^[a-z]:|(^|\/)\.\.(\/|$)|\0/i.test(path))
  if (outside !== undefined) throw new ImportError('This archive has files outside of its folder.')
  return paths
}

/** Unpacks the files at `paths`, and no others; photos may be larger than texts. */
export function unpack(
  archive: Uint8Array,
  paths: readonly string[],
  limits = textLimits,
): Map<string, Uint8Array<ArrayBuffer>> {
  const wanted = new Set(paths)
  let total = 0
  const files = unzip(archive, (path, size, packed) => {
    if (!wanted.has(path)) return false
    total += size
    // The unpacked file never takes more than the size it claims; the time it takes depends on the packed size.
    if (Math.max(size, packed) > limits.file || total > limits.all) throw new ImportError(limits.error)
    return true
  })
  return new Map(Object.entries(files).map(([path, bytes]) => [withSlashes(path), bytes]))
}

export const unpackPhotos = (archive: Uint8Array, paths: readonly string[]) =>
  unpack(archive, paths, photoLimits)

function unzip(archive: Uint8Array, filter: (path: string, size: number, packed: number) => boolean) {
  try {
    return unzipSync(archive, {
      filter: ({ name, originalSize, size }) => filter(withSlashes(name), originalSize, size),
    })
  } catch (error) {
    if (error instanceof ImportError) throw error
    throw new ImportError('This archive is damaged or protected with a password.', { cause: error })
  }
}

export const isArchive = (bytes: Uint8Array): boolean =>
  strFromU8(bytes.subarray(0, 4), true) === 'PK\x03\x04'

export const isPdf = (bytes: Uint8Array): boolean => strFromU8(bytes.subarray(0, 5), true) === '%PDF-'

/** Some programs on Windows write backslashes. */
const withSlashes = (path: string) => path.replaceAll('\\', '/')

/** The text of a file in UTF-8, UTF-16 or windows-1252. */
export function textOf(bytes: Uint8Array): string {
  const decoded = (encoding: string) => new TextDecoder(encoding, { fatal: true }).decode(bytes)
  const [first, second] = bytes
  try {
    // A mark, or a first character of ASCII.
    if ((first === 0xff && second === 0xfe) || second === 0) return decoded('utf-16le')
    if ((first === 0xfe && second === 0xff) || first === 0) return decoded('utf-16be')
    return decoded('utf-8')
  } catch {
    const text = decoded('windows-1252')
    // Signs that no text has.
    if (/[\u0080-\u009f]/.test(text)) throw new ImportError('This file is not UTF-8 text. Save it as UTF-8.')
    return text
  }
}
