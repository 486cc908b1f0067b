import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib'
import { tagHash } from './hash.ts'

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)

/** Files from this size on take tenths of a second to compress; there is seldom more than one of them. */
const large = 64_000

export const packGzip = (content: Buffer): Promise<Buffer> => deflate(content, { level: 9 })

/** Compresses as well as brotli can. What took long is kept below `cache` until the file is another. */
export async function packBrotli(content: Buffer, cache?: string): Promise<Buffer> {
  if (cache === undefined || content.length < large) return best(content)
  const name = `${tagHash(content)}.br`
  const kept = await readFile(join(cache, name)).catch(() => undefined)
  if (kept && unpacksTo(kept, content)) return kept
  const packed = await best(content)
  await keep(cache, name, packed)
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

function unpacksTo(packed: Buffer, content: Buffer): boolean {
  try {
    return brotliDecompressSync(packed).equals(content)
  } catch {
    return false
  }
}

async function keep(cache: string, name: string, packed: Buffer): Promise<void> {
  await mkdir(cache, { recursive: true })
  const former = await readdir(cache)
  // Another build may read while this one writes.
  const unfinished = join(cache, `${name}.${process.pid}`)
  await writeFile(unfinished, packed)
  await rename(unfinished, join(cache, name))
  // A few, for builds of two branches may take turns.
  if (former.length < 8) return
  await Promise.all(former.map((file) => rm(join(cache, file), { force: true })))
}
