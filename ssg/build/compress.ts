import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { nameHash, tagHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'

const gzipOptions = { level: 9 }
const { brotli, zlib } = process.versions

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses on the thread pool, and caches the result below `cache`. */
export function compress(content: Buffer, cache: string): Promise<{ br: Buffer; gz: Buffer }> {
  const params = {
    // Quality 11 takes twenty times as long as 9 for a fifteenth fewer bytes; large files are the app's alone.
    [constants.BROTLI_PARAM_QUALITY]: content.length > 200_000 ? 9 : 11,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  const recipe = nameHash(JSON.stringify([params, gzipOptions, brotli, zlib]))
  return cached(join(cache, `${tagHash(content)}-${recipe}`), async () => {
    const [br, gz] = await Promise.all([
      compressBrotli(content, { params }),
      compressGzip(content, gzipOptions),
    ])
    return { br, gz }
  })
}
