import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BakedPicture } from 'virtual:baked/banner'
import { apiAnswers, reasonOf, type ApiAnswers } from './api-client.ts'
import { bakePicture } from './banner-picture.ts'
import { nameHash } from '../lib/hash.ts'
import { save } from '../lib/disk-cache.ts'
import type { OutputFile } from '../build/output-files.ts'

/** What the build has learnt from the API, so that pages show it before they can ask themselves. */
export interface Baked {
  /** Null: pages start out without it. */
  banner: BakedPicture | null
  cv: string | null
  /** The picture's files. */
  files: OutputFile[]
  /** For the owner of the build: what was learnt, and what could not be. */
  said: string[]
}

interface Part<T> {
  value: T | null
  files: OutputFile[]
}

interface Kept<T> {
  value: T | null
  files: { name: string; content: string }[]
}

/**
 * Asks the API at `origin`, for `patience` milliseconds at most. A good answer is kept below `cache`, also that there is
 * nothing; where a question fails, the last good answer stands in for it, and nothing where there never was one.
 */
export async function bake(origin: string | undefined, cache: string, patience = 5_000): Promise<Baked> {
  if (origin === undefined) {
    return {
      ...nothing,
      said: ['Banner and CV: no API is named, so pages ask for them when they are opened.'],
    }
  }
  const api = apiAnswers(origin, AbortSignal.timeout(patience))
  const all = join(cache, 'baked')
  const folder = join(all, nameHash(origin))
  const [banner, cv] = await Promise.all([
    learn('Banner', origin, folder, () => bannerOf(api)),
    learn('CV', origin, folder, async () => ({ value: await api.cv(), files: [] })),
  ])
  await forgetOthers(all, nameHash(origin))
  return {
    banner: banner.value,
    cv: cv.value,
    files: [...banner.files, ...cv.files],
    said: [banner.said, cv.said],
  }
}

export const nothing: Baked = { banner: null, cv: null, files: [], said: [] }

async function bannerOf(api: ApiAnswers): Promise<Part<BakedPicture>> {
  const first = await api.picture()
  if (!first) return { value: null, files: [] }
  const { picture, files } = await bakePicture(await api.file(first.url), first.alt)
  return { value: picture, files }
}

async function learn<T>(
  name: string,
  origin: string,
  folder: string,
  ask: () => Promise<Part<T>>,
): Promise<Part<T> & { said: string }> {
  const file = `${name}.json`
  try {
    const part = await ask()
    // A folder that cannot be written to costs the next build its last resort, not this one its answer.
    await save(folder, file, toText(part)).catch(() => undefined)
    const what = part.value === null ? 'there is none' : 'it stands in the page'
    return { ...part, said: `${name}: ${origin} was asked, and ${what}.` }
  } catch (error) {
    const failed = `${name}: ${origin} could not be asked (${reasonOf(error)})`
    const kept = await read<T>(join(folder, file))
    if (kept) return { ...kept, said: `${failed}; its last answer stands.` }
    return { value: null, files: [], said: `${failed}; the page asks when it is opened.` }
  }
}

const toText = ({ value, files }: Part<unknown>) =>
  JSON.stringify({
    value,
    files: files.map(({ name, content }) => ({ name, content: content.toString('base64') })),
  })

/** Keeps the answers of a few APIs: tests ask a new one each time. */
async function forgetOthers(all: string, own: string): Promise<void> {
  const others = (await readdir(all).catch(() => [])).filter((name) => name !== own)
  if (others.length < 16) return
  await Promise.all(others.map((name) => rm(join(all, name), { recursive: true, force: true })))
}

async function read<T>(path: string): Promise<Part<T> | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { value, files } = JSON.parse(text) as Kept<T>
  return {
    value,
    files: files.map(({ name, content }) => ({ name, content: Buffer.from(content, 'base64') })),
  }
}
