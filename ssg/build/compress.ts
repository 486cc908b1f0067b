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

/** Compresses at brotli's highest quality. What takes long is cached below `cache` until the file changes. */
export async function compressBrotli(content: Buffer, cache?: string): Promise<Buffer> {
  if (cache === undefined || content.length < large) return best(content)
  const name = `${tagHash(content)}.br`
  const cached = await readFile(join(cache, name)).catch(() => undefined)
  if (cached && decompressesTo(cached, content)) return cached
  const compressed = await best(content)
  await saveFew(cache, name, compressed)
  return compressed
}

const best = (content: Buffer): Promise<Buffer> =>
  brotli(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })

function decompressesTo(compressed: Buffer, content: Buffer): boolean {
  try {
    return brotliDecompressSync(compressed).equals(content)
  } catch {
    return false
  }
}
