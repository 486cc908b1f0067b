import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { nameHash, tagHash } from '../lib/hash.ts'
import { cached } from '../lib/disk-cache.ts'

const brotliParameters = {
  [constants.BROTLI_PARAM_QUALITY]: 11,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
}
const gzipOptions = { level: 9 }
const { brotli, zlib } = process.versions
const recipe = nameHash(JSON.stringify([brotliParameters, gzipOptions, brotli, zlib]))

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/** Compresses at the highest quality of each format, on the thread pool, and caches the result below `cache`. */
export const compress = (content: Buffer, cache: string): Promise<{ br: Buffer; gz: Buffer }> =>
  cached(join(cache, `${tagHash(content)}-${recipe}`), async () => {
    const params = { ...brotliParameters, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
    const [br, gz] = await Promise.all([
      compressBrotli(content, { params }),
      compressGzip(content, gzipOptions),
    ])
    return { br, gz }
  })
