import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { minify, transformWithOxc } from 'vite'

const folder = join(import.meta.dirname, 'client')

/** The text of the inline script. `darkCanvas` is the colour of the browser's frame in the dark theme. */
export const headScript = (darkCanvas: string): Promise<string> =>
  inlineScript('head-script.ts', { DARK_CANVAS: JSON.stringify(darkCanvas) })

/** The text of the inline script that suggests the page in another language. */
export const suggestionScript = (): Promise<string> => inlineScript('suggestion.ts', {})

async function inlineScript(name: string, define: Record<string, string>): Promise<string> {
  const source = join(folder, name)
  const { code } = await transformWithOxc(await readFile(source, 'utf8'), source, { define })
  // The block keeps the script's names out of the global scope.
  const { code: small } = await minify(name.replace('.ts', '.js'), `{${code}}`)
  return small.trim()
}
