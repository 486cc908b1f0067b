import type { ScreenWeight } from './budgets.ts'
import type { StaticFile } from '../document/manifest.ts'
import type { Page } from '../document/pages.ts'

/** The report at the end of a build: the size of each page and of its scripts, and the duration. */
export function reportLines(
  pages: readonly Page[],
  screens: readonly ScreenWeight[],
  files: Record<string, StaticFile>,
  milliseconds: number,
): string[] {
  const number = (value: number | undefined) => (value ?? 0).toLocaleString('en').padStart(9)
  const row = (name: string, { bytes, encodings }: StaticFile) => {
    const size = (wanted: string) => encodings.find(({ encoding }) => encoding === wanted)?.bytes ?? bytes
    return `${name.padEnd(34)}${number(bytes)}${number(size('gzip'))}${number(size('br'))}`
  }
  return [
    `${'page, bytes'.padEnd(34)}${'raw'.padStart(9)}${'gz'.padStart(9)}${'br'.padStart(9)}`,
    ...pages.flatMap(({ path, file }) => (files[file] ? [row(path, files[file])] : [])),
    ...(files['app.html'] ? [row('app.html', files['app.html'])] : []),
    '',
    'scripts of a page after hydration, br',
    ...screens.map(({ module, bytes }) => `${module.padEnd(52)}${number(bytes)}`),
    '',
    `${pages.length} pages built in ${milliseconds.toFixed(0)} ms in this process: bundled, rendered, compressed, written`,
  ]
}
