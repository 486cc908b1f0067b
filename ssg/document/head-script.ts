import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, transformWithOxc } from 'vite'

const source = join(import.meta.dirname, 'client', 'head-script.ts')

/** The text of the inline script. `darkCanvas` is the colour of the browser's frame in the dark theme. */
export async function headScript(darkCanvas: string): Promise<string> {
  const define = { DARK_CANVAS: JSON.stringify(darkCanvas) }
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { define })
  // The block keeps the script's names out of the global scope.
  const { code: small } = await minify('head-script.js', `{${code}}`)
  return small.trim()
}
