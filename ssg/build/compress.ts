import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib'
import { tagHash } from '../lib/hash.ts'
import { saveFew } from '../lib/disk-cache.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Files from this size on take tenths of a second to compress; there is seldom more than one of them. */
const large = 64_000

export const compressGzip = (content: Buffer): Promise<Buffer> => deflate(content, { level: 9 })

/** Compresses as well as brotli can. What took long is cached below `cache`, by the hash of the file. */
export async function compressBrotli(content: Buffer, cache?: string): Promise<Buffer> {
  if (cache === undefined || content.length < large) return best(content)
  const name = `${tagHash(content)}.br`
  const cachedFile = await readFile(join(cache, name)).catch(() => undefined)
  if (cachedFile && decompressesTo(cachedFile, content)) return cachedFile
  const packed = await best(content)
  await saveFew(cache, name, packed)
  return packed
}

const best = (content: Buffer): Promise<Buffer> =>
  brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })

function decompressesTo(packed: Buffer, content: Buffer): boolean {
  try {
    return brotliDecompressSync(packed).equals(content)
  } catch {
    return false
  }
}
