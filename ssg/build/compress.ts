import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { nameHash, tagHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'
import type { OutputFile } from './output-files.ts'

/**
 * On a file of 700 kB, 11 takes twenty times as long as 9, a second, for a fifteenth fewer bytes. On a lazy script of 300 kB,
 * 11 takes two and a half times as long as 10, a quarter of a second more, for a sixtieth; and 10 takes five times as long as 9,
 * a sixth of a second more, for a seventeenth. On small files 9 is no faster than 10.
 */
const brotliQuality = ({ length }: Buffer, lazy: boolean) =>
  length > (lazy ? 200_000 : 500_000) ? 9 : lazy ? 10 : 11
const brotliParameters = (content: Buffer, lazy: boolean) => ({
  [constants.BROTLI_PARAM_QUALITY]: brotliQuality(content, lazy),
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
})
const gzipOptions = { level: 9 }
const { brotli, zlib } = process.versions

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Compresses on the thread pool, and caches the result below `cache`: at the highest quality of each format, but for
 * brotli of files of more than half a megabyte, and of those that are `lazy`.
 */
export const compress = (
  { content, lazy = false }: OutputFile,
  cache: string,
): Promise<{ br: Buffer; gz: Buffer }> => {
  const params = brotliParameters(content, lazy)
  const recipe = nameHash(JSON.stringify([params, gzipOptions, brotli, zlib]))
  return cached(join(cache, `${tagHash(content)}-${recipe}`), async () => {
    const [br, gz] = await Promise.all([
      compressBrotli(content, { params }),
      compressGzip(content, gzipOptions),
    ])
    return { br, gz }
  })
}
