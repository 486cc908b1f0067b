import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, transformWithOxc } from 'vite'

const source = join(import.meta.dirname, 'client', 'loader.ts')

/** The text of the inline script, for the app at the address `entry`. */
export async function loaderScript(entry: string, darkCanvas: string): Promise<string> {
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, {
    define: { ENTRY: JSON.stringify(entry), DARK_CANVAS: JSON.stringify(darkCanvas) },
  })
  // In a block of its own, the script leaves no names behind.
  const { code: small } = await minify('loader.js', `{${code}}`)
  return small.trim()
}
