import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, transformWithOxc } from 'vite'

const source = join(import.meta.dirname, 'client', 'loader.ts')

export interface LoaderConstants {
  /** The address of the app. */
  entry: string
  /** The address of the small script that brings prerendered pages to life. */
  enhance: string
  darkCanvas: string
}

/** The text of the inline script. */
export async function loaderScript({ entry, enhance, darkCanvas }: LoaderConstants): Promise<string> {
  const constants = { ENTRY: entry, ENHANCE: enhance, DARK_CANVAS: darkCanvas }
  const define = Object.fromEntries(
    Object.entries(constants).map(([name, value]) => [name, JSON.stringify(value)]),
  )
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { define })
  // In a block of its own, the script leaves no names behind.
  const { code: small } = await minify('loader.js', `{${code}}`)
  return small.trim()
}
